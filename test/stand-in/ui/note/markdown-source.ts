import { remark } from 'remark';

type Root = ReturnType<ReturnType<typeof remark>['parse']>;

/** What remark makes of Markdown: the tree's block and inline nodes. */
export type Block = Root['children'][number];
export type Paragraph = Extract<Block, { type: 'paragraph' }>;
export type List = Extract<Block, { type: 'list' }>;
export type ListItem = List['children'][number];
export type Inline = Paragraph['children'][number];

/** Stands for a character of a comment: parsed as text, shown as nothing. */
export const HIDDEN = '\uE000';

/** A note's Markdown below its front matter; offsets and lines of the tree count from `offset`. */
export interface MarkdownSource {
  readonly text: string;
  readonly body: string;
  readonly tree: Root;
  /** The front matter between its fences, or null. */
  readonly frontMatter: string | null;
  /** Where the body begins in the note, in characters and in lines. */
  readonly offset: number;
  readonly line: number;
}

export function parseNote(text: string): MarkdownSource {
  const front = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/.exec(text);
  const offset = front?.[0].length ?? 0;
  const body = hideComments(text.slice(offset));
  return {
    text,
    body,
    tree: parseMarkdown(body),
    frontMatter: front ? (front[1] ?? '') : null,
    offset,
    line: text.slice(0, offset).split('\n').length - 1,
  };
}

export function parseMarkdown(text: string): Root {
  return remark().parse(text);
}

/** `%%…%%` outside code becomes characters that are not shown; lines and offsets stay. */
function hideComments(text: string): string {
  return text.replace(
    /^(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:\n\1[^\n]*(?=\n|$)|$(?![\s\S]))|`[^`\n]*`|%%[\s\S]*?(?:%%|$(?![\s\S]))/gm,
    (match) => (match.startsWith('%%') ? match.replace(/[^\n]/g, HIDDEN) : match),
  );
}
