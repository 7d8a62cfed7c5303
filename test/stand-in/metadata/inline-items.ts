import type * as Obsidian from 'obsidian';
import type { Stretch } from './mask-text.js';
import type { Positions } from './positions.js';

export interface InlineItems {
  readonly links: Obsidian.LinkCache[];
  readonly embeds: Obsidian.EmbedCache[];
  readonly tags: Obsidian.TagCache[];
}

const WIKILINK = /(!?)\[\[([^[\]|\n]+)(?:\|([^\]\n]*))?\]\]/gu;
const MARKDOWN_LINK = /(!?)\[([^[\]\n]*)\]\(([^()\s]+)\)/gu;
const TAG = /(?<=^|\s)#([\p{L}\p{N}\p{M}\p{Extended_Pictographic}_/-]+)/gmu;

/** Links, embeds and tags of a text in which code and the like is blanked out. */
export function inlineItems(text: string, positions: Positions): InlineItems {
  const found: (Obsidian.LinkCache & { readonly embed: boolean })[] = [];
  for (const match of text.matchAll(WIKILINK)) {
    const [original, bang, target = '', alias] = match;
    found.push({
      embed: bang === '!',
      link: target,
      original,
      displayText: alias ?? displayTextOf(target),
      position: positions.between(match.index, match.index + original.length),
    });
  }
  for (const match of text.matchAll(MARKDOWN_LINK)) {
    const [original, bang, displayText = '', link = ''] = match;
    if (/^[a-z][a-z0-9+.-]*:/iu.test(link)) continue;
    const position = positions.between(match.index, match.index + original.length);
    found.push({ embed: bang === '!', link: decoded(link), original, displayText, position });
  }
  found.sort((a, b) => a.position.start.offset - b.position.start.offset);
  const of = (embeds: boolean): Obsidian.LinkCache[] =>
    found.filter(({ embed }) => embed === embeds).map(({ embed: _embed, ...link }) => link);
  const tags = [...text.matchAll(TAG)]
    .filter(([, name = '']) => !/^\d+$/u.test(name))
    .map((match) => ({
      tag: match[0],
      position: positions.between(match.index, match.index + match[0].length),
    }));
  return { links: of(false), embeds: of(true), tags };
}

function decoded(link: string): string {
  try {
    return decodeURI(link);
  } catch {
    return link;
  }
}

/** What a link without its own words shows: `note#a#b` as `note > a > b`. */
export function displayTextOf(target: string): string {
  return target.replace(/^#/u, '').replaceAll('#', ' > ');
}

/** The text with these stretches as blanks, line ends kept. */
export function blankOut(text: string, stretches: readonly Stretch[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    kept +=
      text.slice(at, from) +
      text.slice(from, end).replace(/[^\r\n]/gu, (c) => ' '.repeat(c.length));
    at = end;
  }
  return kept + text.slice(at);
}
