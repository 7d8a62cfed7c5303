import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';
import { startRunner, type Runner } from '../../../../../src/hosts/node/runner/runner.js';
import { settingsPath } from '../../../../../src/hosts/node/runner/vault-settings-file.js';

let vault: string;
let device: string;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'vault-'));
  device = await mkdtemp(join(tmpdir(), 'device-'));
  env = { ...process.env, XDG_CONFIG_HOME: device };
});
afterEach(async () => {
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const code = await main(args, { line: say, error: say, colours: false }, env);
  return { code, out: lines.join('\n') };
}

function startQuietRunner(): ReturnType<typeof startRunner> {
  return startRunner({ vault, env, trustMoves: true, notifier: { notify: () => undefined } });
}

async function mustStart(): Promise<Runner> {
  const runner = await startQuietRunner();
  if (!runner.ok) throw new Error(runner.error.message);
  return runner.value;
}

const server = { command: process.execPath, args: ['/opt/server.mjs'], env: { TOKEN: 'secret' } };

async function importServers(...routes: string[]): Promise<{ code: number; out: string }> {
  const file = join(device, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: { mail: server } }));
  return run('bridge', 'import', '--no-test', file, ...routes, '--vault', vault);
}

describe('wrong usage says what to do and exits with 2', () => {
  test.each([
    [[], 'countersign setup'],
    [['fly'], 'Unknown command: fly.'],
    [['run', '--trust'], "Unknown option '--trust'. See"],
    [['approve', 'letter'], 'Unknown command: approve. Approve in the Countersign panel'],
    // Else it would be the folder that the command is run in.
    [['pause', 'Vault'], '`countersign pause` doesn’t take “Vault”.'],
    [
      ['bridge', 'import', 'a.json', 'b.json'],
      '`countersign bridge import` doesn’t take “b.json”.',
    ],
    [['status', '--trust-moves'], '`countersign status` doesn’t take --trust-moves.'],
    [['setup', '--vault', '/nowhere/at/all'], 'There is no folder /nowhere/at/all.'],
    [['pause', '--vault', ''], '--vault is empty.'],
    [['pause', '--vault='], '--vault is empty.'],
    [['pause', '--vault', 'a', '--vault', 'b'], '--vault is given twice.'],
    [['status', '--json', '--json'], '--json is given twice.'],
    [['help', 'fly'], 'Unknown command: fly.'],
    [['fly', '--help'], 'Unknown command: fly.'],
    [['help', 'bridge', 'fly'], 'Unknown command: bridge fly.'],
    // In a folder that is no vault: the wrong word comes first.
    [['bridge', 'fly', '--trust-moves', '--vault', '/nowhere'], 'Unknown command: bridge fly.'],
    [['bridge'], 'Which bridge command?'],
    [['bridge import', 'a.json'], 'Unknown command: bridge import.'],
    [['setup', '--base', '../out'], '--base is not a folder inside the vault.'],
    [['setup', '--base', '.obsidian'], '--base is not a folder inside the vault.'],
  ])('%j', async (args, message) => {
    const { code, out } = await run(...args);
    expect(out).toContain(message);
    expect(code).toBe(2);
  });
});

describe('setup', () => {
  test('names the next command as this one was started', async () => {
    const [, file = ''] = process.argv;
    try {
      process.argv[1] = join(process.cwd(), 'dist', 'countersign.mjs');
      const { out } = await run('setup', '--vault', vault);
      expect(out).toContain(`Next: node ${join('dist', 'countersign.mjs')} bridge import --vault `);
      expect(out).toContain('To import others, add a FILE.');
      expect(out).toContain('connect PROGRAM --move --vault ');
    } finally {
      process.argv[1] = file;
    }
  });

  test('previews every folder and file, and makes nothing', async () => {
    const { code, out } = await run('setup', '--preview', '--vault', vault);
    expect(code).toBe(0);
    for (const path of ['Plans/', 'Pending_Approval/', 'Approved/', 'Dashboard.md', settingsPath]) {
      expect(out).toContain(path);
    }
    await expect(stat(join(vault, 'Plans'))).rejects.toThrow('ENOENT');
    await mkdir(join(vault, 'Plans'));
    const again = await run('setup', '--preview', '--base', '.', '--vault', vault);
    expect(again.out).toContain('  Plans/ (already there)\n  Pending_Approval/\n');
    await rmdir(join(vault, 'Plans'));
    await expect(stat(join(vault, '.obsidian'))).rejects.toThrow('ENOENT');
  });

  test('makes the folders once and leaves what exists, settings included [LOOP-12]', async () => {
    await writeFile(join(vault, 'Dashboard.md'), '# My own\n');
    expect((await run('setup', '--vault', vault)).code).toBe(0);
    const settings = await readFile(join(vault, settingsPath), 'utf8');
    const other = await run('setup', '--base', 'Other', '--vault', vault);
    expect(other.out).toContain('other folders than --base Other (such as Countersign/Inbox/).');
    expect(other.out).toContain('Nothing was changed.');
    expect(other.code).toBe(1);
    await expect(stat(join(vault, 'Other'))).rejects.toThrow('ENOENT');
    expect((await run('setup', '--base', 'Countersign', '--vault', vault)).code).toBe(0);
    expect(await readFile(join(vault, settingsPath), 'utf8')).toBe(settings);
    expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).toBe('# My own\n');
  });

  test('makes everything below a base folder when asked to', async () => {
    await run('setup', '--base', 'Countersign', '--vault', vault);
    expect((await stat(join(vault, 'Countersign/Done/Plans'))).isDirectory()).toBe(true);
    expect((await stat(join(vault, 'Countersign/Dashboard.md'))).isFile()).toBe(true);
  });
});

describe('a vault that is not set up, or not any more', () => {
  test.each([['status'], ['verify'], ['run'], ['bridge list']])(
    '%s says so and exits with 3',
    async (command) => {
      const { code, out } = await run(...command.split(' '), '--vault', vault);
      expect(out).toContain('This vault is not set up for Countersign.');
      expect(code).toBe(3);
    },
  );

  test.each([
    ['no JSON', '{', 'Can’t read the vault’s settings'],
    ['a newer version', '{"version":2}', '`version` is 2, not 1'],
    ['a folder that leaves the vault', null, '`folders.approved` is not a folder inside the vault'],
  ])('settings with %s are not used, and left as they are', async (_name, text, message) => {
    await run('setup', '--vault', vault);
    const file = join(vault, settingsPath);
    const broken = text ?? (await readFile(file, 'utf8')).replace('"Approved"', '"../Approved"');
    await writeFile(file, broken);
    const { code, out } = await run('status', '--vault', vault);
    expect(out).toContain(message);
    expect(code).toBe(3);
    expect(await readFile(file, 'utf8')).toBe(broken);
  });
});

test('setup gives a vault with notes a folder of its own, as the plugin does; `--base .` is its top', async () => {
  await mkdir(join(vault, 'Recipes'));
  const preview = (...more: string[]) => run('setup', '--preview', '--vault', vault, ...more);
  expect((await preview('--base', '.')).out).toContain('  Inbox/');
  expect((await preview()).out).toContain('  Countersign/Inbox/');
});

describe('bridges', () => {
  beforeEach(async () => {
    await run('setup', '--vault', vault);
  });

  test('are kept outside the vault, readable by their owner only', async () => {
    expect((await importServers()).code).toBe(0);
    const { out } = await run('bridge', 'list', '--json', '--vault', vault);
    expect(out).toContain('"mail"');
    expect(out).not.toContain('secret');
    const notes = await readFile(join(vault, settingsPath), 'utf8');
    expect(notes).not.toContain('secret');
  });

  test('that work are imported; the others are named with the reason, and why a server ends', async () => {
    const [file, gone] = [join(device, 'mixed.json'), join(device, 'gone.mjs')];
    const mail = { command: process.execPath, args: [gone] };
    const entries = { mail, old: { type: 'sse', url: 'https://x' } };
    await writeFile(file, `{ "servers": ${JSON.stringify(entries)}, /* mine */ }`);
    const { code, out } = await run('bridge', 'import', '--no-test', file, '--vault', vault);
    expect(out).toMatch(
      /Imported mail[^]*“old” can’t be imported: it uses the older "sse" transport/,
    );
    expect(code).toBe(1);
    const tested = async (...more: string[]) =>
      (await run('bridge', 'test', '--vault', vault, ...more)).out;
    expect(await tested()).toContain('The server wrote: “Error: Cannot find module');
    expect(await tested('--json')).toContain('"lastWords":"Error: Cannot find module');
  });

  test('are imported without settings that are named; two names that differ in capitals are not', async () => {
    const file = join(device, 'servers.json');
    const entries = { mail: { ...server, envFile: '.env', timeout: 600 }, Mail: server };
    await writeFile(file, JSON.stringify({ mcpServers: entries }));
    const importing = ['bridge', 'import', '--no-test', file, '--vault', vault];
    const { code, out } = await run(...importing);
    expect(code).toBe(1);
    expect(out).toContain(
      '“mail”: Countersign doesn’t take over “envFile”, “timeout”. Write the variables of that file into “env” instead.',
    );
    const twin = 'can’t be imported: its name differs from that of';
    expect(out).toContain(`“Mail” ${twin} “mail” only in capitals.`);
    await writeFile(file, JSON.stringify({ mcpServers: { MAIL: server } }));
    expect((await run(...importing)).out).toContain(`“MAIL” ${twin} “mail”`);
  });

  test('take routes to their tools, and only to bridges that exist', async () => {
    expect((await importServers('--route', 'email=mail.send')).out).toContain('email → mail.send');
    const wrong = await importServers('--route', 'email=post.send');
    expect(wrong.out).toContain('names a server that is not imported');
    expect(wrong.code).toBe(2);
    expect((await importServers('--route', 'email')).code).toBe(2);
  });

  test.each([
    ['a file that is not there', null, 'can’t be read'],
    ['no JSON', 'mail:', 'servers.json'],
  ])('%s is refused', async (_name, text, message) => {
    const file = join(device, 'servers.json');
    if (text !== null) await writeFile(file, text);
    const { code, out } = await run('bridge', 'import', '--no-test', file, '--vault', vault);
    expect(out).toContain(message);
    expect(code).toBeGreaterThan(1);
  });

  test('may be for practice: imported, tested and listed like the others', async () => {
    const file = join(device, 'servers.json');
    await writeFile(file, '{"mcpServers":{"practice":{"type":"practice"}}}');
    const route = ['--route', 'email=practice.send_email'];
    const args = ['import', '--no-test', file, ...route, '--vault', vault];
    expect((await run('bridge', ...args)).code).toBe(0);
    const tested = await run('bridge', 'test', '--vault', vault);
    expect(tested).toMatchObject({ code: 0, out: expect.stringContaining('3 tools') as string });
    const { out } = await run('bridge', 'list', '--vault', vault);
    expect(out).toContain('practice  writes notes into this vault only');
    expect(out).toContain('email → practice.send_email');
    await expect(stat(join(vault, 'Practice'))).rejects.toThrow('ENOENT');
  });

  test('are tested by a real handshake: a command that is not found is said, with exit code 3', async () => {
    const file = join(device, 'servers.json');
    await writeFile(file, JSON.stringify({ mcpServers: { mail: { command: 'no-such-command' } } }));
    await run('bridge', 'import', '--no-test', file, '--vault', vault);
    const { code, out } = await run('bridge', 'test', '--vault', vault);
    expect(out).toContain('no-such-command');
    expect(code).toBe(3);
  });
});

describe('status', () => {
  test('names the mission, what waits and notes that cannot be read, and writes nothing into the vault [EC1]', async () => {
    await run('setup', '--vault', vault);
    const broken = '---\ntask_id: [\n---\n';
    await writeFile(join(vault, 'Plans/broken.md'), broken);
    await writeFile(join(vault, 'Plans/PLAN-2026-007.md'), plan);
    const { code, out } = await run('status', '--vault', vault);
    expect(out).toContain('Resuming plan PLAN-2026-007: Water the plants.');
    expect(out).toContain('Next: 1. Fill the can');
    expect(out).toContain('Plans/broken.md:');
    expect(code).toBe(1);
    expect(await readFile(join(vault, 'Plans/broken.md'), 'utf8')).toBe(broken);
    const json = await run('status', '--json', '--vault', vault);
    expect(JSON.parse(json.out)).toMatchObject({ current: { planId: 'PLAN-2026-007' } });
  });
});

describe('the runner', () => {
  beforeEach(async () => {
    await run('setup', '--vault', vault);
  });

  test('is alone on its vault: a second one is refused, and the audit trail of the first verifies', async () => {
    const runner = await mustStart();
    const second = await startQuietRunner();
    expect(second).toMatchObject({ ok: false, error: { code: 'locked' } });
    await runner.stop();
    await runner.stop();
    expect(await run('verify', '--vault', vault)).toMatchObject({ code: 0 });
    await (await mustStart()).stop();
  });

  test('does not start with device settings that cannot be read, and leaves them as they are', async () => {
    const runner = await mustStart();
    const file = join(runner.device.folder, 'device.json');
    await runner.stop();
    await writeFile(file, '{"version":1}');
    expect(await startQuietRunner()).toMatchObject({
      ok: false,
      error: { code: 'device_state_invalid' },
    });
    expect(await readFile(file, 'utf8')).toBe('{"version":1}');
  });

  test('does not start with a hold time that cannot be one: key and file are named [GATE-21]', async () => {
    const runner = await mustStart();
    const file = join(runner.device.folder, 'device.json');
    await runner.stop();
    const config = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...config, holdSeconds: 0 }));
    expect(await startQuietRunner()).toMatchObject({
      ok: false,
      error: {
        code: 'device_state_invalid',
        message: `The device state ${file} is not valid: holdSeconds must be a whole number of seconds from 5 to 300.`,
      },
    });
    await writeFile(file, JSON.stringify({ ...config, holdSeconds: 60 }));
    await (await mustStart()).stop();
  });

  test('does not start with words or hours that cannot be ones: key and file are named', async () => {
    const file = join(vault, settingsPath);
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    for (const [wrong, says] of [
      [{ words: { priority: ['x'] } }, '`words.priority`: “x” is too short'],
      [{ blockedHours: { high: 0 } }, '`blockedHours.high`: Type a whole number of hours'],
    ] as const) {
      await writeFile(file, JSON.stringify({ ...settings, ...wrong }));
      expect(await startQuietRunner()).toMatchObject({
        ok: false,
        error: {
          code: 'settings_invalid',
          path: settingsPath,
          message: expect.stringContaining(says) as string,
        },
      });
    }
  });

  test('goes by the words and hours of the vault', async () => {
    const file = join(vault, settingsPath);
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    const chosen = { words: { multiStep: ['Rechnung'] }, blockedHours: { high: 1 } };
    await writeFile(file, JSON.stringify({ ...settings, ...chosen }));
    await writeFile(join(vault, 'Inbox', 'brief.md'), 'Rechnung');
    await writeFile(join(vault, 'Inbox', 'other.md'), 'Invoice');
    const runner = await mustStart();
    await runner.engine.idle();
    expect(runner.engine.view().alerts.map(({ text }) => text)).toEqual([
      '“brief” could use a plan (Rechnung).',
    ]);
    await runner.stop();
  });

  test('says why it cannot start, with exit code 3, and lets go of the vault', async () => {
    const inbox = join(vault, 'Inbox');
    await rm(inbox, { recursive: true });
    await symlink(device, inbox);
    const first = await run('run', '--vault', vault);
    expect(first.out).toContain('A linked folder in this path leads outside the vault.');
    expect(first.code).toBe(3);
    const again = await run('run', '--vault', vault);
    const withoutTimes = (out: string): string => out.replace(/^\d\d:\d\d:\d\d /gm, '');
    expect(withoutTimes(again.out)).toBe(withoutTimes(first.out));
    expect(again.code).toBe(3);
    await rm(inbox);
    await (await mustStart()).stop();
  });

  test('says what the system refused at the start, and lets go of the vault', async () => {
    const runner = await mustStart();
    const moves = join(runner.device.folder, 'moves');
    await runner.stop();
    await rm(moves, { recursive: true, force: true });
    await writeFile(moves, '');
    expect(await startQuietRunner()).toMatchObject({
      ok: false,
      error: {
        code: 'note_read_failed',
        message: expect.stringContaining('on this device: EEXIST.') as string,
      },
    });
    await rm(moves);
    await (await mustStart()).stop();
  });

  test('finds an altered audit line: verify names it and exits with 1', async () => {
    const runner = await mustStart();
    await runner.stop();
    const name = `${runner.device.config.device}-${new Date().toISOString().slice(0, 7)}.jsonl`;
    const file = join(vault, 'Logs/audit', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('epoch_begun', 'epoch_ended'));
    const { code, out } = await run('verify', '--vault', vault);
    expect(out).toContain('This line was changed');
    expect(code).toBe(1);
  });

  test('verify tells lines that a crash may have left by what is in them', async () => {
    const runner = await mustStart();
    await runner.stop();
    const name = `${runner.device.config.device}-${new Date().toISOString().slice(0, 7)}.jsonl`;
    const file = join(vault, 'Logs/audit', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, `\0\0\n${text.slice(0, 40)}\0\n${text}`);
    const { code, out } = await run('verify', '--vault', vault);
    expect(out).toContain(`${name}:1: Not readable: a power failure may leave such a line.`);
    expect(out).toContain(`${name}:2: Cut off, as by a crash: the full line follows.`);
    expect(code).toBe(0);
  });

  test('begins a new trail under a new device name when its ledger is lost', async () => {
    const first = await mustStart();
    await first.stop();
    await rm(first.device.ledgerFile);
    const second = await mustStart();
    expect(second.device.config.device).not.toBe(first.device.config.device);
    await second.stop();
    expect(await run('verify', '--vault', vault)).toMatchObject({ code: 0 });
  });

  test('says that nothing is run when the ledger was rolled back behind the audit log', async () => {
    const first = await mustStart();
    await first.engine.operations.initializePlan({
      objective: 'Water the plants.',
      context: '',
      sourceLink: '[[Plants]]',
      steps: [{ text: 'Fill the can' }],
      actor: 'Human',
    });
    await first.stop();
    const records = (await readFile(first.device.ledgerFile, 'utf8')).trimEnd().split('\n');
    await writeFile(first.device.ledgerFile, `${records.slice(0, -1).join('\n')}\n`);
    const second = await mustStart();
    expect(
      second.engine
        .view()
        .alerts.map(({ text }) => text)
        .join('\n'),
    ).toContain('this device’s ledger does not have');
    await second.stop();
  });

  test('takes in a plan written by hand while it runs, and writes Dashboard and daily log', async () => {
    const runner = await mustStart();
    await mkdir(join(vault, 'Plans'), { recursive: true });
    await writeFile(join(vault, 'Plans/PLAN-2026-007.md'), plan);
    await expect
      .poll(() => runner.engine.resumeText(), { timeout: 10_000 })
      .toBe('Resuming plan PLAN-2026-007: Water the plants.');
    const done = { planId: 'PLAN-2026-007', step: 1, rationale: 'Filled', actor: 'Human' as const };
    expect(await runner.engine.operations.updatePlanStep(done)).toMatchObject({ ok: true });
    await runner.stop();
    expect(await readFile(join(vault, 'Dashboard.md'), 'utf8')).toContain(
      '[[Plans/PLAN-2026-007|PLAN-2026-007]]',
    );
    const days = (await readdir(join(vault, 'Logs'))).filter((name) => name.endsWith('.log.md'));
    const told = await Promise.all(days.map((day) => readFile(join(vault, 'Logs', day), 'utf8')));
    expect(told.join('\n')).toMatch(
      / \| Human \| Step 1 completed .* \| \[\[PLAN-2026-007\]\] \| /,
    );
  });
});

const plan = `---
task_id: PLAN-2026-007
source_link: "[[Plants]]"
created_date: 2026-02-21T10:30:00Z
priority: low
status: Active
---

# Objective
Water the plants.

## Context
They are dry.

## Roadmap
1. [ ] Fill the can
2. [ ] Water them

## Reasoning Logs
`;
