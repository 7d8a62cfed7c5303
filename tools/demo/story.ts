import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { main as countersign } from '../../src/hosts/node/cli/main.js';
import type { MailSink } from './mail-sink.js';
import { vaultNotes, type Mission } from './mission.js';
import type { Told } from './runner.js';
import { Unexpected, type Timeline } from './timeline.js';

const limitMs = 60_000;

/** The demo's vault and its device state. */
export interface Stage {
  readonly vault: string;
  readonly env: Record<string, string | undefined>;
}

/** Makes `demo-vault/`, sets it up and imports the mail server, all with the command line's own commands. */
export async function prepare(timeline: Timeline, sink: MailSink): Promise<Stage> {
  const vault = resolve('demo-vault');
  const device = resolve('node_modules/.cache/countersign/demo-device');
  await rm(vault, { recursive: true, force: true });
  await rm(device, { recursive: true, force: true });
  for (const [path, text] of Object.entries(vaultNotes)) await put(vault, path, text);
  const env = { ...process.env, XDG_CONFIG_HOME: device, APPDATA: device };
  const stage = { vault, env };
  await command(stage, 'setup', '--base', '.');
  timeline.event('you', 'countersign setup --vault demo-vault --base .');
  const servers = join(device, 'servers.json');
  await mkdir(device, { recursive: true });
  await writeFile(servers, JSON.stringify(mailServers(sink.port)));
  await command(stage, 'bridge', 'import', servers);
  await rm(servers);
  timeline.event('you', 'countersign bridge import servers.json (mcp-mail-server, over stdio)');
  return stage;
}

/** The configuration a person has in Claude Desktop and the like. */
function mailServers(port: number) {
  return {
    mcpServers: {
      email: {
        command: process.execPath,
        args: [resolve('node_modules/mcp-mail-server/dist/index.js')],
        env: {
          EMAIL_USER: 'me@example.com',
          EMAIL_PASS: 'demo',
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(port),
          SMTP_SECURE: 'false',
          IMAP_HOST: '127.0.0.1',
          IMAP_PORT: '1',
          IMAP_SECURE: 'false',
        },
      },
    },
  };
}

/** Runs a command of the command line; its exit code. */
export async function command(stage: Stage, ...args: string[]): Promise<number> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const terminal = { line: say, error: say, colours: false };
  const code = await countersign([...args, '--vault', stage.vault], terminal, stage.env);
  if (code !== 0) throw new Unexpected(`countersign ${args.join(' ')}: ${lines.join(' ')}`);
  return code;
}

/** Drops an item into the inbox, as a watcher script would. */
export function drop(stage: Stage, mission: Mission): Promise<void> {
  return put(stage.vault, mission.item, mission.itemText);
}

async function put(vault: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}

/** A runner in a process of its own. */
export class RunnerProcess {
  private readonly told: Told[] = [];
  private readonly ended: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly timeline: Timeline,
  ) {
    this.ended = new Promise((done) => {
      child.once('exit', () => {
        done();
      });
    });
    child.on('message', (message) => {
      const told = message as Told;
      this.told.push(told);
      if (!bookkeeping.has(told.event)) this.timeline.event(told.who, told.text);
    });
  }

  static start(stage: Stage, timeline: Timeline, extraSteps: readonly string[]): RunnerProcess {
    const entry = process.argv[1] ?? '';
    const child = fork(entry, ['runner', stage.vault, ...extraSteps], { env: stage.env });
    timeline.event(
      'you',
      `countersign run --vault demo-vault --trust-moves (process ${child.pid})`,
    );
    return new RunnerProcess(child, timeline);
  }

  /** Waits until the runner tells of an event. */
  async tells(event: string, part = ''): Promise<Told> {
    let found: Told | undefined;
    await until(`the runner tells “${event}”`, () => {
      found = this.told.find((told) => told.event === event && told.text.includes(part));
      return Promise.resolve(found !== undefined);
    });
    return found as Told;
  }

  /** SIGKILL: nothing can be finished or cleaned up. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<void> {
    if (this.child.connected) this.child.send('stop');
    await this.ended;
  }
}

/** What the audit log has and a story need not tell. */
const bookkeeping = new Set([
  'epoch_begun',
  'plan_archived',
  'step_done',
  'action_drafted',
  'plan_created',
  'arrived',
  'alert',
  'plan_block_changed',
]);

/** The notes of a folder of the vault. */
export async function notesIn(stage: Stage, folder: string): Promise<string[]> {
  const names = await readdir(join(stage.vault, folder)).catch(() => []);
  return names.filter((name) => name.endsWith('.md')).sort();
}

/** The text of a note. */
export function note(stage: Stage, path: string): Promise<string> {
  return readFile(join(stage.vault, path), 'utf8');
}

/** Moves a request as a file manager would. */
export function move(stage: Stage, from: string, to: string): Promise<void> {
  return rename(join(stage.vault, from), join(stage.vault, to));
}

/** Waits for something to become true; a minute is more than anything here may take. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const start = Date.now();
  while (!(await holds())) {
    if (Date.now() - start > limitMs) throw new Unexpected(`Waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
