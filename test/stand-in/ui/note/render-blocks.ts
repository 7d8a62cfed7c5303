import { setIcon } from '../icons.js';
import {
  HIDDEN,
  parseMarkdown,
  type Block,
  type List,
  type ListItem,
  type Paragraph,
} from './markdown-source.js';
import { renderInline, renderText } from './render-inline.js';

/** What the blocks of one note need from it. */
export interface BlockContext {
  /** Makes a box in a task pressable; `offset` is that of the character between its brackets. */
  readonly onToggle: ((offset: number) => void) | null;
  /** The text that the blocks' positions count in. */
  readonly body: string;
}

const calloutIcons: Readonly<Record<string, string>> = {
  note: 'pencil',
  info: 'info',
  todo: 'check-circle-2',
  tip: 'flame',
  success: 'check',
  question: 'help-circle',
  warning: 'alert-triangle',
  failure: 'x',
  danger: 'zap',
  bug: 'bug',
  example: 'list',
  quote: 'quote',
};

export function renderBlocks(
  blocks: readonly Block[],
  element: HTMLElement,
  context: BlockContext,
): void {
  for (const block of blocks) renderBlock(block, element, context);
}

export function renderBlock(block: Block, element: HTMLElement, context: BlockContext): void {
  switch (block.type) {
    case 'paragraph':
      return renderParagraph(block, element, context);
    case 'heading': {
      const level = `h${block.depth}` as const;
      return renderInline(block.children, element.createEl(level, { attr: { dir: 'auto' } }));
    }
    case 'thematicBreak':
      return void element.createEl('hr');
    case 'blockquote':
      return renderQuote(block.children, element, context);
    case 'list':
      return renderList(block, element, context);
    case 'code': {
      const language = block.lang ? `language-${block.lang}` : '';
      const pre = element.createEl('pre', { cls: language });
      return void pre.createEl('code', { cls: language, text: `${block.value}\n` });
    }
    case 'html':
      if (!block.value.startsWith('<!--')) element.createEl('p', { text: block.value });
      return;
    default:
      return;
  }
}

function renderParagraph(block: Paragraph, element: HTMLElement, { body }: BlockContext): void {
  const { start, end } = block.position ?? {};
  const text = body.slice(start?.offset, end?.offset);
  if (text.replaceAll(HIDDEN, '').trim() === '') return;
  if (/^\|.*\|[ \t]*\n\|[\s:|-]+\|/.test(text)) return renderTable(text, element);
  renderInline(block.children, element.createEl('p', { attr: { dir: 'auto' } }));
}

/** CommonMark has no tables: the paragraph's own text is read again, cell by cell. */
function renderTable(text: string, element: HTMLElement): void {
  const [head = '', , ...rows] = text.split('\n');
  const table = element.createEl('table');
  renderRow(head, 'th', table.createEl('thead').createEl('tr'));
  const body = table.createEl('tbody');
  for (const row of rows) renderRow(row, 'td', body.createEl('tr'));
}

function renderRow(row: string, tag: 'th' | 'td', line: HTMLElement): void {
  for (const cell of row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)) {
    const [content] = parseMarkdown(cell.trim()).children;
    const element = line.createEl(tag);
    if (content?.type === 'paragraph') renderInline(content.children, element);
  }
}

function renderQuote(
  children: readonly Block[],
  element: HTMLElement,
  context: BlockContext,
): void {
  const [first, ...rest] = children;
  const [text, ...others] = first?.type === 'paragraph' ? first.children : [];
  const callout =
    text?.type === 'text' ? /^\[!([\w-]+)\][+-]?[ \t]*([^\n]*)\n?/.exec(text.value) : null;
  if (first?.type !== 'paragraph' || text?.type !== 'text' || !callout) {
    return renderBlocks(children, element.createEl('blockquote'), context);
  }
  const type = (callout[1] ?? 'note').toLowerCase();
  const box = element.createDiv({ cls: 'callout', attr: { 'data-callout': type } });
  const title = box.createDiv('callout-title');
  setIcon(title.createDiv('callout-icon'), calloutIcons[type] ?? 'pencil');
  const name = callout[2] || type.charAt(0).toUpperCase() + type.slice(1);
  renderText(name, title.createDiv('callout-title-inner'));
  const content = box.createDiv('callout-content');
  const value = text.value.slice(callout[0].length);
  if (others.length > 0 || value) {
    const children = [{ ...text, value }, ...others];
    renderInline(children, content.createEl('p', { attr: { dir: 'auto' } }));
  }
  renderBlocks(rest, content, context);
}

function renderList(list: List, element: HTMLElement, context: BlockContext): void {
  const holder = element.createEl(list.ordered ? 'ol' : 'ul');
  if (list.ordered && list.start !== 1) holder.setAttr('start', list.start ?? 1);
  for (const item of list.children) renderItem(item, holder, list.spread ?? false, context);
}

function renderItem(
  item: ListItem,
  list: HTMLElement,
  spread: boolean,
  context: BlockContext,
): void {
  const row = list.createEl('li', { attr: { dir: 'auto' } });
  const [first, ...rest] = item.children;
  if (first?.type !== 'paragraph') return renderBlocks(item.children, row, context);
  const [text, ...others] = first.children;
  const task = text?.type === 'text' ? /^\[(.)\](?:[ \t]+|$)/.exec(text.value) : null;
  let { children } = first;
  if (text?.type === 'text' && task) {
    list.addClass('contains-task-list');
    addBox(row, task[1] ?? ' ', (first.position?.start.offset ?? 0) + 1, context);
    children = [{ ...text, value: text.value.slice(task[0].length) }, ...others];
  }
  renderInline(children, spread ? row.createEl('p') : row);
  renderBlocks(rest, row, context);
}

function addBox(row: HTMLElement, mark: string, offset: number, { onToggle }: BlockContext): void {
  row.addClass('task-list-item');
  row.toggleClass('is-checked', mark !== ' ');
  row.setAttr('data-task', mark === ' ' ? '' : mark);
  const box = row.createEl('input', {
    cls: 'task-list-item-checkbox',
    type: 'checkbox',
    attr: { 'data-task': mark === ' ' ? '' : mark },
  });
  box.checked = mark !== ' ';
  box.disabled = onToggle === null;
  box.addEventListener('change', () => onToggle?.(offset));
}
