import { spawn } from 'node:child_process';
import process from 'node:process';
import { main } from '../../src/hosts/node/cli/main.js';
import { openOffice } from '../../test/e2e/office.js';
import { until } from '../../test/support/until.js';

/** A vault on disk, served to agents by the built runner. */
export interface ServedVault {
  readonly vault: string;
  readonly address: string;
  /** The token of a client, by its name. */
  token(name: string): string;
  close(): Promise<void>;
}

/** Serves a new vault with a mail server behind it. A person has added clients of these names. */
export async function serveVault(names: readonly string[]): Promise<ServedVault> {
  const office = await openOffice();
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, await addClient(office, name));
  const { lines } = await office.run('agent', 'list', '--json');
  const { address } = JSON.parse(lines.join('')) as { address: string };

  const args = ['dist/countersign.mjs', 'run', '--agents', '--vault', office.vault];
  const runner = spawn(process.execPath, args, {
    env: office.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => runner.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    runner.kill('SIGINT');
    await ended;
    await office.dispose();
  };
  try {
    await until('agents can connect', async () => {
      if (runner.exitCode !== null) throw new Error(`The runner ended with ${runner.exitCode}.`);
      return fetch(address).catch(() => null);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { vault: office.vault, address, token: (name) => tokens.get(name) ?? '', close };
}

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Adds a client as a person does at a terminal; its token. */
async function addClient({ vault, env }: Office, name: string): Promise<string> {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const terminal = { line: say, error: say, colours: false, ask: async () => 'add' };
  await main(['agent', 'add', name, '--token', '--vault', vault], terminal, env);
  const [token] = /cs_[\w-]{43}/.exec(lines.join('\n')) ?? [];
  if (token === undefined) throw new Error(`${name} could not be added: ${lines.join(' ')}`);
  return token;
}
