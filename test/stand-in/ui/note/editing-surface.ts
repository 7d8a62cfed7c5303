import type { EditorSurface } from '../../workspace/editing/note-editor.js';
import type { MarkdownView } from '../../workspace/markdown-view.js';
import { Menu } from '../menu.js';

/** The editing view: a text field that types into the view's editor. */
export class EditingSurface implements EditorSurface {
  readonly field: HTMLTextAreaElement;

  constructor(
    private readonly view: MarkdownView,
    private readonly scroller: HTMLElement,
  ) {
    this.field = scroller.createEl('textarea', {
      cls: 'cm-content',
      attr: { spellcheck: 'false', 'aria-label': 'Note text' },
    });
    this.field.addEventListener('input', () => this.typed());
    for (const event of ['select', 'keyup', 'pointerup', 'focus'] as const) {
      this.field.addEventListener(event, () => this.selected());
    }
    this.field.addEventListener('contextmenu', (event) => this.openMenu(event));
  }

  get scroll(): { top: number; left: number } {
    return { top: this.scroller.scrollTop, left: this.scroller.scrollLeft };
  }

  revealLine(line: number, lines: number, center: boolean): void {
    const { scroller, field } = this;
    const height = field.offsetHeight / Math.max(lines, 1);
    const top = field.offsetTop + line * height;
    const isInSight =
      top >= scroller.scrollTop && top + height <= scroller.scrollTop + scroller.clientHeight;
    if (isInSight) return;
    scroller.scrollTop = center ? top - scroller.clientHeight / 2 : top;
  }

  set scroll({ top, left }: { top: number; left: number }) {
    this.scroller.scrollTo({ top, left });
  }

  focus(): void {
    this.field.focus();
  }

  blur(): void {
    this.field.blur();
  }

  hasFocus(): boolean {
    return this.field.isActiveElement();
  }

  refresh(): void {
    const { editor } = this.view;
    const text = editor.getValue();
    const { anchor, head } = editor.offsets;
    const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
    if (this.field.value !== text) this.field.value = text;
    const { selectionStart, selectionEnd } = this.field;
    if (selectionStart === from && selectionEnd === to) return;
    this.field.setSelectionRange(from, to, head < anchor ? 'backward' : 'forward');
  }

  private typed(): void {
    const { editor } = this.view;
    const text = this.field.value;
    const before = editor.getValue();
    const cursor = this.field.selectionEnd;
    const after = text.length - cursor;
    const shorter = Math.min(before.length, text.length);
    let from = 0;
    while (from < Math.min(shorter, cursor) && before[from] === text[from]) from += 1;
    const to = Math.max(from, before.length - after);
    editor.offsets = { anchor: from, head: from };
    editor.change([{ from, to, text: text.slice(from, text.length - (before.length - to)) }]);
    editor.offsets = { anchor: cursor, head: cursor };
    this.refresh();
  }

  private selected(): void {
    const { selectionStart, selectionEnd, selectionDirection } = this.field;
    this.view.editor.offsets =
      selectionDirection === 'backward'
        ? { anchor: selectionEnd, head: selectionStart }
        : { anchor: selectionStart, head: selectionEnd };
  }

  private openMenu(event: MouseEvent): void {
    const menu = Menu.forEvent(event);
    menu.addItem((item) =>
      item
        .setTitle('Select all')
        .setSection('action')
        .onClick(() => this.field.select()),
    );
    this.view.leaf.workspace.trigger('editor-menu', menu, this.view.editor, this.view);
  }
}
