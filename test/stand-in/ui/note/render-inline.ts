import { HIDDEN, type Inline } from './markdown-source.js';

const SPECIAL = new RegExp(
  [
    String.raw`(?<embed>!)?\[\[(?<link>[^\]\n]+)\]\]`,
    String.raw`~~(?<struck>[^~\n]+)~~`,
    String.raw`==(?<marked>[^=\n]+)==`,
    String.raw`(?<=^|\s)(?<tag>#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)`,
    String.raw`(?<=\s)(?<block>\^[A-Za-z0-9-]+)$`,
  ].join('|'),
  'gu',
);

export function renderInline(nodes: readonly Inline[], element: HTMLElement): void {
  for (const node of nodes) renderNode(node, element);
}

function renderNode(node: Inline, element: HTMLElement): void {
  switch (node.type) {
    case 'text':
      return renderText(node.value, element);
    case 'emphasis':
      return renderInline(node.children, element.createEl('em'));
    case 'strong':
      return renderInline(node.children, element.createEl('strong'));
    case 'inlineCode':
      return void element.createEl('code', { text: node.value });
    case 'break':
      return void element.createEl('br');
    case 'link': {
      const external = /^[a-z][a-z+.-]*:/i.test(node.url);
      const link = external
        ? element.createEl('a', {
            cls: 'external-link',
            href: /^(https?|mailto|obsidian):/i.test(node.url) ? node.url : '#',
            attr: { rel: 'noopener nofollow', target: '_blank' },
          })
        : internalLink(element, decodeURI(node.url));
      return renderInline(node.children, link);
    }
    case 'image':
      return void element.createSpan({
        cls: 'internal-embed',
        text: `![${node.alt ?? ''}](${node.url})`,
      });
    case 'html':
      return void (node.value.startsWith('<!--') || element.appendText(node.value));
    default:
      if ('children' in node) renderInline(node.children, element);
  }
}

/** Plain text with what Obsidian adds to Markdown: wikilinks, tags, marks, block ids. */
export function renderText(value: string, element: HTMLElement): void {
  let at = 0;
  for (const match of value.matchAll(SPECIAL)) {
    appendLines(value.slice(at, match.index), element);
    at = match.index + match[0].length;
    const { embed, link, struck, marked, tag } = match.groups ?? {};
    if (embed) {
      element.createSpan({ cls: 'internal-embed', text: match[0], attr: { src: link ?? '' } });
    } else if (link) {
      const [target = '', alias] = link.split('|');
      internalLink(element, target).setText(alias ?? target);
    } else if (struck) element.createEl('del', { text: struck });
    else if (marked) element.createEl('mark', { text: marked });
    else if (tag) element.createEl('a', { cls: 'tag', href: tag, text: tag });
  }
  appendLines(value.slice(at), element);
}

function internalLink(element: HTMLElement, target: string): HTMLAnchorElement {
  return element.createEl('a', {
    cls: 'internal-link',
    href: target,
    attr: { 'data-href': target },
  });
}

/** A line end is a line break (Obsidian's default: "Strict line breaks" off). */
function appendLines(text: string, element: HTMLElement): void {
  text
    .replaceAll(HIDDEN, '')
    .split('\n')
    .forEach((line, at) => {
      if (at > 0) element.createEl('br');
      if (line) element.appendText(line);
    });
}
