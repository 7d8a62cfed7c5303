import type * as Obsidian from 'obsidian';
import { Component } from '../../load/component.js';
import type { Workspace } from '../../workspace/workspace.js';
import { parseNote, type Block, type MarkdownSource } from './markdown-source.js';
import { renderBlock } from './render-blocks.js';

export interface RenderRequest {
  readonly app: Obsidian.App;
  readonly element: HTMLElement;
  readonly sourcePath: string;
  /** Owns what the processors add; unloaded before the next rendering. */
  readonly component: Obsidian.Component;
  /** Whether the text is a whole note that a view shows: only then are sections known. */
  readonly wholeNote: boolean;
  readonly onToggle: ((offset: number) => void) | null;
}

let documents = 0;

/** Draws a note's body, section by section, then lets the plugins' processors at each. */
export async function renderMarkdown(text: string, request: RenderRequest): Promise<void> {
  const source = parseNote(text);
  documents += 1;
  const work: Promise<void>[] = [];
  for (const block of source.tree.children) {
    const section = request.element.createDiv(`el-${tagOf(block)}`);
    const onToggle = request.onToggle;
    renderBlock(block, section, {
      body: source.body,
      onToggle: onToggle && ((offset) => onToggle(offset + source.offset)),
    });
    if (section.childNodes.length === 0) {
      section.remove();
      continue;
    }
    section.addEventListener('click', (event) => openLink(event, request));
    work.push(process(section, contextOf(source, block, `doc-${documents}`, request), request.app));
  }
  await Promise.all(work);
}

async function process(
  section: HTMLElement,
  context: Obsidian.MarkdownPostProcessorContext,
  app: Obsidian.App,
): Promise<void> {
  const { codeBlocks, postProcessors } = (app.workspace as unknown as Workspace).registries;
  for (const code of section.findAll('pre > code')) {
    const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1];
    const handler = language === undefined ? undefined : codeBlocks.get(language);
    if (!language || !handler) continue;
    const block = createDiv(`block-language-${language}`);
    code.parentElement?.replaceWith(block);
    try {
      await handler((code.textContent ?? '').replace(/\n$/, ''), block, context);
    } catch (error) {
      block.setText(error instanceof Error ? error.message : String(error));
    }
  }
  const sorted = postProcessors.values().sort((a, b) => a.sortOrder - b.sortOrder);
  for (const { process: run } of sorted) await run(section, context);
}

function contextOf(
  { text, line }: MarkdownSource,
  block: Block,
  docId: string,
  { component, sourcePath, wholeNote, app }: RenderRequest,
): Obsidian.MarkdownPostProcessorContext {
  const file = app.vault.getFileByPath(sourcePath);
  return {
    docId,
    sourcePath,
    frontmatter: file ? app.metadataCache.getFileCache(file)?.frontmatter : undefined,
    addChild: (child) => void component.addChild(child),
    getSectionInfo: () =>
      wholeNote && block.position
        ? {
            text,
            lineStart: line + block.position.start.line - 1,
            lineEnd: line + block.position.end.line - 1,
          }
        : null,
  };
}

function openLink(event: MouseEvent, { app, sourcePath }: RenderRequest): void {
  const link = (event.target as Element).closest('a.internal-link, a.tag');
  if (!link) return;
  event.preventDefault();
  const target = link.getAttr('data-href');
  if (target) void app.workspace.openLinkText(target, sourcePath, event.ctrlKey || event.metaKey);
}

function tagOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `h${block.depth}`;
    case 'list':
      return block.ordered ? 'ol' : 'ul';
    case 'code':
      return 'pre';
    case 'thematicBreak':
      return 'hr';
    case 'blockquote':
      return 'blockquote';
    default:
      return 'p';
  }
}

/** Documented: obsidian.d.ts, `class MarkdownRenderChild`. */
export class MarkdownRenderChild extends Component {
  constructor(readonly containerEl: HTMLElement) {
    super();
  }
}

/** Documented: obsidian.d.ts, `class MarkdownRenderer`, its static part. */
export abstract class MarkdownRenderer extends MarkdownRenderChild {
  static async render(
    app: Obsidian.App,
    markdown: string,
    element: HTMLElement,
    sourcePath: string,
    component: Obsidian.Component,
  ): Promise<void> {
    element.addClass('markdown-rendered');
    await renderMarkdown(markdown, {
      app,
      element,
      sourcePath,
      component,
      wholeNote: false,
      onToggle: null,
    });
  }
}
