import type * as Obsidian from 'obsidian';
import { remark } from 'remark';
import { propertyLinks, readProperties } from './front-matter.js';
import { blankOut, inlineItems } from './inline-items.js';
import { maskText, type Stretch } from './mask-text.js';
import { Positions } from './positions.js';

type Root = ReturnType<ReturnType<typeof remark>['parse']>;
type Block = Root['children'][number];
type List = Extract<Block, { type: 'list' }>;
type ListItem = List['children'][number];
type Node = { type: string; position?: Block['position']; children?: Node[] };

/** The list item around another list. */
interface Above {
  readonly line: number;
  /** Where its content begins. */
  readonly column: number;
}

const markdown = remark();
const BLOCK_ID = /(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$/u;

/**
 * A note's text as Obsidian's cache of it (obsidian.d.ts:1402–1462). Checked against the caches
 * that obsidian-tasks captured from the real app; differences are listed in ASSUMPTIONS.md (A16).
 */
export function parseMetadata(text: string): Obsidian.CachedMetadata {
  const masked = maskText(text);
  const positions = new Positions(text);
  const root = markdown.parse(masked.text);
  const cache: Obsidian.CachedMetadata = {};
  const blocks: Record<string, Obsidian.BlockCache> = {};

  const headings: Obsidian.HeadingCache[] = [];
  const sections: Obsidian.SectionCache[] = [];
  if (masked.frontMatter !== null) {
    const { start, end } = masked.frontMatter;
    sections.push({ type: 'yaml', position: positions.between(start, end) });
  }
  for (const { start, end } of masked.comments) {
    sections.push({ type: 'comment', position: positions.between(start, end) });
  }
  for (const block of root.children) {
    const { start, end } = blockStretch(block, text);
    if (isWithin(start, masked.comments)) continue;
    const source = text.slice(start, end);
    const section: Obsidian.SectionCache = {
      type: sectionType(block, source),
      position: positions.between(start, end),
    };
    const id = block.type === 'paragraph' ? BLOCK_ID.exec(source)?.[1] : undefined;
    if (id !== undefined) {
      const named = source.trim() === `^${id}` ? (sections.at(-1) ?? section) : section;
      named.id = id;
      blocks[id] = { id, position: named.position };
    }
    if (block.type === 'heading') {
      const heading = headingText(source);
      headings.push({ heading, level: block.depth, position: section.position });
    }
    sections.push(section);
  }
  sections.sort((a, b) => a.position.start.offset - b.position.start.offset);

  const listItems = readItems(root, text, positions);
  for (const { id, position } of listItems) if (id !== undefined) blocks[id] = { id, position };

  const frontMatter = masked.frontMatter;
  const properties =
    masked.properties === null
      ? null
      : readProperties(text.slice(masked.properties.start, masked.properties.end));
  const hidden = frontMatter === null ? [] : [{ start: 0, end: frontMatter.end }];
  const inline = inlineItems(
    blankOut(text, [...hidden, ...codeOf(root, masked.comments)]),
    positions,
  );

  if (inline.links.length > 0) cache.links = inline.links;
  if (inline.embeds.length > 0) cache.embeds = inline.embeds;
  if (inline.tags.length > 0) cache.tags = inline.tags;
  if (headings.length > 0) cache.headings = headings;
  if (sections.length > 0) cache.sections = sections;
  if (listItems.length > 0) cache.listItems = listItems;
  if (Object.keys(blocks).length > 0) cache.blocks = blocks;
  if (properties !== null && frontMatter !== null) {
    cache.frontmatter = properties;
    cache.frontmatterPosition = positions.between(frontMatter.start, frontMatter.end);
    cache.frontmatterLinks = propertyLinks(properties);
  }
  return cache;
}

/** As captured: a quote's own indentation belongs to it. */
function blockStretch(block: Block, text: string): Stretch {
  const { start, end } = stretchOf(block);
  if (block.type !== 'blockquote') return { start, end };
  return { start: text.lastIndexOf('\n', start - 1) + 1, end };
}

function sectionType(block: Block, source: string): string {
  if (block.type === 'blockquote')
    return /^ *>\s*\[![^\]]+\]/u.test(source) ? 'callout' : 'blockquote';
  if (block.type !== 'paragraph') return block.type;
  return /\n {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?:\r?\n|$)/u.test(source)
    ? 'table'
    : 'paragraph';
}

function headingText(source: string): string {
  const atx = /^#{1,6}(?:[ \t]+|$)/u.exec(source);
  if (atx === null) return source.replace(/\r?\n[ \t]*[=-]+[ \t]*$/u, '').trim();
  return source
    .slice(atx[0].length)
    .replace(/(?:^|[ \t]+)#+[ \t]*$/u, '')
    .trim();
}

/** Every list item, also those in quotes and callouts, in the order of the text. */
function readItems(root: Root, text: string, positions: Positions): Obsidian.ListItemCache[] {
  const items: Obsidian.ListItemCache[] = [];
  const walk = (node: Node, above: Above | null): void => {
    if (node.type === 'list') readList(node as List, above);
    else for (const child of node.children ?? []) walk(child, above);
  };
  const readList = (list: List, above: Above | null): void => {
    // A list on the first line has no negative line number (A12).
    const first = Math.max(1, positions.lineOf(stretchOf(list).start));
    list.children.forEach((item, n) => {
      const next = list.children[n + 1];
      const own = item.children[0];
      const line = own?.type === 'paragraph' ? sourceOf(own, text) : '';
      const id = BLOCK_ID.exec(line)?.[1];
      const task = /^\[(.)\](?=\s|$)/u.exec(line)?.[1];
      const { start, end } = itemStretch(item, next, above, text);
      items.push({
        position: positions.between(start, end),
        parent: above?.line ?? -first,
        ...(id === undefined ? {} : { id }),
        ...(task === undefined ? {} : { task }),
      });
      const content = own === undefined ? end : stretchOf(own).start;
      const inside = { line: positions.lineOf(start), column: positions.columnOf(content) };
      for (const child of item.children) walk(child, inside);
    });
  };
  walk(root, null);
  return items;
}

/**
 * As captured: a nested item begins at its parent's content column, before its own further
 * indentation; lists inside an item are not part of it; blank lines behind it are.
 */
function itemStretch(
  item: ListItem,
  next: ListItem | undefined,
  above: Above | null,
  text: string,
): Stretch {
  let { start } = stretchOf(item);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const first = lineStart + (above?.column ?? start);
  while (start > first && /[ \t]/u.test(text[start - 1] ?? '')) start -= 1;
  const lists = item.children.findIndex((child) => child.type === 'list');
  const last = item.children[lists - 1];
  const { end } = stretchOf(last ?? item);
  if (next === undefined || last !== undefined) return { start, end };
  const nextLine = text.lastIndexOf('\n', stretchOf(next).start) + 1;
  const isBlank = /^\r?\n\r?\n\s*$/u.test(text.slice(end, nextLine));
  return { start, end: isBlank ? nextLine - 1 : end };
}

/** Where no links and tags are read: code and HTML. Those in `%%` comments are (captured). */
function codeOf(root: Root, comments: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  const walk = (node: Node): void => {
    if (['code', 'inlineCode', 'html'].includes(node.type)) found.push(stretchOf(node));
    for (const child of node.children ?? []) walk(child);
  };
  walk(root);
  return found.filter(({ start }) => !isWithin(start, comments));
}

function sourceOf(node: Node, text: string): string {
  const { start, end } = stretchOf(node);
  return text.slice(start, end);
}

function isWithin(offset: number, stretches: readonly Stretch[]): boolean {
  return stretches.some(({ start, end }) => offset >= start && offset < end);
}

function stretchOf(node: Node): Stretch {
  return {
    start: node.position?.start.offset ?? 0,
    end: node.position?.end.offset ?? 0,
  };
}
