import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pressAsPerson } from '../support/press-as-person.js';
import { until } from '../support/until.js';
import { openWorkbench } from '../support/workbench.js';

test('the practice mission is finished without any server: set up and start, approve, tick [GATE-24]', async () => {
  const workbench = await openWorkbench({ notes: { 'Welcome.md': '# Welcome\n' } });
  const { page } = workbench;
  const panel = page.locator('.workspace-leaf-content[data-type="countersign-current-mission"]');
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const press = (name: string) => button(name).click();
  const tick = (step: number) =>
    panel.getByRole('checkbox', { name: new RegExp(`^Step ${step}:`) }).click();

  await page.getByRole('button', { name: 'Open current mission' }).first().click();
  await press('Set up vault…');
  const modal = page.locator('.modal');
  await pressAsPerson(
    modal.getByRole('button', { name: 'Set up and start the practice plan', exact: true }),
  );
  await pressAsPerson(panel.getByRole('button', { name: 'Approve', exact: true }));
  await until('The practice email is a note', async () =>
    (await findNotes(workbench.vault, 'Practice')).length === 1 ? true : null,
  );
  const [mail] = await findNotes(workbench.vault, 'Practice');
  expect(await readFile(mail ?? '', 'utf8')).toContain('ractice');
  await panel.getByText('1 of 2').waitFor();
  await panel
    .locator('.countersign-result')
    .getByText(/^Practice email saved \d\d:\d\d$/)
    .waitFor();
  await tick(2);
  await page.locator('.notice').getByText('Plan done: ').waitFor();
  await until('the plan is done', async () =>
    (await findNotes(workbench.vault, 'Done/Plans')).length === 1 ? true : null,
  );
  const [plan] = await findNotes(workbench.vault, 'Done/Plans');
  expect(await readFile(plan ?? '', 'utf8')).toContain('status: Done');
  expect(await findNotes(workbench.vault, 'Done/Actions')).toHaveLength(1);
  await button('Connect your agent…').waitFor();
  expect(workbench.errors).toEqual([]);
}, 90_000);

/** The notes in a folder of the contract, wherever it lies. */
async function findNotes(vault: string, folder: string): Promise<string[]> {
  const paths = await readdir(vault, { recursive: true });
  return paths
    .filter((path) => path.endsWith('.md') && `/${path}`.includes(`/${folder}/`))
    .map((path) => join(vault, path));
}
