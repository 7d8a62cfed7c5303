import { setIcon } from 'obsidian';

const marks = {
  good: { icon: 'check', said: 'OK:' },
  bad: { icon: 'x', said: 'Problem:' },
  busy: { icon: 'clock', said: 'Waiting:' },
} as const;

export function addMark(container: HTMLElement, mark: keyof typeof marks): void {
  const { icon, said } = marks[mark];
  const drawn = container.createSpan({
    cls: 'countersign-mark',
    attr: { 'data-mark': mark, 'aria-hidden': 'true' },
  });
  setIcon(drawn, icon);
  container.createSpan({ cls: 'countersign-only-read', text: `${said} ` });
}
