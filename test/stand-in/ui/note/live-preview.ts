import { Component } from '../../load/component.js';
import type { MarkdownView } from '../../workspace/markdown-view.js';
import type { Workspace } from '../../workspace/workspace.js';
import type { EditingSurface } from './editing-surface.js';
import { parseNote, type Block, type MarkdownSource } from './markdown-source.js';
import { contextOf, drawCodeBlock } from './render-markdown.js';

interface Widget {
  readonly element: HTMLElement;
  readonly component: Component;
  readonly key: string;
}

/**
 * Live preview, as far as plugins' code blocks go (B20): while nobody types, each stands drawn between
 * the lines of the note. A block that did not change keeps its element, also when the note is renamed.
 */
export class LivePreview {
  private readonly content: HTMLElement;
  private widgets: readonly Widget[] = [];
  private isOn = false;

  constructor(
    private readonly view: MarkdownView,
    private readonly source: HTMLElement,
    private readonly surface: EditingSurface,
  ) {
    const { field } = surface;
    this.content = createDiv('cm-content');
    field.parentElement?.appendChild(this.content);
    field.addEventListener('blur', () => this.refresh(this.isOn));
  }

  refresh(isOn: boolean): void {
    this.isOn = isOn;
    this.source.toggleClass('is-live-preview', isOn);
    const isTyping = this.surface.hasFocus();
    this.content.toggle(isOn && !isTyping);
    this.surface.field.toggle(!isOn || isTyping);
    if (!isOn) this.close();
    else if (!isTyping) this.draw();
  }

  close(): void {
    for (const { component } of this.widgets) component.unload();
    this.widgets = [];
    this.content.empty();
  }

  private draw(): void {
    const source = parseNote(this.view.getViewData());
    const lines = source.text.split('\n');
    const kept = [...this.widgets];
    const drawn: Widget[] = [];
    const elements: HTMLElement[] = [];
    let next = 0;
    for (const block of source.tree.children) {
      const widget = this.widgetOf(block, source, kept);
      if (!widget || !block.position) continue;
      drawn.push(widget);
      const first = source.line + block.position.start.line - 1;
      elements.push(...this.linesOf(lines, next, first), widget.element);
      next = source.line + block.position.end.line;
    }
    for (const { component } of kept) component.unload();
    this.widgets = drawn;
    // What stays in its place is not taken out: a real editor does not move it either.
    const wanted = [...elements, ...this.linesOf(lines, next, lines.length)];
    for (const child of [...this.content.children]) {
      if (!drawn.some(({ element }) => element === child)) child.remove();
    }
    wanted.forEach((element, at) => {
      if (this.content.children[at] !== element) {
        this.content.insertBefore(element, this.content.children[at] ?? null);
      }
    });
  }

  private widgetOf(block: Block, source: MarkdownSource, kept: Widget[]): Widget | null {
    if (block.type !== 'code' || !block.lang) return null;
    const { codeBlocks } = (this.view.app.workspace as unknown as Workspace).registries;
    const handler = codeBlocks.get(block.lang);
    if (!handler) return null;
    const key = JSON.stringify([block.lang, block.value]);
    const same = kept.findIndex((widget) => widget.key === key);
    const [known] = same < 0 ? [] : kept.splice(same, 1);
    if (known) return known;
    const component = new Component();
    component.load();
    const element = createDiv('cm-preview-code-block cm-embed-block markdown-rendered');
    const inner = element.createDiv(`block-language-${block.lang}`);
    // The worst that is reported: a click that nobody takes puts the cursor into the block.
    element.addEventListener('click', () => this.edit(source.text.indexOf(block.value)));
    const { app, file } = this.view;
    const context = contextOf(source, block, 'live-preview', {
      app,
      component,
      sourcePath: file?.path ?? '',
      wholeNote: true,
    });
    void drawCodeBlock(handler, block.value, inner, context);
    return { element, component, key };
  }

  private linesOf(lines: readonly string[], from: number, to: number): HTMLElement[] {
    return lines.slice(from, to).map((text, at) => {
      const line = createDiv({ cls: 'cm-line', text: text === '' ? '\u200b' : text });
      const offset = lines.slice(0, from + at).join('\n').length;
      line.addEventListener('click', () => this.edit(offset));
      return line;
    });
  }

  private edit(offset: number): void {
    const { field } = this.surface;
    this.content.hide();
    field.show();
    field.focus();
    field.setSelectionRange(offset, offset);
  }
}
