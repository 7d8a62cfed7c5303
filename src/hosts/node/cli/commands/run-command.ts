import { withTime } from '../../../../core/alert.js';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, formatThrown, type Problem } from '../../../../core/errors.js';
import { pino } from 'pino';
import { activityText } from '../../../../core/views/activity-text.js';
import { isWatched, type AuditEntry } from '../../../../core/audit/entry.js';
import { showUnseen } from '../../../../core/text/show-invisible.js';
import { withIsolates } from '../../../../core/text/text-direction.js';
import { settledMs } from '../../../../core/settings/loop.js';
import { deviceRecord } from '../../../../core/settings/device-names.js';
import type { Engine } from '../../../../engine/engine.js';
import type { Notifier } from '../../../../ports/notifier.js';
import { startRunner, type Runner } from '../../runner/runner.js';
import type { Environment } from '../../../desktop/device/device.js';
import { movesWarning } from '../terminal/next-steps.js';
import { withoutPanel } from '../terminal/no-panel.js';
import {
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

/**
 * Before `run --once` ends, it waits up to this long for late answers. Stopping a server in the
 * middle of a call could cut off the server's work.
 */
const longestLateMs = 600_000;
const lateEveryMs = 500;

export interface RunOptions {
  readonly vault: string;
  readonly trustMoves: boolean;
  readonly polling: boolean;
  readonly acceptExisting: boolean;
  readonly agents: boolean;
  readonly once: boolean;
  readonly json: boolean;
}

/** `countersign run`: runs approved actions without Obsidian. */
export async function runCommand(
  terminal: Terminal,
  env: Environment,
  options: RunOptions,
): Promise<ExitCode> {
  if (options.once && options.agents) {
    const said = 'Agents can’t connect to a runner that ends on its own.';
    return sayProblem(terminal, fail('usage', said, 'Leave out --once or --agents.').error);
  }
  const bugs = watchRejections(terminal);
  try {
    return await runUntilEnd(terminal, env, options, bugs.seen);
  } finally {
    bugs.forget();
  }
}

async function runUntilEnd(
  terminal: Terminal,
  env: Environment,
  options: RunOptions,
  bug: Promise<'bug'>,
): Promise<ExitCode> {
  const say = sayer(terminal, options.json);
  const runner = await startRunner({ ...options, env, notifier: { notify: say } });
  if (!runner.ok) return sayProblem(terminal, runner.error);
  const { engine, device, agentAddress } = runner.value;
  say({
    level: 'info',
    text: `Watching ${device.root} as ${deviceRecord(device.config, device.config.device)}. ${policyText(options.trustMoves)}`,
  });
  if (agentAddress !== null) {
    const isAny = (device.config.agents ?? []).length > 0;
    const who = isAny ? '' : ' Add one with `countersign agent add NAME --token`.';
    say({ level: 'info', text: `Agents connect at ${agentAddress}.${who}` });
    if (options.trustMoves) say({ level: 'warning', text: movesWarning });
  }
  const isWhole = engine.view().alerts.every(({ kind }) => kind !== 'unread_folder');
  if (isWhole && engine.resumeText() === null) say({ level: 'info', text: 'No active plans yet.' });
  let newest = engine.entriesAfter(0).at(-1)?.seq ?? 0;
  engine.subscribe(() => {
    for (const entry of engine.entriesAfter(newest)) {
      newest = entry.seq;
      if (!options.json && !isWatched(entry)) continue;
      say({
        level: 'info',
        text: formatEntry(engine, entry),
        about: {
          event: entry.event,
          ...(entry.request_id === undefined ? {} : { request: entry.request_id }),
          ...(entry.plan_id === undefined ? {} : { plan: entry.plan_id }),
        },
      });
    }
  });
  const stopping = new AbortController();
  const done = options.once ? [untilNothingIsLeft(runner.value, say, stopping.signal)] : [];
  const ends = [signalled(), runner.value.vaultGone, untilHalted(engine)];
  const end = await Promise.race([bug, ...ends, ...done]);
  stopping.abort();
  const gone = typeof end === 'string' ? null : end;
  if (gone) say({ level: 'error', text: `${gone.message} ${gone.advice}` });
  say({
    level: 'info',
    text:
      end === 'done'
        ? 'Nothing more can be done now.'
        : 'Stopping after the current call, if any. Ctrl-C again quits now; its outcome will be unknown.',
  });
  await runner.value.stop();
  return gone || end === 'bug' ? exitCodes.cannotRun : exitCodes.well;
}

/** Without a listener, Node could end this process in the middle of a call. */
function watchRejections(terminal: Terminal): { seen: Promise<'bug'>; forget: () => void } {
  let onSeen: (what: 'bug') => void;
  const seen = new Promise<'bug'>((resolve) => (onSeen = resolve));
  const say = (error: unknown): void => {
    terminal.error(`Something went wrong in Countersign: ${plain(formatThrown(error))}.`);
    terminal.error('The runner stops. Start it again, and please report this.');
    onSeen('bug');
  };
  process.on('unhandledRejection', say);
  return { seen, forget: () => process.off('unhandledRejection', say) };
}

async function untilNothingIsLeft(
  { engine, awaitsAnswer }: Pick<Runner, 'engine' | 'awaitsAnswer'>,
  say: Notifier['notify'],
  stopped: AbortSignal,
): Promise<'done'> {
  await untilSettled(engine);
  if (!awaitsAnswer()) return 'done';
  const text =
    'A call is past its time limit. Its server may still finish it, so this waits up to ten minutes for the answer. Ctrl-C ends the wait, and the server.';
  say({ level: 'info', text });
  const endMs = Date.now() + longestLateMs;
  while (awaitsAnswer() && Date.now() < endMs && !stopped.aborted) await sleep(lateEveryMs);
  await untilSettled(engine);
  return 'done';
}

async function untilSettled(engine: Engine): Promise<void> {
  await engine.idle();
  await sleep(2 * settledMs);
  await engine.idle();
}

function untilHalted(engine: Engine): Promise<Problem> {
  const atStart = engine.halted();
  const isOver = atStart !== null && !/^(?:audit|ledger)_write_failed$/u.test(atStart.code);
  return new Promise((resolve) => {
    const look = (): void => {
      const problem = engine.halted();
      if (problem && !isOver) resolve(problem);
    };
    engine.subscribe(look);
    look();
  });
}

function formatEntry(engine: Engine, entry: AuditEntry): string {
  const { event, plan_id: plan, request_id: id } = entry;
  const asks = event === 'completed' && id !== undefined && engine.hasUnknownOutcome(id);
  const text = asks
    ? `${id} needs your answer: nobody knows whether it was sent.`
    : activityText(entry);
  const isUnnamed = id !== undefined && !text.includes(id);
  const about = [plan, isUnnamed ? id : undefined].filter((one) => one !== undefined);
  return about.length === 0 ? text : `${about.join(', ')}: ${text}`;
}

function policyText(trustMoves: boolean): string {
  return trustMoves
    ? 'A move into Approved is an approval (--trust-moves).'
    : 'Approve in Obsidian, on a trusted device. A move into Approved only asks; to approve by moving notes, start with `--trust-moves`.';
}

function sayer(terminal: Terminal, json: boolean): Notifier['notify'] {
  if (json) {
    const write = (line: string): void => terminal.line(line.trimEnd());
    const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime };
    const log = pino(options, { write });
    return ({ level, text, runsAt, about = {} }) => {
      log[level === 'warning' ? 'warn' : level](
        about,
        showUnseen(withoutPanel(withTime(text, runsAt), about.request)),
      );
    };
  }
  const marks = { info: ' ', warning: '!', error: '✗' } as const;
  return ({ level, text, runsAt, about }) => {
    const time = styled(terminal, 'dim', new Date().toTimeString().slice(0, 8));
    const said = withIsolates(plain(withoutPanel(withTime(text, runsAt), about?.request)));
    const line = `${marks[level]} ${said}`;
    terminal.line(`${time} ${level === 'info' ? line : styled(terminal, 'yellow', line)}`);
  };
}

function signalled(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        resolve(null);
      });
    }
  });
}
