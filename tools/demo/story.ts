import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { main as countersign } from '../../src/hosts/node/cli/main.js';
import { processTerminal } from '../../src/hosts/node/cli/terminal/terminal.js';
import type { MailSink } from './mail-sink.js';
import { vaultNotes, type Mission } from './mission.js';
import { Unexpected, type Timeline } from './timeline.js';

const limitMs = 60_000;

/** The demo's vault, its device state, and the agent that a person let connect. */
export interface Stage {
  readonly vault: string;
  /** Where this computer keeps what belongs to the vault; removed at the end. */
  readonly device: string;
  readonly env: Record<string, string | undefined>;
  readonly agent: { readonly name: string; readonly address: string; readonly token: string };
}

/**
 * Makes `demo-vault/`, sets it up, imports the mail server and adds the agent, all with the command line's own
 * commands.
 */
export async function prepare(timeline: Timeline, sink: MailSink): Promise<Stage> {
  const vault = resolve('demo-vault');
  // The path of a socket is short, and a clone may lie deep.
  const device = await mkdtemp(join(process.platform === 'darwin' ? '/tmp' : tmpdir(), 'demo-'));
  await rm(vault, { recursive: true, force: true });
  for (const [path, text] of Object.entries(vaultNotes)) await put(vault, path, text);
  const env = { ...process.env, XDG_CONFIG_HOME: device, APPDATA: device };
  const place = { vault, env };
  await command(place, 'setup', '--base', '.');
  timeline.event('you', 'countersign setup --vault demo-vault --base .');
  const servers = join(device, 'servers.json');
  await writeFile(servers, JSON.stringify(mailServers(sink.port)));
  await command(place, 'bridge', 'import', servers);
  await rm(servers);
  timeline.event('you', 'countersign bridge import servers.json (mcp-mail-server, over stdio)');
  const name = 'demo';
  const added = await command(place, 'agent', 'add', name, '--token');
  timeline.event('you', `countersign agent add ${name} --token --vault demo-vault`);
  const [address = ''] = /http:\S+\/mcp/.exec(added) ?? [];
  const [token = ''] = /cs_[\w-]+/.exec(added) ?? [];
  return { ...place, device, agent: { name, address, token } };
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

/** Runs a command of the command line, as a person at a terminal; what it said. */
export async function command(
  { vault, env }: Pick<Stage, 'vault' | 'env'>,
  ...args: readonly string[]
): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  // The one question that the demo is asked: to add the agent.
  const terminal = { line: say, error: say, colours: false, ask: async () => 'add' };
  const code = await countersign([...args, '--vault', vault], terminal, env);
  if (code !== 0) throw new Unexpected(`countersign ${args.join(' ')}: ${lines.join(' ')}`);
  return lines.join('\n');
}

/** The arguments for Node that run a command of `countersign` in a process of its own. */
export function programOf(...args: readonly string[]): string[] {
  return [process.argv[1] ?? '', 'countersign', ...args];
}

/** Such a process. It ends when the one that started it does. */
export async function runProgram(args: readonly string[]): Promise<number> {
  process.once('disconnect', () => process.emit('SIGINT'));
  const code = await countersign(args, processTerminal(), process.env);
  if (process.connected) process.disconnect();
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

/** What the runner tells, as `--json` gives it. */
interface Told {
  readonly event?: string;
  readonly plan?: string;
  readonly msg: string;
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
    if (!child.stdout) throw new Unexpected('The runner has no output.');
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.told.push(JSON.parse(line) as Told);
    });
  }

  /** Starts one, and waits until agents can connect. */
  static async start(stage: Stage, timeline: Timeline): Promise<RunnerProcess> {
    const args = ['run', '--agents', '--trust-moves'];
    const [file = '', ...rest] = programOf(...args, '--json', '--vault', stage.vault);
    const child = fork(file, rest, { env: stage.env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    timeline.event(
      'you',
      `countersign ${args.join(' ')} --vault demo-vault (process ${child.pid})`,
    );
    const runner = new RunnerProcess(child, timeline);
    await runner.says(/^Resuming plan |^No active plans/);
    await runner.says(/^Agents connect at /);
    return runner;
  }

  /** Waits until the runner tells of an event of a plan, and shows it. */
  tells(event: string, planId: string): Promise<void> {
    return this.shows(`an event “${event}” of ${planId}`, (told) => {
      return told.event === event && told.plan === planId;
    });
  }

  /** Waits until the runner says something, and shows it. */
  says(text: RegExp): Promise<void> {
    return this.shows(`${text}`, ({ msg }) => text.test(msg));
  }

  private async shows(what: string, isMeant: (told: Told) => boolean): Promise<void> {
    let found: Told | undefined;
    await until(`the runner tells ${what}`, () => {
      found = this.told.find(isMeant);
      return Promise.resolve(found !== undefined);
    });
    // Which plan and request, and with which arguments, is in the story already.
    const text = found?.msg.replace(/^PLAN-[^:]*: /, '').replace(/ \(to: .*\)\./s, ' (…).') ?? '';
    this.timeline.event('countersign', text);
  }

  /** SIGKILL: nothing can be finished or cleaned up. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    await this.ended;
  }
}

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
