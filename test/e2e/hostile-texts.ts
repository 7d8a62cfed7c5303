import { expect } from 'vitest';
import type { Locator } from 'playwright-core';

/** What foreign text may hold to be run, drawn, linked or filled in where it is shown. */
export const hostileText = [
  '<img src=https://evil.example/x onerror="window.taken=1">',
  '<script>window.taken=1</script>',
  '[press](javascript:window.taken=1)',
  '[[Secret]] ![[Secret]]',
  '<% tp.file.title %> {{title}} `= this.file`',
  '\u202Ednes\u202C \u2066\u200B',
].join(' ');

/** A word without a place to break. */
export const longWord = 'x'.repeat(100_000);

/** In quotes, as YAML and JSON have it, where what cannot be seen must be written so. */
export const spelledOut = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u200B-\u2069]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Controls of direction and what has no width, as nothing of ours shows them. */
export const rawControls = /[\u202A-\u202E\u2066-\u2069\u200B]/u;

/** It is there as text, letter by letter, with what is hidden made visible. */
export async function expectOnlyText(root: Locator): Promise<void> {
  const text = (await root.innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toContain('<img src=https://evil.example/x');
  expect(text).toContain('[press](javascript:window.taken=1)');
  expect(text).toContain('[[Secret]] ![[Secret]]');
  expect(text).toContain('<% tp.file.title %> {{title}} `= this.file`');
  expect(text).toContain('‹U+202E›dnes‹U+202C›');
  expect(text).not.toMatch(rawControls);
  await expectNothingDrawn(root);
}

/** Nothing of it became an element that shows, leads or runs anything. */
export async function expectNothingDrawn(root: Locator): Promise<void> {
  const made = 'img, script, iframe, a[href], .internal-link, .internal-embed';
  expect(await root.locator(made).count()).toBe(0);
}
