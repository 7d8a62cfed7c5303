import * as realFs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connect.js';
import { serve, type Served } from './serve.js';

type Fs = typeof realFs;

let served: Served;
let remoteFs: Fs;
let folder: string;
let vault: string;
let twin: string;

beforeAll(async () => {
  folder = await realFs.realpath(await realFs.mkdtemp(join(tmpdir(), 'proxies-')));
  [vault, twin] = [join(folder, 'vault'), join(folder, 'twin')];
  await realFs.mkdir(vault);
  await realFs.mkdir(twin);
  served = await serve({ vaultRoot: vault, stateRoot: join(folder, 'state') });
  remoteFs = (await connect(served)).require('node:fs/promises') as Fs;
});

afterAll(async () => {
  await served.close();
  await realFs.rm(folder, { recursive: true, force: true });
});

/** What a script does, told so that it reads the same wherever it ran. */
async function outcomeOf(
  script: (fs: Fs, root: string) => Promise<unknown>,
  fs: Fs,
  root: string,
): Promise<unknown> {
  try {
    return { value: tell(await script(fs, root), root) };
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    const { name, message, code, errno, syscall, path, dest } = error as NodeJS.ErrnoException & {
      dest?: string;
    };
    return tell({ name, message, code, errno, syscall, path, dest }, root);
  }
}

function tell(value: unknown, root: string): unknown {
  if (typeof value === 'string') return value.replaceAll(root, '<root>');
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map((item) => tell(item, root));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tell(item, root)]));
}

test.each<[string, (fs: Fs, root: string) => Promise<unknown>]>([
  [
    'reads a text',
    async (fs, root) => {
      await fs.writeFile(join(root, 'a.md'), 'ä\r\n\ufeff✋');
      return fs.readFile(join(root, 'a.md'), 'utf8');
    },
  ],
  [
    'reads bytes that are no text',
    async (fs, root) => {
      await fs.writeFile(join(root, 'b'), Uint8Array.of(0, 255, 10, 128));
      return fs.readFile(join(root, 'b'));
    },
  ],
  ['an absent file', (fs, root) => fs.readFile(join(root, 'absent.md'), 'utf8')],
  ['a folder read as a file', (fs, root) => fs.readFile(root)],
  [
    'makes folders, tells the first one',
    async (fs, root) => {
      const made = await fs.mkdir(join(root, 'x/y/z'), { recursive: true, mode: 0o700 });
      return [made, await fs.mkdir(join(root, 'x/y'), { recursive: true })];
    },
  ],
  [
    'a folder that is there already',
    async (fs, root) => {
      await fs.mkdir(join(root, 'twice'));
      await fs.mkdir(join(root, 'twice'));
    },
  ],
  [
    'lists names, and entries with their kinds',
    async (fs, root) => {
      await fs.mkdir(join(root, 'list/sub'), { recursive: true });
      await fs.writeFile(join(root, 'list/note.md'), '');
      const entries = await fs.readdir(join(root, 'list'), { withFileTypes: true });
      const kinds = entries.map((it) => [it.name, it.parentPath, it.isFile(), it.isDirectory()]);
      return [(await fs.readdir(join(root, 'list'))).sort(), kinds.sort()];
    },
  ],
  [
    'stats',
    async (fs, root) => {
      await fs.writeFile(join(root, 's'), '12345', { mode: 0o640 });
      await fs.utimes(join(root, 's'), 1_700_000_000, new Date(1_700_000_000_123));
      const it = await fs.stat(join(root, 's'));
      const big = await fs.stat(join(root, 's'), { bigint: true });
      return [
        [
          it.size,
          it.mode,
          it.nlink,
          it.mtimeMs,
          it.mtime.toISOString(),
          it.isFile(),
          it.isDirectory(),
        ],
        [big.size, big.mtimeNs, big.ino > 0n, (await fs.lstat(root)).isDirectory()],
      ];
    },
  ],
  [
    'a link to follow and not to',
    async (fs, root) => {
      await realFs.symlink('s', join(root, 'link'));
      const there = await fs.lstat(join(root, 'link'));
      return [there.isSymbolicLink(), await fs.realpath(join(root, 'link'))];
    },
  ],
  [
    'links, and refuses to link over a file',
    async (fs, root) => {
      await fs.writeFile(join(root, 'one'), '1');
      await fs.link(join(root, 'one'), join(root, 'two'));
      await fs.unlink(join(root, 'one'));
      await fs.writeFile(join(root, 'one'), '3');
      await fs.link(join(root, 'one'), join(root, 'two'));
    },
  ],
  [
    'renames over a file',
    async (fs, root) => {
      await fs.writeFile(join(root, 'from'), 'new');
      await fs.writeFile(join(root, 'to'), 'old');
      await fs.rename(join(root, 'from'), join(root, 'to'));
      return [await fs.readFile(join(root, 'to'), 'utf8'), await fs.readdir(root)];
    },
  ],
  [
    'removes what is there, and asks nothing of what is not',
    async (fs, root) => {
      await fs.mkdir(join(root, 'full/of'), { recursive: true });
      await fs.rm(join(root, 'full'), { recursive: true });
      await fs.rm(join(root, 'full'), { force: true });
      await fs.rm(join(root, 'full'));
    },
  ],
  [
    'a folder that is not empty',
    async (fs, root) => {
      await fs.mkdir(join(root, 'kept/in'), { recursive: true });
      await fs.rmdir(join(root, 'kept/in'));
      await fs.mkdir(join(root, 'kept/in'));
      await fs.rmdir(join(root, 'kept'));
    },
  ],
  [
    'access to a file that may not be executed',
    async (fs, root) => {
      await fs.writeFile(join(root, 'plain'), '', { mode: 0o600 });
      await fs.access(join(root, 'plain'));
      await fs.access(join(root, 'plain'), realFs.constants.X_OK);
    },
  ],
  [
    'opens a new file only',
    async (fs, root) => {
      await (await fs.open(join(root, 'new'), 'wx', 0o600)).close();
      await fs.open(join(root, 'new'), 'wx');
    },
  ],
  [
    'reads a file piece by piece',
    async (fs, root) => {
      await fs.writeFile(join(root, 'pieces'), 'abcdefgh');
      const handle = await fs.open(join(root, 'pieces'), 'r');
      const buffer = new Uint8Array(5).fill(46);
      const lengths = [];
      for (const position of [null, null, null, 6]) {
        lengths.push((await handle.read(buffer, 1, 3, position)).bytesRead, [...buffer]);
      }
      lengths.push((await handle.read(buffer, 0, 5, 99)).bytesRead);
      await handle.close();
      return lengths;
    },
  ],
  [
    'writes, appends, shortens and syncs an open file',
    async (fs, root) => {
      const handle = await fs.open(join(root, 'open'), 'a+', 0o600);
      const written = await handle.write(new TextEncoder().encode('__hello'), 2);
      await handle.write(' you');
      await handle.appendFile('!');
      await handle.sync();
      await handle.datasync();
      await handle.chmod(0o644);
      const { size, mode, nlink } = await handle.stat();
      await handle.truncate(5);
      await handle.close();
      return [
        written.bytesWritten,
        size,
        mode,
        nlink,
        await fs.readFile(join(root, 'open'), 'utf8'),
      ];
    },
  ],
  [
    'writes at a place',
    async (fs, root) => {
      await fs.writeFile(join(root, 'place'), 'abcdef');
      const handle = await fs.open(join(root, 'place'), 'r+');
      await handle.write(new TextEncoder().encode('XY'), 0, 1, 2);
      await handle.writeFile('Z');
      await handle.close();
      return fs.readFile(join(root, 'place'), 'utf8');
    },
  ],
  [
    'a file that was closed',
    async (fs, root) => {
      const handle = await fs.open(join(root, 'closed'), 'w');
      await handle.close();
      await handle.close();
      await handle.sync();
    },
  ],
  [
    'appends and truncates by name',
    async (fs, root) => {
      await fs.appendFile(join(root, 'log'), 'one\n');
      await fs.appendFile(join(root, 'log'), Uint8Array.of(50, 10));
      await fs.truncate(join(root, 'log'), 5);
      await fs.chmod(join(root, 'log'), 0o600);
      return [
        await fs.readFile(join(root, 'log'), 'utf8'),
        (await fs.stat(join(root, 'log'))).mode,
      ];
    },
  ],
])('through the server as in Node: %s', async (_, script) => {
  const [there, here] = [
    await outcomeOf(script, remoteFs, vault),
    await outcomeOf(script, realFs, twin),
  ];
  expect(there).toEqual(here);
});
