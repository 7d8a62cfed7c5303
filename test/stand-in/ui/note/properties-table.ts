import { parse } from 'yaml';
import { setIcon } from '../icons.js';
import { renderText } from './render-inline.js';

/** A note's front matter as Obsidian shows it in reading view. */
export function drawProperties(frontMatter: string, element: HTMLElement): void {
  const container = element.createDiv('metadata-container');
  container.createDiv({ cls: 'metadata-properties-title', text: 'Properties' });
  const values = readValues(frontMatter);
  if (!values) {
    container.createDiv({ cls: 'metadata-error-container', text: 'Invalid properties' });
    container.createEl('pre', { text: frontMatter });
    return;
  }
  const list = container.createDiv('metadata-properties');
  for (const [key, value] of Object.entries(values)) {
    const row = list.createDiv({ cls: 'metadata-property', attr: { 'data-property-key': key } });
    const name = row.createDiv('metadata-property-key');
    setIcon(name.createSpan('metadata-property-icon'), iconOf(key, value));
    name.createSpan({ cls: 'metadata-property-key-input', text: key });
    drawValue(value, row.createDiv('metadata-property-value'));
  }
}

function readValues(frontMatter: string): Record<string, unknown> | null {
  try {
    const values = parse(frontMatter) as unknown;
    if (values === null) return {};
    return typeof values === 'object' && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function drawValue(value: unknown, element: HTMLElement): void {
  if (typeof value === 'boolean') {
    const box = element.createEl('input', { type: 'checkbox' });
    box.checked = value;
    box.disabled = true;
  } else if (Array.isArray(value)) {
    for (const entry of value) {
      renderText(textOf(entry), element.createSpan('multi-select-pill'));
    }
  } else if (value === null || value === '') {
    element.createSpan({ cls: 'metadata-property-empty', text: 'Empty' });
  } else {
    renderText(textOf(value), element.createSpan());
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : JSON.stringify(value);
}

function iconOf(key: string, value: unknown): string {
  if (key === 'tags' || key === 'aliases') return 'tag';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'hash';
  if (typeof value === 'boolean') return 'square-check';
  return /^\d{4}-\d\d-\d\d/.test(textOf(value)) ? 'calendar' : 'text';
}
