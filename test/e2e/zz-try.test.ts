import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { brief, openDesk } from './desk.js';
test('look', async () => {
  const w = await openDesk({ notes: { 'Welcome.md': '# Hi' } }).catch(async (e) => { console.log(String(e).slice(0,1500)); throw e; });
  let n = 0;
  const shot = async () => { await new Promise(r => setTimeout(r, 800)); await w.page.screenshot({ path: `/tmp/shots/s${++n}.png` }); };
  await shot();
  await writeFile(join(w.vault, 'Inbox', 'EMAIL_client-a-invoice.md'), brief);
  await w.button('Create plan').click({ timeout: 5000 }).catch(e => console.log(String(e).slice(0,500)));
  await shot();
  console.log(await w.notes('Plans'), w.errors);
  console.log(await w.text('Plans/' + (await w.notes('Plans'))[0]).catch(() => ''));
}, 60000);
