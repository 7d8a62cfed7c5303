import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startMailSink, type MailSink } from '../../tools/demo/mail-sink.js';
import { main } from '../../src/hosts/node/cli/main.js';
import { letterRequest } from '../support/builders/letter-request.js';
import { mailServer } from './mail-server.js';

/** A vault on disk with a real mail server behind it, worked by hand-written notes. */
export interface Office {
  readonly vault: string;
  readonly sink: MailSink;
  readonly env: Record<string, string | undefined>;
  /** Runs a command of the command line. */
  run(...args: string[]): Promise<{ code: number; lines: string[] }>;
  /** Writes a plan with one gated step, and the request for it, as an agent with a text editor does. */
  writeMission(number: number): Promise<{ request: string; address: string }>;
  /** The request's note, wherever it lies: folder and text. */
  find(requestId: string): Promise<{ folder: string; path: string; text: string } | null>;
  approve(requestId: string): Promise<void>;
  dispose(): Promise<void>;
}

const folders = ['Pending_Approval', 'Approved', 'Rejected', 'Done/Actions', 'Archive'];

/** Nothing listens here, and nothing else can take it meanwhile. */
const closedPort = 1;

/** Sets up a vault and imports `mcp-mail-server`, which delivers to a sink on 127.0.0.1. */
export async function openOffice({ mailServerDown = false } = {}): Promise<Office> {
  const vault = await mkdtemp(join(tmpdir(), 'office-'));
  const device = await mkdtemp(join(tmpdir(), 'office-device-'));
  const sink = await startMailSink();
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  const run = async (...args: string[]): Promise<{ code: number; lines: string[] }> => {
    const lines: string[] = [];
    const say = (text: string): void => void lines.push(text);
    const terminal = { line: say, error: say, colours: false };
    return { code: await main([...args, '--vault', vault], terminal, env), lines };
  };
  const servers = join(device, 'servers.json');
  await writeFile(servers, JSON.stringify(mailServer(mailServerDown ? closedPort : sink.port)));
  await run('setup');
  await run('bridge', 'import', '--no-test', servers);

  const find: Office['find'] = async (requestId) => {
    for (const folder of folders) {
      for (const name of await readdir(join(vault, folder))) {
        // What a runner is just writing lies beside the note for a moment, under a hidden name.
        if (name.startsWith('.')) continue;
        const path = join(vault, folder, name);
        const text = await readFile(path, 'utf8').catch(() => '');
        const id = new RegExp(`^(?:request_id|supersedes): ${requestId}$`, 'm');
        if (id.test(text)) return { folder, path, text };
      }
    }
    return null;
  };
  return {
    vault,
    sink,
    env,
    run,
    find,
    async writeMission(number) {
      const planId = `PLAN-2026-${String(number).padStart(3, '0')}`;
      const request = `hand-written-${number}`;
      const address = `client${number}@example.com`;
      await writeFile(join(vault, 'Plans', `${planId}.md`), planNote(planId, address));
      await writeFile(
        join(vault, 'Pending_Approval', `${request}.md`),
        letterRequest({ id: request, to: address, planId }),
      );
      return { request, address };
    },
    async approve(requestId) {
      const name = `${requestId}.md`;
      await rename(join(vault, 'Pending_Approval', name), join(vault, 'Approved', name));
    },
    async dispose() {
      await sink.close();
      await rm(vault, { recursive: true, force: true });
      await rm(device, { recursive: true, force: true });
    },
  };
}

/** A plan whose only step is a letter. */
export function planNote(planId: string, address: string): string {
  return `---
task_id: ${planId}
source_link: "[[Letter to ${address}]]"
created_date: 2026-02-21T10:30:00Z
priority: low
status: Active
---

# Objective
Write to ${address}.

## Context
Written by hand.

## Roadmap
1. [ ] ✋ Send the letter to ${address} ^s1

## Reasoning Logs
`;
}
