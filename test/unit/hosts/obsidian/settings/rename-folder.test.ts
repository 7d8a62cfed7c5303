import { describe, expect, test } from 'vitest';
import { newVaultSettings } from '../../../../../src/core/settings/vault-settings.js';
import {
  renameFolder,
  renameProblem,
} from '../../../../../src/hosts/obsidian/settings/rename-folder.js';

const settings = newVaultSettings('v-abcdefghij');

type Folder = NonNullable<ReturnType<Parameters<typeof renameFolder>[0]['getFolderByPath']>>;

/** A vault with these folders, which writes down what is asked of it. */
function vaultWith(paths: readonly string[], refuses = false) {
  const asked: string[] = [];
  const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');
  const folder = (path: string): Folder => {
    const children = paths.filter((one) => one !== '' && parentOf(one) === path);
    return { path, children: children.map((one) => ({ path: one })) } as unknown as Folder;
  };
  return {
    asked,
    getRoot: () => folder(''),
    getFolderByPath: (path: string) => (paths.includes(path) ? folder(path) : null),
    async createFolder(path: string) {
      asked.push(`make ${path}`);
      return folder(path);
    },
    async rename(file: { readonly path: string }, to: string) {
      if (refuses) throw new Error('Destination file already exists!');
      asked.push(`${file.path} → ${to}`);
    },
  };
}

const vault = vaultWith([
  ...(Object.values(settings.folders) as string[]),
  'Done',
  'Work',
  'Größe',
]);
const problem = (from: string, to: string) => renameProblem(vault, settings, { from, to });

describe('a folder of ours', () => {
  test.each(['Refused', 'Work/Rejected', 'New/Deep/Rejected', 'Abgelehnt (alt)'])(
    'may be called %s',
    (to) => {
      expect(problem('Rejected', to)).toBeNull();
    },
  );

  test.each([
    ['', 'Type a folder name'],
    ['.obsidian/x', 'start with a dot'],
    ['a//b', 'empty'],
    ['../up', 'start with a dot'],
    ['a:b', 'contain any of'],
    ['rejected', 'Only upper and lower case'],
    ['Rejected/inside', 'can’t be moved into itself'],
    ['REJECTED/inside', 'can’t be moved into itself'],
    ['Work', 'already exists'],
    ['work', 'already exists'],
    ['Gro\u0308\u00dfe'.replace('o\u0308', '\u00f6'), 'already exists'],
    ['approved', 'already exists'],
  ])('may not be called “%s”, and it says why', (to, why) => {
    expect(problem('Rejected', to)).toContain(why);
  });

  test('may not take a name that another one of the settings has, although that folder is gone', () => {
    const bare = vaultWith(['Rejected']);
    expect(renameProblem(bare, settings, { from: 'Rejected', to: 'Approved' })).toContain(
      'two folders have the same name',
    );
  });
});

describe('renaming', () => {
  test('moves the folder itself, and makes what it is to lie in', async () => {
    const asked = vaultWith(['Rejected']);
    expect(await renameFolder(asked, settings, { from: 'Rejected', to: 'A/B' })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(asked.asked).toEqual(['make A', 'Rejected → A/B']);
  });

  test.each([
    ['the name is refused', vaultWith(['Rejected', 'Work']), 'Work', 'already exists'],
    ['the folder is gone', vaultWith(['Work']), 'Free', 'no longer exists'],
    ['Obsidian refuses', vaultWith(['Rejected'], true), 'Free', 'Destination file already exists!'],
  ])('moves nothing when %s, and says so', async (_what, asked, to, why) => {
    expect(await renameFolder(asked, settings, { from: 'Rejected', to })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(why) as string },
    });
    expect(asked.asked).toEqual([]);
  });
});
