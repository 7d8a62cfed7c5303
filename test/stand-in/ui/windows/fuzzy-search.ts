import type { FuzzyMatch, SearchMatches, SearchResult } from 'obsidian';
import { SuggestModal } from './suggest-modal.js';

/** Documented: obsidian.d.ts, `prepareFuzzySearch`: letters in order; close together scores best. */
export function prepareFuzzySearch(query: string): (text: string) => SearchResult | null {
  const letters = [...query.toLowerCase()].filter((letter) => letter.trim() !== '');
  return (text) => {
    const lower = text.toLowerCase();
    const whole = lower.indexOf(query.toLowerCase().trim());
    if (query.trim() && whole >= 0) {
      return { score: -whole / 100, matches: [[whole, whole + query.trim().length]] };
    }
    const matches: SearchMatches = [];
    let at = 0;
    for (const letter of letters) {
      const found = lower.indexOf(letter, at);
      if (found < 0) return null;
      const last = matches.at(-1);
      if (last?.[1] === found) last[1] = found + 1;
      else matches.push([found, found + 1]);
      at = found + 1;
    }
    return { score: -matches.length - at / 100, matches };
  };
}

/** Documented: obsidian.d.ts, `prepareSimpleSearch`: every word somewhere. */
export function prepareSimpleSearch(query: string): (text: string) => SearchResult | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const starts = words.map((word) => text.toLowerCase().indexOf(word));
    if (starts.includes(-1)) return null;
    const matches = words.map((word, at): [number, number] => {
      const start = starts[at] ?? 0;
      return [start, start + word.length];
    });
    return { score: -Math.max(0, ...starts) / 100, matches: matches.sort((a, b) => a[0] - b[0]) };
  };
}

/** Documented: obsidian.d.ts, `renderMatches`. */
export function renderMatches(
  element: HTMLElement | DocumentFragment,
  text: string,
  matches: SearchMatches | null,
  offset = 0,
): void {
  let at = 0;
  for (const [from, to] of matches ?? []) {
    element.append(text.slice(at, from + offset));
    element.createSpan({
      cls: 'suggestion-highlight',
      text: text.slice(from + offset, to + offset),
    });
    at = to + offset;
  }
  element.append(text.slice(at));
}

/** Documented: obsidian.d.ts, `class FuzzySuggestModal`. */
export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
  abstract getItems(): T[];

  abstract getItemText(item: T): string;

  abstract onChooseItem(item: T, event: MouseEvent | KeyboardEvent): void;

  override getSuggestions(query: string): FuzzyMatch<T>[] {
    const search = prepareFuzzySearch(query);
    return this.getItems()
      .flatMap((item) => {
        const match = search(this.getItemText(item));
        return match ? [{ item, match }] : [];
      })
      .sort((a, b) => b.match.score - a.match.score);
  }

  override renderSuggestion({ item, match }: FuzzyMatch<T>, element: HTMLElement): void {
    renderMatches(element, this.getItemText(item), match.matches);
  }

  override onChooseSuggestion({ item }: FuzzyMatch<T>, event: MouseEvent | KeyboardEvent): void {
    this.onChooseItem(item, event);
  }
}
