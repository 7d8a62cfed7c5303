import type {
  Editor,
  EditorPosition,
  EditorRange,
  EditorSelection,
  EditorSelectionOrCaret,
  EditorTransaction,
} from 'obsidian';
import { LineIndex } from './line-index.js';
import type { OpenNote } from './open-note.js';
import { mapOffset, type TextChange } from './text-change.js';

/** The element that the editor types into, where there is one. */
export interface EditorSurface {
  focus(): void;
  blur(): void;
  hasFocus(): boolean;
  scroll: { top: number; left: number };
  /** Brings a line (from 0) of so many into sight. */
  revealLine(line: number, lines: number, center: boolean): void;
  /** The text or the selection is another one now. */
  refresh(): void;
}

type Known = Omit<Editor, 'getDoc' | 'undo' | 'redo' | 'exec'>;

/** The editor of one view: a selection in the note's shared text (one range, as the stand-in has). */
export class NoteEditor implements Known {
  surface: EditorSurface | null = null;
  private note: OpenNote | null = null;
  private stopListening: (() => void) | null = null;
  private selection = { anchor: 0, head: 0 };
  private index: LineIndex | null = null;

  /** `onEdit` is told of every change of the text, also one that came from outside. */
  constructor(private readonly onEdit: () => void) {}

  /** Shows another note, or none. */
  show(note: OpenNote | null): void {
    this.stopListening?.();
    this.note = note;
    this.index = null;
    this.selection = { anchor: 0, head: 0 };
    this.stopListening =
      note?.onChange((changes) => {
        this.index = null;
        this.moveSelection(changes);
        this.surface?.refresh();
        this.onEdit();
      }) ?? null;
    this.surface?.refresh();
  }

  /** The selected characters as offsets, for the surface. */
  get offsets(): { anchor: number; head: number } {
    return { ...this.selection };
  }

  set offsets({ anchor, head }: { anchor: number; head: number }) {
    const { length } = this.getValue();
    const clamp = (offset: number): number => Math.max(0, Math.min(offset, length));
    this.selection = { anchor: clamp(anchor), head: clamp(head) };
  }

  /** A change in offsets: a key was pressed, or one of the methods below. */
  change(changes: readonly TextChange[]): void {
    this.note?.edit(changes);
  }

  getDoc(): this {
    return this;
  }

  refresh(): void {
    this.surface?.refresh();
  }

  getValue(): string {
    return this.note?.value ?? '';
  }

  setValue(content: string): void {
    if (content === this.getValue()) return;
    this.change([{ from: 0, to: this.getValue().length, text: content }]);
    this.setCursor(0, 0);
  }

  getLine(line: number): string {
    return this.lines.line(line);
  }

  setLine(line: number, text: string): void {
    this.replaceRange(text, { line, ch: 0 }, { line, ch: this.getLine(line).length });
  }

  lineCount(): number {
    return this.lines.count;
  }

  lastLine(): number {
    return this.lines.count - 1;
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.getValue().slice(this.posToOffset(from), this.posToOffset(to));
  }

  replaceRange(replacement: string, from: EditorPosition, to: EditorPosition = from): void {
    const range = { from: this.posToOffset(from), to: this.posToOffset(to) };
    this.change([{ ...range, text: replacement }]);
  }

  getSelection(): string {
    return this.getValue().slice(...this.selectedRange());
  }

  somethingSelected(): boolean {
    return this.selection.anchor !== this.selection.head;
  }

  replaceSelection(replacement: string): void {
    const [from, to] = this.selectedRange();
    this.change([{ from, to, text: replacement }]);
    this.offsets = { anchor: from + replacement.length, head: from + replacement.length };
    this.surface?.refresh();
  }

  getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): EditorPosition {
    const [from, to] = this.selectedRange();
    const { anchor, head } = this.selection;
    return this.offsetToPos({ from, to, head, anchor }[side]);
  }

  setCursor(pos: EditorPosition | number, ch = 0): void {
    this.setSelection(typeof pos === 'number' ? { line: pos, ch } : pos);
  }

  listSelections(): EditorSelection[] {
    return [{ anchor: this.getCursor('anchor'), head: this.getCursor('head') }];
  }

  setSelection(anchor: EditorPosition, head: EditorPosition = anchor): void {
    this.offsets = { anchor: this.posToOffset(anchor), head: this.posToOffset(head) };
    this.surface?.refresh();
  }

  setSelections(ranges: EditorSelectionOrCaret[], main = 0): void {
    const range = ranges[main];
    if (range) this.setSelection(range.anchor, range.head);
  }

  transaction(tx: EditorTransaction): void {
    if (tx.replaceSelection !== undefined) this.replaceSelection(tx.replaceSelection);
    const changes = (tx.changes ?? []).map(({ from, to, text }) => ({
      from: this.posToOffset(from),
      to: this.posToOffset(to ?? from),
      text,
    }));
    this.change(changes.sort((a, b) => a.from - b.from));
    const selection = tx.selections?.[0] ?? tx.selection;
    if (selection) this.setSelection(selection.from, selection.to);
  }

  posToOffset(pos: EditorPosition): number {
    return this.lines.offsetOf(pos);
  }

  offsetToPos(offset: number): EditorPosition {
    return this.lines.positionOf(offset);
  }

  wordAt(pos: EditorPosition): EditorRange | null {
    const offset = this.posToOffset(pos);
    for (const { 0: word, index } of this.getValue().matchAll(/[\p{L}\p{N}_]+/gu)) {
      if (index <= offset && offset <= index + word.length) {
        return { from: this.offsetToPos(index), to: this.offsetToPos(index + word.length) };
      }
    }
    return null;
  }

  processLines<T>(
    read: (line: number, lineText: string) => T | null,
    write: (
      line: number,
      lineText: string,
      value: T | null,
    ) => { text: string; from: EditorPosition; to?: EditorPosition } | void,
    ignoreEmpty = false,
  ): void {
    const lines = Array.from({ length: this.lineCount() }, (_, line) => this.getLine(line));
    const values = lines.map((text, line) => (ignoreEmpty && !text ? null : read(line, text)));
    const changes = lines.flatMap((text, line) => {
      if (ignoreEmpty && !text) return [];
      return write(line, text, values[line] ?? null) ?? [];
    });
    this.transaction({ changes });
  }

  focus(): void {
    this.surface?.focus();
  }

  blur(): void {
    this.surface?.blur();
  }

  hasFocus(): boolean {
    return this.surface?.hasFocus() ?? false;
  }

  getScrollInfo(): { top: number; left: number } {
    return this.surface?.scroll ?? { top: 0, left: 0 };
  }

  scrollTo(x?: number | null, y?: number | null): void {
    if (!this.surface) return;
    const { top, left } = this.surface.scroll;
    this.surface.scroll = { top: y ?? top, left: x ?? left };
  }

  /** Documented: obsidian.d.ts, `Editor.scrollIntoView`. Lines are of one height here. */
  scrollIntoView({ from }: EditorRange, center = false): void {
    this.surface?.revealLine(from.line, this.lineCount(), center);
  }

  private get lines(): LineIndex {
    return (this.index ??= new LineIndex(this.getValue()));
  }

  private selectedRange(): [number, number] {
    const { anchor, head } = this.selection;
    return [Math.min(anchor, head), Math.max(anchor, head)];
  }

  private moveSelection(changes: readonly TextChange[]): void {
    this.selection = {
      anchor: mapOffset(this.selection.anchor, changes),
      head: mapOffset(this.selection.head, changes),
    };
  }
}
