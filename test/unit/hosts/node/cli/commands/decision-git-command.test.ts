import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceConfig } from '../../../../../../src/core/settings/device-config.js';
import { main } from '../../../../../../src/hosts/node/cli/main.js';
import { gitPlace, type GitPlace } from '../../../../../support/git/repository.js';

let place: GitPlace;
/** What the person types; `null`: nobody sits there. */
let typed: string | null;

beforeEach(async () => {
  place = gitPlace();
  typed = null;
  expect((await run('setup')).code).toBe(0);
});
afterEach(() => place.dispose());

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const answer = typed;
  const ask = answer === null ? {} : { ask: async () => answer };
  const terminal = { line: say, error: say, colours: false, ...ask };
  const env = { ...process.env, XDG_CONFIG_HOME: join(place.root, 'config') };
  const code = await main([...args, '--vault', place.options.vaultRoot], terminal, env);
  return { code, out: said.join('\n') };
}

async function saved(): Promise<DeviceConfig['git']> {
  const [name = ''] = await readdir(join(place.root, 'config/countersign'));
  const file = join(place.root, 'config/countersign', name, 'device.json');
  return (JSON.parse(await readFile(file, 'utf8')) as DeviceConfig).git;
}

describe('decision git', () => {
  test('is turned on for a folder by a typed word alone, and then names the branch and checks commits, until it is off [SPEC-04.11] [SPEC-04.12] [SPEC-04.15]', async () => {
    place.write('a.txt', 'one\n');
    const one = place.commit('One');
    const { folder } = place;
    await run('plan', 'start', '--text', 'Tidy up.', '--source', 'me', '--even-if-simple');
    const year = new Date().getUTCFullYear();
    const plan = `PLAN-${year}-001`;
    const vault = place.options.vaultRoot;
    const decided = async (text: string): Promise<string> => {
      const { code, out } = await run('decision', 'create-decision', '--text', text);
      expect(code, out).toBe(0);
      const note = await readFile(join(vault, `Plans/${plan}.md`), 'utf8');
      return note.split('\n').find((line) => line.includes(text)) ?? '';
    };
    expect(await decided('Before')).not.toContain('branch::');
    expect((await run('status')).out).not.toContain('branch');

    expect(await run('decision', 'git', 'on', folder)).toMatchObject({ code: 2 });
    typed = 'yes';
    expect((await run('decision', 'git', 'on', folder)).out).toContain('You didn’t type “git”.');
    expect(await saved()).toBeUndefined();
    typed = 'git';
    const { code, out } = await run('decision', 'git', 'on', folder, '--diffs');
    expect(code).toBe(0);
    expect(out).toContain(`Its commits are read from “${join(folder, '.git')}”.`);
    expect(out).toContain('can hold passwords and keys');
    const common = join(folder, '.git');
    expect(await saved()).toEqual({ folder, head: common, common, diffs: true });
    typed = null;

    const line = await decided('With git');
    expect(line).toMatch(/With git \[branch:: main\] \^d-\w{6}$/u);
    const [, id = ''] = /\^(d-\w{6})$/u.exec(line) ?? [];
    const link = (text: string) => run('decision', 'link-commit', '--of', id, '--text', text);
    expect((await link('0123456')).out).toContain(
      `“0123456” is no commit in the repository of “${folder}”.`,
    );
    const linked = await link(one.slice(0, 9));
    expect(linked.out).toContain(
      `The diff of ${one.slice(0, 12)} is in Logs/reasoning/${plan}-diff-${one.slice(0, 12)}.md.`,
    );
    const asked = await run('decision', 'for-commit', '--about', one.slice(0, 7));
    expect(asked.out).toBe(`${plan}: With git (${id})`);
    const says = `Decisions name the branch of “${folder}”.`;
    for (const words of [['status'], ['decision', 'git']])
      expect((await run(...words)).out).toContain(says);

    expect((await run('decision', 'git', 'off')).code).toBe(0);
    expect(await saved()).toBeUndefined();
    expect(await decided('After')).not.toContain('branch::');
    expect((await run('status')).out).not.toContain(says);
    expect((await run('decision', 'git')).out).toBe('Git is off for decisions.');
  });

  test('is not turned on by what an agent writes into the vault [SPEC-04.15]', async () => {
    place.commit('One');
    const settings = join(place.options.vaultRoot, '.obsidian/plugins/countersign/data.json');
    const git = await place.settings({ diffs: true });
    const own = JSON.parse(await readFile(settings, 'utf8')) as object;
    await writeFile(settings, JSON.stringify({ ...own, git, device: { git } }));
    for (const path of ['device.json', '.countersign/device.json']) {
      await mkdir(join(place.options.vaultRoot, '.countersign'), { recursive: true });
      await writeFile(join(place.options.vaultRoot, path), JSON.stringify({ git }));
    }
    expect((await run('decision', 'git')).out).toBe('Git is off for decisions.');
  });

  test.each([
    [['on', '/no/such/folder'], 3, 'There is no git repository in “/no/such/folder”'],
    // The vault, where no folder is named.
    [['on'], 3, 'There is no git repository in “'],
    [['maybe'], 2, 'decision git on [FOLDER] [--diffs]'],
    [['off', '/'], 2, 'decision git on [FOLDER] [--diffs]'],
    [['--diffs'], 2, 'decision git on [FOLDER] [--diffs]'],
  ])('%j is refused', async (words, code, says) => {
    typed = 'git';
    const said = await run('decision', 'git', ...words);
    expect(said.code).toBe(code);
    expect(said.out).toContain(says);
    expect(await saved()).toBeUndefined();
  });
});
