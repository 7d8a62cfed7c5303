import type * as Obsidian from 'obsidian';
import { Component } from '../../load/component.js';
import type { CodeBlockHandler } from '../../load/registries.js';
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
  /** How many notes it is embedded in. */
  readonly depth?: number;
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
    work.push(embedNotes(section, request));
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
    await drawCodeBlock(handler, (code.textContent ?? '').replace(/\n$/, ''), block, context);
  }
  const sorted = postProcessors.values().sort((a, b) => a.sortOrder - b.sortOrder);
  for (const { process: run } of sorted) await run(section, context);
}

/** Lets a plugin draw one code block (B17). */
export async function drawCodeBlock(
  handler: CodeBlockHandler,
  source: string,
  block: HTMLElement,
  context: Obsidian.MarkdownPostProcessorContext,
): Promise<void> {
  try {
    await handler(source, block, context);
  } catch (error) {
    block.setText(error instanceof Error ? error.message : String(error));
  }
}

/** Draws the notes that a section embeds, each with a view, a path and sections of its own (B14). */
async function embedNotes(section: HTMLElement, request: RenderRequest): Promise<void> {
  const { app, sourcePath, depth = 0 } = request;
  for (const embed of section.findAll('span.internal-embed[src]')) {
    const target = (embed.getAttr('src') ?? '').replace(/[#|].*$/s, '');
    const file = app.metadataCache.getFirstLinkpathDest(target, sourcePath);
    if (file?.extension !== 'md' || depth >= deepestEmbed) continue;
    const text = await app.vault.cachedRead(file);
    embed.empty();
    embed.addClass('markdown-embed', 'inline-embed', 'is-loaded');
    const preview = embed
      .createDiv('markdown-embed-content')
      .createDiv('markdown-preview-view markdown-rendered');
    await renderMarkdown(text, {
      ...request,
      element: preview.createDiv('markdown-preview-sizer markdown-preview-section'),
      sourcePath: file.path,
      onToggle: null,
      depth: depth + 1,
    });
  }
}

const deepestEmbed = 5;

export function contextOf(
  { text, line }: MarkdownSource,
  block: Block,
  docId: string,
  {
    component,
    sourcePath,
    wholeNote,
    app,
  }: Pick<RenderRequest, 'component' | 'sourcePath' | 'wholeNote' | 'app'>,
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
