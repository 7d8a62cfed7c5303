import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { bundleChild, killChild, type BundledChild } from '../support/children/bundled-child.js';
import { openOffice, type Office } from './office.js';
import { until } from '../support/until.js';

/** What happened to one approval during which the runner was killed. */
export interface KilledApproval {
  /** From the move to the kill. */
  readonly delayMs: number;
  /** How many mails arrived at the sink. */
  readonly mails: number;
  /** What the note says in the end. */
  readonly status: string;
  readonly folder: string;
}

/** The command line’s runner in an office, as a process that can be killed. */
export interface RunnerInOffice {
  readonly office: Office;
  /** What the runners said so far. */
  said(): string;
  start(): Promise<ChildProcess>;
  /** Until the request's note is complete, and until it has an end. */
  ready(requestId: string): Promise<void>;
  ended(requestId: string): Promise<{ readonly folder: string; readonly text: string }>;
}

/** Bundles the command line; dispose it when nothing runs any more. */
export function bundleCommandLine(): Promise<BundledChild> {
  return bundleChild(pathToFileURL('src/hosts/node/cli/cli-main.ts'));
}

export function runnerIn(office: Office, commandLine: BundledChild): RunnerInOffice {
  let said = '';
  const patience = { limitMs: 30_000, context: () => said };
  const noteWhere = (what: string, requestId: string, holds: (text: string) => boolean) =>
    until(
      `${requestId} ${what}`,
      async () => {
        const note = await office.find(requestId);
        return note && holds(note.text) ? note : null;
      },
      patience,
    );
  return {
    office,
    said: () => said,
    async start() {
      const args = ['run', '--vault', office.vault, '--trust-moves'];
      const child = commandLine.start(args, undefined, office.env);
      await new Promise<void>((resolve) => {
        child.stdout?.on('data', (text: Buffer) => {
          said += text.toString('utf8');
          resolve();
        });
      });
      return child;
    },
    async ready(requestId) {
      await noteWhere('is complete', requestId, (text) => text.includes('"tool_digest"'));
    },
    ended: (requestId) => noteWhere('has an end', requestId, (text) => ending.test(text)),
  };
}

const ending = /^status: (executed|not_executed|outcome_unknown)$/m;

/**
 * Approves one request after the other, kills the runner with SIGKILL so long after each move, and
 * starts another one, until each has its end. Ends with a verified audit trail.
 */
export async function approveAndKill(
  commandLine: BundledChild,
  delaysMs: readonly number[],
): Promise<readonly KilledApproval[]> {
  const office = await openOffice();
  const killed = runnerIn(office, commandLine);
  let runner = await killed.start();
  try {
    const requests: { readonly request: string; readonly address: string }[] = [];
    for (const [index, delayMs] of delaysMs.entries()) {
      const { request, address } = await office.writeMission(index + 1);
      requests.push({ request, address });
      await killed.ready(request);
      await office.approve(request);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await killChild(runner);
      runner = await killed.start();
      await killed.ended(request);
    }
    runner.kill('SIGTERM');
    await once(runner, 'close');
    const { code, lines } = await office.run('verify');
    if (code !== 0) throw new Error(`The audit trail does not verify: ${lines.join('\n')}`);
    // Counted at the very end: a mail that came late would be one too many.
    return await Promise.all(
      requests.map(async ({ request, address }, index) => {
        const { folder, text } = await killed.ended(request);
        const mails = office.sink.mails.filter(({ to }) => to.includes(address)).length;
        return {
          delayMs: delaysMs[index] ?? 0,
          mails,
          status: ending.exec(text)?.[1] ?? '',
          folder,
        };
      }),
    );
  } finally {
    runner.kill('SIGKILL');
    await office.dispose();
  }
}

/** What is wrong with an approval's end, given what truly arrived; `null` when nothing is. */
export function faultOf({ mails, status, folder }: KilledApproval): string | null {
  if (mails > 1) return `${mails} mails for one approval`;
  const isFiled = folder === 'Done/Actions';
  if (isFiled !== (status === 'executed')) return `${status} in ${folder}`;
  if (status === 'executed' && mails !== 1) return 'executed, but no mail arrived';
  if (status === 'not_executed' && mails !== 0) return 'not executed, but a mail arrived';
  return null;
}
