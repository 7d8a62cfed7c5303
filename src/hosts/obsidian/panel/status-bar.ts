import type { Plugin } from 'obsidian';
import {
  formatFailedStatus,
  formatStatus,
  type StatusText,
} from '../../../core/screens/format-status.js';
import type { PanelController } from './panel-controller.js';
import { ModelFeed } from '../shared/model-feed.js';
import { waitingRequests } from '../lifecycle/session-queries.js';
import type { Session } from '../lifecycle/session.js';
import type { SessionState } from '../lifecycle/session-state.js';
import { whyNothingRuns } from '../lifecycle/why-nothing-runs.js';

export class StatusBar {
  private readonly feed: ModelFeed<StatusText | null>;
  private readonly element: HTMLElement;
  private shown: string | null = null;

  constructor(
    plugin: Pick<Plugin, 'addStatusBarItem'>,
    private readonly session: Session,
    private readonly controller: PanelController,
    private readonly openPanel: () => void,
    private readonly drawIcon: (container: HTMLElement, icon: string) => void,
  ) {
    this.element = plugin.addStatusBarItem();
    this.element.addClass('mod-clickable', 'countersign-status');
    this.element.setAttr('role', 'button');
    this.element.setAttr('tabindex', '0');
    this.element.setAttr('data-tooltip-position', 'top');
    this.element.hide();
    this.element.addEventListener('click', () => {
      this.open();
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.open();
    });
    this.feed = new ModelFeed(session.clock, async () => statusOf(session.state), null);
    this.feed.watch({
      show: (words) => {
        this.show(words);
      },
      isVisible: () => this.shown !== null,
    });
    controller.onChange = () => {
      this.feed.changed();
    };
  }

  close(): void {
    this.feed.close();
  }

  private show(words: StatusText | null): void {
    const text = words && [...words.shown, words.waiting, words.spoken].join('\n');
    if (text === this.shown) return;
    this.shown = text;
    this.element.toggle(words !== null);
    if (!words) return;
    this.draw(words);
    this.element.setAttr('aria-label', words.spoken);
  }

  private draw({ shown, waiting }: StatusText): void {
    if (waiting === 0) {
      this.element.setText(shown.join(' · '));
      return;
    }
    const [first = '', ...others] = shown;
    this.element.empty();
    const line = this.element.createSpan({ text: `${first} · ` });
    this.drawIcon(line.createSpan({ cls: 'countersign-mark' }), 'hand');
    line.createSpan({ text: ` ${[waiting, ...others].join(' · ')}` });
  }

  private open(): void {
    if (waitingRequests(this.session.state).length > 0) this.controller.requests.reviewAll();
    else this.openPanel();
  }
}

function statusOf(state: SessionState): StatusText | null {
  if (state.at === 'failed') return formatFailedStatus(state.problem);
  if (state.at !== 'ready') return null;
  const { source, executor } = state.work;
  const { missionCount, waiting } = source.view();
  return formatStatus({
    missions: missionCount,
    waiting: waiting.length,
    paused: executor?.device.config.paused ?? false,
    idle: whyNothingRuns(state),
  });
}
