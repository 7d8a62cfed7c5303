import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitPlace, type GitPlace } from '../../support/git/repository.js';
import { pressAsPerson } from '../../support/press-as-person.js';
import { until } from '../../support/until.js';
import { button, config, desk, open, page, row, saved } from './in-settings.js';

const name = 'Use git for decisions';
const form = (): Locator => page.getByRole('dialog', { name });

let place: GitPlace;
beforeAll(() => {
  place = gitPlace();
  place.commit('One');
});
afterAll(() => place.dispose());

test('decisions find a repository where a person’s press says, one elsewhere only once it was shown, and one press ends it [SPEC-04.15]', async () => {
  await open('Safety on this device');
  expect(await row(name).textContent()).toContain('Off.');
  await page.getByRole('button', { name: `Turn on… ${name}` }).click();
  const folder = form().getByLabel('Folder', { exact: true });
  await pressAsPerson(button('Turn on'));
  await form().getByText(`There is no git repository in “${desk.vault}”`).waitFor();

  // An agent had `.git` lead to another repository.
  const project = join(desk.vault, 'project');
  const elsewhere = join(desk.vault, 'elsewhere');
  renameSync(join(place.folder, '.git'), elsewhere);
  mkdirSync(project);
  writeFileSync(join(project, '.git'), `gitdir: ${elsewhere}\n`);
  await folder.fill(project);
  await form().locator('.checkbox-container').click();
  await pressAsPerson(button('Turn on'));
  await form().getByText(`Its commits are in “${elsewhere}”.`).waitFor();
  expect((await config()).git).toBeUndefined();
  await pressAsPerson(button('Turn on'));
  const { git } = await saved('git is on', (now) => now.git !== undefined);
  expect(git).toEqual({ folder: project, head: elsewhere, common: elsewhere, diffs: true });
  await until('the row says so', async () =>
    (await row(name).textContent())?.includes(project) ? true : null,
  );
  await page.getByRole('button', { name: `Turn off ${name}` }).click();
  await saved('git is off', (now) => now.git === undefined);
});
