import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  access,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NodeProcessesOptions } from '../../../../../src/hosts/desktop/servers/processes.js';
import type {
  ChildProcessEnd,
  ChildProcessSpec,
} from '../../../../../src/mcp/client/transport/child-processes.js';
import { testProcesses } from '../../../../support/mcp/test-processes.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-in-vault-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function script(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  await chmod(file, 0o755);
  return file;
}

type Options = Partial<NodeProcessesOptions>;

async function start(spec: Partial<ChildProcessSpec>, options: Options = {}) {
  const processes = testProcesses(options);
  const started = await processes.spawn({
    command: process.execPath,
    args: [],
    env: {},
    mayUseVault: false,
    ...spec,
  });
  if (!started.ok) throw new Error(started.error.message);
  const child = started.value;
  let stdout = '';
  const ended = new Promise<ChildProcessEnd>((resolve) => {
    child.listen({
      stdout: (chunk) => (stdout += new TextDecoder().decode(chunk)),
      stderr: () => {},
      end: resolve,
    });
  });
  return { child, ended, stdout: () => stdout };
}

const run = async (code: string, options: Options = {}, env = {}) => {
  const started = await start({ args: ['-e', code], env }, options);
  await started.ended;
  return started.stdout();
};

describe('servers and the vault, where agents can write:', () => {
  let vaultRoot: string;
  let home: string;
  let options: Options;
  beforeAll(async () => {
    home = await realpath(folder);
    vaultRoot = join(home, 'my vault');
    const bin = join(vaultRoot, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    for (const name of ['planted', 'sh', 'printenv']) {
      await writeFile(join(bin, name), '#!/bin/sh\necho planted\n', { mode: 0o755 });
    }
    await mkdir(join(home, 'device'));
    await mkdir(join(home, 'bin'));
    await symlink(join(bin, 'planted'), join(home, 'bin', 'linked'));
    await symlink(vaultRoot, join(home, 'notes'));
    // Leads out of the vault again, wherever an agent wants.
    await symlink('/usr', join(vaultRoot, 'back'));
    options = { folder: join(home, 'device'), vaultRoot, environment: { HOME: home } };
  });

  const refused = async (spec: Partial<ChildProcessSpec>, more: Options = {}) => {
    const started = await testProcesses({ ...options, ...more }).spawn({
      command: process.execPath,
      args: ['-e', ''],
      env: {},
      mayUseVault: false,
      ...spec,
    });
    if (started.ok) await started.value.kill();
    return started.ok ? 'started' : `${started.error.message} ${started.error.advice}`;
  };

  test('a server starts in an empty folder of the device, which no other start has', async () => {
    const servers = join(home, 'device', 'servers');
    await mkdir(join(servers, '999999999-left'), { recursive: true });
    const told = `const fs = require('node:fs'); console.log(process.cwd(), fs.readdirSync('.').length);
      fs.writeFileSync('written-by-a-server.txt', '')`;
    const [first, second] = [await run(told, options), await run(told, options)];
    expect(first).toMatch(/ 0\n$/);
    expect(second).toMatch(/ 0\n$/);
    expect(dirname(first)).toBe(servers);
    expect(second).not.toBe(first);
    await expect.poll(() => readdir(servers)).toEqual([]);
  });

  test.each<[string, (vault: string) => Partial<ChildProcessSpec>]>([
    ['a program', (vault) => ({ command: `${vault}/node_modules/.bin/planted` })],
    ['a program behind a link', (vault) => ({ command: `${dirname(vault)}/notes/tool` })],
    ['a link in it that leads out again', (vault) => ({ command: `${vault}/back/bin/env` })],
    ['an argument', (vault) => ({ args: ['-y', 'server', vault] })],
    ['an argument that is not there yet', (vault) => ({ args: [`${vault}/later/x.js`] })],
    ['the value of an option', (vault) => ({ args: [`--config=${vault}/x.json`] })],
    ['an option with its value glued on', (vault) => ({ args: [`-I${vault}`] })],
    ['an address of a file', (vault) => ({ args: [`file://${vault.replace(' ', '%20')}/x.mjs`] })],
    ['one of several paths', (vault) => ({ args: [`/usr/lib:${vault}:/opt`] })],
    ['a path with dots', (vault) => ({ args: [`/usr/../${vault}/x`, '/usr/bin/../lib'] })],
    ['a path from home', () => ({ args: ['~/my vault/x'] })],
    ['a line of a shell', (vault) => ({ args: ['-c', `cd ${vault.replace(' ', '\\ ')} && ./x`] })],
    ['a line of a shell from home', () => ({ args: ['-c', 'cd "$HOME/my vault"; ./x'] })],
    ['quoted in its middle', (vault) => ({ args: ['-c', `x ${dirname(vault)}/"my vault"/x`] })],
    ['a pattern', (vault) => ({ args: ['-c', `x ${dirname(vault)}/my*/x`] })],
    ['what is written in JSON', (vault) => ({ args: [JSON.stringify({ dir: vault })] })],
    ['a variable', (vault) => ({ env: { NODE_OPTIONS: `--require "${vault}/x.cjs"` } })],
    ['a relative path', () => ({ args: ['../../../my vault/x.js'] })],
    ['a relative path after a name', () => ({ args: ['-Ix/../../../../my vault'] })],
    ['a relative path in an option', () => ({ env: { O: '--require=../../../my%20vault/x.cjs' } })],
    ['a relative path glued to an option', () => ({ args: ['-I./../../../my vault'] })],
    ['a search path', (vault) => ({ env: { PATH: `/usr/bin:${vault}/node_modules/.bin` } })],
  ])('%s in the vault is not used before a person confirms it', async (_what, part) => {
    const said = await refused(part(vaultRoot));
    expect(said).toContain('was not started: it uses this vault, where agents can write');
    expect(said).toContain('`countersign bridge confirm`');
  });

  test('the refusal names a variable, and never its value', async () => {
    const said = await refused({ env: { WHERE: `secret ${vaultRoot}` } });
    expect(said).toContain('(the variable WHERE)');
    expect(said).not.toContain('secret');
  });

  test.each([
    ['another folder whose name begins like it', (vault: string) => `${vault}-2/x`],
    ['a package with a scope', () => '@scope/server@1.2'],
    ['an address', () => 'https://example.com/mcp?x=/a/b'],
    ['a relative path to elsewhere', () => '--x=../../elsewhere/../bin/x'],
    ['a relative path in its folder', () => 'my vault/x.js'],
    ['the folder around it', (vault: string) => dirname(vault)],
  ])('%s needs no confirmation', async (_what, arg) => {
    expect(await refused({ args: ['-e', '', arg(vaultRoot)] })).toBe('started');
  });

  test('what a person confirmed runs, still in the folder of the device', async () => {
    const planted = join(vaultRoot, 'node_modules', '.bin', 'planted');
    const { ended, stdout } = await start({ command: planted, mayUseVault: true }, options);
    await ended;
    expect(stdout()).toBe('planted\n');
    const args = ['-p', 'process.cwd()', vaultRoot];
    const other = await start({ args, mayUseVault: true }, options);
    await other.ended;
    expect(dirname(other.stdout())).toBe(join(home, 'device', 'servers'));
  });

  test('programs are not looked for in the vault or in relative folders, whoever put them on PATH', async () => {
    const bin = join(vaultRoot, 'node_modules', '.bin');
    const shell = await script('shell-in-vault', `#!/bin/sh\nPATH='.:${bin}:/bin'\neval "$2"\n`);
    const environment = { HOME: home, PATH: `node_modules/.bin::${bin}:/usr/bin` };
    const more = { ...options, environment, loginShell: shell };
    expect(await refused({ command: 'planted' }, more)).toContain('was not found');
    const { ended, stdout } = await start({ args: ['-p', 'process.env.PATH'] }, more);
    await ended;
    const node = dirname(process.execPath);
    const rest = ['/bin', '/usr/bin'];
    expect(stdout()).toBe(`${[...(rest.includes(node) ? [] : [node]), ...rest].join(':')}\n`);
    const own = { PATH: '.:node_modules/.bin:/usr/bin' };
    const owned = await start({ command: 'sh', args: ['-c', 'echo $PATH'], env: own }, options);
    await owned.ended;
    expect(owned.stdout()).toBe('/usr/bin\n');
  });

  test('a command that is a link into the vault is refused', async () => {
    const environment = { HOME: home, PATH: join(home, 'bin') };
    const said = await refused(
      { command: 'linked', mayUseVault: true },
      { ...options, environment },
    );
    expect(said).toContain(`${join(home, 'bin', 'linked')} leads into this vault`);
    expect(said).toContain('Write the full path');
  });

  test('a home or temporary folder in the vault is not handed on', async () => {
    const environment = { HOME: vaultRoot, TMPDIR: join(vaultRoot, 'tmp'), LANG: 'C', PATH: '' };
    const printed = await run('console.log(JSON.stringify(process.env))', {
      ...options,
      environment,
    });
    expect(Object.keys(JSON.parse(printed) as object).sort()).toEqual(['LANG', 'PATH']);
  });

  test('without another home, a server whose account lives in the vault gets an empty one', async () => {
    const environment = { HOME: vaultRoot, PATH: '' };
    const printed = await run(
      'console.log(process.env.HOME === process.cwd(), require("node:os").homedir() === process.cwd())',
      { ...options, environment, accountHome: vaultRoot },
    );
    expect(printed).toBe('true true\n');
  });

  test('a login shell that would find its home in the vault is not asked', async () => {
    const asked = join(home, 'asked-at-home');
    const shell = await script('shell-at-home', `#!/bin/sh\ntouch ${asked}\n`);
    const { ended } = await start(
      { command: 'true' },
      {
        ...options,
        environment: { PATH: '/usr/bin:/bin' },
        accountHome: vaultRoot,
        loginShell: shell,
      },
    );
    await ended;
    await expect(access(asked)).rejects.toThrow('ENOENT');
  });

  test('the login shell starts in the device folder, without variables that were set in the vault', async () => {
    const bin = join(vaultRoot, 'node_modules', '.bin');
    const seen = join(home, 'seen');
    const shell = await script(
      'shell-that-tells',
      `#!/bin/sh\n{ pwd; echo "$PATH $NODE_OPTIONS $TOKEN"; } > ${seen}\nPATH='${bin}:/bin'\neval "$2"\n`,
    );
    const environment = {
      HOME: home,
      PATH: `${bin}:/usr/bin`,
      NODE_OPTIONS: '--no-warnings',
      TOKEN: 'secret',
    };
    const { ended } = await start(
      { command: 'true' },
      { ...options, environment, loginShell: shell },
    );
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await readFile(seen, 'utf8')).toBe(`${join(home, 'device')}\n/usr/bin  \n`);
  });

  test('a login shell in the vault is not asked', async () => {
    const asked = join(home, 'asked-in-vault');
    const shell = join(vaultRoot, 'shell');
    await writeFile(shell, `#!/bin/sh\ntouch ${asked}\n`, { mode: 0o755 });
    const environment = { HOME: home, PATH: '/usr/bin:/bin' };
    const { ended } = await start(
      { command: 'true' },
      { ...options, environment, loginShell: shell },
    );
    expect(await ended).toEqual({ code: 0, signal: null });
    await expect(readFile(asked)).rejects.toThrow('ENOENT');
  });

  test('a relative command is refused by name', async () => {
    expect(await refused({ command: './node_modules/.bin/planted' })).toContain(
      'The command ./node_modules/.bin/planted is a relative path. Write its full path',
    );
  });

  test('nothing is started when the vault is gone', async () => {
    const gone = { ...options, vaultRoot: join(home, 'gone') };
    expect(await refused({}, gone)).toContain('the vault could not be opened: ENOENT');
  });

  test('a hidden file of the vault is named by its path in the vault, once it is there', async () => {
    const processes = testProcesses(options);
    const named = () => processes.namesVault(['.env of a project'], ['.env', 'no folder/.env']);
    expect(await named()).toBe(false);
    await writeFile(join(vaultRoot, '.env'), 'KEY=1');
    expect(await named()).toBe(true);
  });

  test('a file of the vault is named by a path or pattern from a folder above', async () => {
    const processes = testProcesses(options);
    const named = (text: string) => processes.namesVault([text], []);
    const own = basename(vaultRoot);
    expect(await named(`./${own}/*.md`)).toBe(true);
    expect(await named(`x/a.md of ${own}`)).toBe(false);
  });
});

describe('a text of a call that names this device’s own state', () => {
  test.each([
    ['its full path', () => join(folder, 'config/countersign/a/device.json')],
    ['the folder of all states', () => `file://${join(folder, 'config/countersign')}`],
    ['a file that is still to come', () => join(folder, 'config/countersign/b/new.json')],
    ['a path from where servers start', () => '../../ledger.jsonl'],
    ['what another server has there', () => '../1-other/token'],
    ['the folder of all servers', () => '..'],
    ['a pattern for what another server has there', () => '../*/token'],
    ['a path from the home folder', () => '~/config/countersign/a/device.json'],
    ['with a line break after it', () => `${join(folder, 'config/countersign/a/device.json')}\n`],
    ['a variable in braces', () => '${HOME}/config/countersign/a/device.json'],
    ['another variable', () => '$STATE/a/device.json'],
    ['the home folder of a user', () => '~jane/config/countersign/a/device.json'],
    ['a pattern', () => join(folder, 'config/counter*/a/device.json')],
    ['a pattern for each character', () => join(folder, 'config/countersig?/a/device.json')],
    ['a pattern at its end', () => join(folder, 'config/*')],
    ['a pattern that a link in the vault fits', () => join(folder, 'va*/no*/device.json')],
    ['a pattern for any folders', () => `--root=${folder}/**`],
    ['a pattern for any folders, glued to an option', () => '-I/**'],
    ['paths in braces', () => `${folder}/{config/countersign,x}`],
    ['braces in braces', () => join(folder, '{{config,x},y}/countersign/a')],
    ['one of several', () => join(folder, 'config/@(x|countersign)/a/device.json')],
    ['all but one', () => join(folder, 'config/!(x)/a/device.json')],
    ['one of several ways', () => `${folder}/@(config/countersign|x)/a`],
    ['round brackets alone', () => join(folder, 'config/(countersign)/*/device.json')],
    ['round brackets in a name', () => join(folder, 'config/coun(t|x)er[s]+ign/*/device.json')],
    ['round brackets over names', () => `${folder}/con(fig/countersign)/*/device.json`],
    ['a way that begins in a name', () => `${folder}/co@(x/y|nfig/countersign)/*/device.json`],
    ['round brackets in round brackets', () => `${folder}/((x)/y|config/countersign)/*`],
    ['dots in braces behind a folder', () => `${folder}/vault/Invoices/{..,x}/../config/c*/*`],
    ['dots in braces', () => '{..,x}/{..,x}/device.json'],
    ['dots made by braces', () => '.{.,}/.{.,}/*'],
    ['dots in a range', () => '{-..0}{-..0}/../device.json'],
    ['dots in brackets', () => '[.][.]/@(.|x)./device.json'],
    ['dots that lead back from a pattern', () => './{..,x}/../device.json'],
    ['dots behind any folders', () => '**/../../device.json'],
    ['dots in a pattern', () => '.*/.?/device.json'],
    ['dots in more ways than anybody reads', () => `${'{..,x}/'.repeat(20)}device.json`],
    ['a path from a folder above', () => 'config/./countersign/*/device.json'],
    ['a path in words', () => 'see config/Countersign/a/device.json'],
    ['a class of characters', () => join(folder, 'config/[[:alpha:]]ountersign/a/device.json')],
    ['a bracket among others', () => join(folder, 'config/[]c]ountersign/a/device.json')],
    ['a tab in an address', () => `file://${folder}/config/counter\tsign/a/device.json`],
    ['a line break in an address', () => `file://${folder}/config/counter\nsign/a/device.json`],
    [
      'a long way in an address',
      () => `file:///tmp${'/%2e%2e'.repeat(600)}${join(folder, 'config/countersign/a')}`,
    ],
    ['a relative path, spelled out', () => '%2e%2e/%2e%2e/device.json'],
    ['a relative path behind a mark', () => '@../../device.json'],
    ['what Linux shows a process of itself', () => '/proc/self/cwd/../ledger.jsonl'],
    [
      'a path that is longer than it needs to be',
      () => `${'/.'.repeat(2_100)}${join(folder, 'config/countersign/a/device.json')}`,
    ],
    ['a link in the vault', () => join(folder, 'vault/notes/device.json')],
    ['a way around', () => join(folder, 'vault') + '/../config//countersign/a/../a/device.json'],
  ])('%s', async (_what, text) => {
    const { processes } = await stateBesideVault();
    expect(await processes.deviceStateProblem(['x', text()])).toMatch(
      /^The argument “[^”]+” names files in which/,
    );
  });

  test('other files and words are no such texts', async () => {
    const { processes } = await stateBesideVault();
    const texts = [
      'ledger.jsonl',
      'Dear Joe, ... ../ yours',
      ...['[x](../a.md)', 'import a from "../a"', 'see (../y/z)', 'docs/../a.md', 'a=../b'],
      ...['https://x.com/a/../b', 'https://example.com/%2e%2e/x', '@../x', 'diff --git a/../b'],
      `${'long '.repeat(100)}../x`,
      join(folder, 'vault/Invoices/jan.pdf'),
      '../../../../../vault/Invoices/jan.pdf',
      join(folder, 'vault/Invoices/*.pdf'),
      join(folder, '*.pdf'),
      join(folder, 'config/*counter-sales/a/device.json'),
      'Is it 50 * 3 / 2? See {this} [there] at ~ 5/6.',
      `Read this:\n${join(folder, 'config/countersign/a/device.json')}`,
      ...['https://example.com/blog/*', 'src/**/*.ts', '~/src/*', 'GET /users/{id}', 'Accept: */*'],
      ...[
        '/{tenant}/items',
        '/html/body/*/div',
        '//*[@id="x"]',
        's/[0-9]*//g',
        '50/* a week',
        'y/2*(a/b)',
        '/*',
      ],
      ...['app/[...slug]/page.tsx', './{src,test}/*.ts', '**/*.json'],
      ...['.{js,ts}', 'see (..) and a (b/c)', 'countersign/src/a.ts', 'the countersign/config'],
      `${folder} (a/b)`,
      `${'{"a":"./b","c":{"d":[".",".."]}},'.repeat(100)}`,
    ];
    for (const text of texts) expect(await processes.deviceStateProblem([text]), text).toBeNull();
    expect(await processes.deviceStateProblem(texts)).toBeNull();
  });

  test('made-up ways that would take minutes are refused before that', async () => {
    const { processes } = await stateBesideVault();
    const folders = ['usr', 'etc', 'var', 'tmp', 'home'];
    const ways = Array.from({ length: 2_000 }, (_, number) => {
      const steps = [...number.toString(5).padStart(20, '4')].map((at) => folders[Number(at)]);
      return `${steps.map((name) => `/${name}/..`).join('')}/${number}`;
    });
    const marks = Array.from({ length: 30 }, (_, number) => `/${number}${' a'.repeat(1_000)}`);
    const dots = Array.from({ length: 60 }, () => `x${'/.'.repeat(2_000)}`);
    for (const texts of [ways, marks, dots, ['/tmp/..'.repeat(500)]]) {
      expect(await processes.deviceStateProblem(texts)).toMatch(/too many paths/);
    }
    const files = Array.from({ length: 500 }, (_, number) => `/home/jane/Scans/2026/${number}.pdf`);
    expect(await processes.deviceStateProblem(files)).toBeNull();
    const stars = [
      `~/.config/${'*'.repeat(60)}x`,
      `/${'*a'.repeat(2_000)}`,
      `/${'{a}'.repeat(900)}x`,
    ];
    expect(await processes.deviceStateProblem(stars)).toBeNull();
    const slashes = Array.from({ length: 60 }, () => `x${'/'.repeat(4_000)}`);
    expect(await processes.deviceStateProblem(slashes)).toBeNull();
  });

  test('where the disk cannot be asked, that is an error', async () => {
    const processes = testProcesses({ folder: join(folder, 'nowhere/a') });
    expect(await processes.deviceStateProblem(['x'])).toContain('can’t check whether');
  });

  async function stateBesideVault() {
    const state = join(folder, 'config/countersign/a');
    await mkdir(join(state, 'servers/1-other'), { recursive: true });
    await writeFile(join(state, 'device.json'), '{}');
    await writeFile(join(state, 'ledger.jsonl'), '');
    await mkdir(join(folder, 'vault/Invoices'), { recursive: true });
    await symlink(state, join(folder, 'vault/notes')).catch(() => undefined);
    return {
      processes: testProcesses({
        folder: state,
        environment: { HOME: folder, STATE: join(folder, 'config/countersign') },
      }),
    };
  }
});
