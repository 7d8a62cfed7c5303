import type * as Obsidian from 'obsidian';
import { parseDocument } from 'yaml';
import { displayTextOf } from './inline-items.js';

/**
 * Properties as Obsidian's cache holds them: parsed with `yaml` 2, so dates stay strings; `null`
 * when there are none or the YAML is broken (A15).
 */
export function readProperties(yaml: string): Obsidian.FrontMatterCache | null {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  if (document.errors.length > 0) return null;
  const value = toValue(document);
  return isRecord(value) && Object.keys(value).length > 0 ? value : null;
}

/** Links that are the whole value of a property, or of one entry of its list. */
export function propertyLinks(
  properties: Obsidian.FrontMatterCache,
): Obsidian.FrontmatterLinkCache[] {
  const linksIn = (key: string, value: unknown): Obsidian.FrontmatterLinkCache[] => {
    if (Array.isArray(value)) return value.flatMap((item, n) => linksIn(`${key}.${n}`, item));
    const link =
      typeof value === 'string' ? /^\[\[([^\]|]+)(?:\|([^\]]*))?\]\]$/u.exec(value) : null;
    if (link === null) return [];
    const [original, target = '', alias] = link;
    return [{ key, link: target, original, displayText: alias ?? displayTextOf(target) }];
  };
  return Object.entries(properties).flatMap(([key, value]) => linksIn(key, value));
}

/** An alias that expands for ever, for one, parses but has no value. */
function toValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS();
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
