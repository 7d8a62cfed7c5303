import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeSharedBrowser } from '../../../../stand-in/chromium/browser.js';
import { openTrustedPage } from './open-trusted-page.js';
import type { TrustedPage } from './page/trusted-page.js';

declare const trusted: TrustedPage;

const A = 'Pending_Approval/a.md';
const entry = (kind: string, path: string): string =>
  `<div class="nav-${kind}-title" data-path="${path}" draggable="true">${path}</div>`;
const EXPLORER = `
  <div data-type="file-explorer"><div class="nav-files-container">
    ${entry('folder', 'Approved')} ${entry('folder', 'Approved/clients')}
    ${entry('folder', 'Rejected')} ${entry('folder', 'Approved too')}
    ${entry('folder', 'Pending_Approval')}
    ${entry('file', A)} ${entry('file', 'Pending_Approval/b.md')}
  </div></div>
  <div class="note">${entry('file', A)} ${entry('folder', 'Approved')}</div>
  <div class="other" data-path="${A}" draggable="true">A link to it</div>`;

describe('dragging in the file explorer', () => {
  let page: Page;
  beforeEach(async () => {
    page = await openTrustedPage(EXPLORER);
    // What the explorer does with a drop: it moves the one entry, or every selected one.
    await page.evaluate(() => {
      let dragged: string[] = [];
      document.addEventListener('dragstart', ({ target, dataTransfer }) => {
        dataTransfer?.setData('text/plain', 'x');
        const selected = [...document.querySelectorAll('.is-selected')];
        const entries = selected.length > 0 ? selected : [target as Element];
        dragged = entries.map((each) => each.getAttribute('data-path') ?? '');
      });
      document.addEventListener('dragover', (event) => event.preventDefault());
      document.addEventListener('drop', (event) => {
        event.preventDefault();
        const folder = (event.target as Element).getAttribute('data-path') ?? '';
        for (const path of dragged) {
          trusted.rename(path, `${folder}/${path.slice(path.lastIndexOf('/') + 1)}`);
        }
      });
    });
    return () => page.close();
  });
  afterAll(closeSharedBrowser);
  const on = (path: string, list = '.nav-files-container'): string =>
    `${list} [data-path="${path}"]`;
  const drags = (): Promise<string[]> => page.evaluate(() => trusted.drags);

  test.each(['Approved', 'Approved/clients'])('one note onto %s is a gesture', async (folder) => {
    await page.dragAndDrop(on(A), on(folder));
    expect(await drags()).toEqual([`drop: ${A} → ${folder}/a.md`]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['onto another folder', () => page.dragAndDrop(on(A), on('Rejected'))],
    ['onto a folder whose name begins alike', () => page.dragAndDrop(on(A), on('Approved too'))],
    ['of a folder', () => page.dragAndDrop(on('Pending_Approval'), on('Approved'))],
    [
      'of several selected notes',
      async () => {
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('.nav-file-title')) {
            each.classList.add('is-selected');
          }
        });
        await page.dragAndDrop(on(A), on('Approved'));
      },
    ],
    [
      'of something that is no entry of the explorer',
      () => page.dragAndDrop('.other', on('Approved')),
    ],
    [
      'of what only looks like the explorer’s, in a note,',
      () => page.dragAndDrop(on(A, '.note'), on('Approved')),
    ],
    [
      'onto what only looks like the folder, in a note,',
      () => page.dragAndDrop(on(A), on('Approved', '.note')),
    ],
    [
      'that is only pretended',
      () =>
        page.evaluate(() => {
          const data = { bubbles: true, dataTransfer: new DataTransfer() };
          const note = document.querySelector('[data-path$="a.md"]');
          const folder = document.querySelector('[data-path="Approved"]');
          note?.dispatchEvent(new DragEvent('dragstart', data));
          folder?.dispatchEvent(new DragEvent('drop', data));
        }),
    ],
    [
      'that something else does by itself',
      () =>
        page.evaluate((a) => {
          trusted.rename(a, 'Approved/a.md');
        }, A),
    ],
  ])('a drag %s is none [GATE-5]', async (_what, act) => {
    await act();
    expect(await drags()).toEqual([]);
  });

  test('several notes that no selection showed are told to be no gesture [GATE-5]', async () => {
    await page.dragAndDrop(on(A), on('Approved'));
    await page.evaluate(() => trusted.rename('Pending_Approval/b.md', 'Approved/b.md'));
    expect(await drags()).toEqual([`drop: ${A} → Approved/a.md`, 'not alone: Approved/a.md']);
  });
});
