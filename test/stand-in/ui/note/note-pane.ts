import { Component } from '../../load/component.js';
import type { MarkdownView, NotePane } from '../../workspace/markdown-view.js';
import { setIcon } from '../icons.js';
import { Menu } from '../menu.js';
import { EditingSurface } from './editing-surface.js';
import { LivePreview } from './live-preview.js';
import { parseNote } from './markdown-source.js';
import { drawProperties } from './properties-table.js';
import { renderMarkdown } from './render-markdown.js';

/** A note on screen: read or edited, with the button that changes between the two. */
export class DrawnNote implements NotePane {
  private readonly reading: HTMLElement;
  private readonly sizer: HTMLElement;
  private readonly source: HTMLElement;
  private readonly title: HTMLElement;
  private readonly toggle: HTMLElement;
  private readonly surface: EditingSurface;
  private readonly live: LivePreview;
  private rendering: Component | null = null;
  private drawn: { text: string; path: string } | null = null;

  constructor(private readonly view: MarkdownView) {
    const { contentEl } = view;
    this.reading = contentEl.createDiv('markdown-reading-view');
    const preview = this.reading.createDiv('markdown-preview-view markdown-rendered');
    this.sizer = preview.createDiv('markdown-preview-sizer markdown-preview-section');
    this.source = contentEl.createDiv('markdown-source-view mod-cm6');
    const scroller = this.source.createDiv('cm-scroller').createDiv('cm-sizer');
    this.title = scroller.createDiv('inline-title');
    this.surface = new EditingSurface(view, scroller);
    view.editor.surface = this.surface;
    this.live = new LivePreview(view, this.source, this.surface);
    view.register(() => this.live.close());
    view.addAction('more-vertical', 'More options', (event) => this.openMenu(event));
    this.toggle = view.addAction('book-open', '', () => this.changeMode());
    view.register(() => this.rendering?.unload());
  }

  get scroll(): number {
    return (this.reading.firstElementChild?.scrollTop ?? 0) / 20;
  }

  set scroll(lines: number) {
    if (this.reading.firstElementChild) this.reading.firstElementChild.scrollTop = lines * 20;
  }

  refresh(anew = false): void {
    const { view } = this;
    if (anew) this.drawn = null;
    const reads = view.getMode() === 'preview';
    this.reading.toggle(reads);
    this.source.toggle(!reads);
    setIcon(this.toggle, reads ? 'pencil' : 'book-open');
    this.toggle.setAttr(
      'aria-label',
      reads ? 'Current view: reading. Click to edit' : 'Current view: editing. Click to read',
    );
    view.titleEl.setText(view.file?.path.replace(/\.md$/, '').replaceAll('/', ' / ') ?? '');
    this.title.setText(view.file?.basename ?? '');
    if (reads) this.draw();
    else this.surface.refresh();
    this.live.refresh(!reads && view.livePreview);
  }

  private draw(): void {
    const { view, sizer } = this;
    const path = view.file?.path ?? '';
    const text = view.getViewData();
    if (this.drawn?.text === text && this.drawn.path === path) return;
    this.drawn = { text, path };
    this.rendering?.unload();
    this.rendering = new Component();
    this.rendering.load();
    const { scroll } = this;
    sizer.empty();
    sizer.createDiv({ cls: 'inline-title', text: view.file?.basename ?? '' });
    const { frontMatter } = parseNote(text);
    if (frontMatter !== null) drawProperties(frontMatter, sizer);
    void renderMarkdown(text, {
      app: view.app,
      element: sizer,
      sourcePath: path,
      component: this.rendering,
      wholeNote: true,
      onToggle: (offset) => void this.tick(offset),
    });
    this.scroll = scroll;
  }

  /** A pressed box is written at once (B5). */
  private async tick(offset: number): Promise<void> {
    const { editor } = this.view;
    const mark = editor.getValue().charAt(offset);
    editor.change([{ from: offset, to: offset + 1, text: mark === ' ' ? 'x' : ' ' }]);
    await this.view.save();
  }

  /** Documented: obsidian.d.ts, `file-menu`; this source is the view's own menu. */
  private openMenu(event: MouseEvent): void {
    const { file, leaf } = this.view;
    if (!file) return;
    const menu = new Menu();
    leaf.workspace.trigger('file-menu', menu, file, 'more-options', leaf);
    menu.showAtMouseEvent(event);
  }

  private changeMode(): void {
    const mode = this.view.getMode() === 'preview' ? 'source' : 'preview';
    void this.view.leaf.setViewState({
      type: 'markdown',
      state: { ...this.view.getState(), mode },
    });
  }
}
