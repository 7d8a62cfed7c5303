import { fail, type Result } from '../../../core/errors.js';
import type { People } from '../../../engine/people/people.js';
import type { Environment } from '../../desktop/device.js';
import { startRunner } from '../runner.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from './terminal.js';

/** What can be decided about a request at a terminal: nothing that lets anything run. */
interface Decision {
  readonly means: string;
  readonly decide: (
    people: Pick<People, 'withdraw' | 'bringBack'>,
    requestId: string,
  ) => Promise<Result<{ requestId: string }>>;
  readonly done: (requestId: string, now: string) => string;
}

const decisions = {
  withdraw: {
    means:
      'The request ends for good, and nobody is asked any more whether an earlier attempt happened.',
    decide: (people, requestId) => people.withdraw({ requestId }),
    done: (requestId) => `${requestId} is withdrawn.`,
  },
  'bring-back': {
    means: 'The note that asks is made again, in Pending. Nothing is run.',
    decide: (people, requestId) => people.bringBack({ requestId }),
    done: (requestId, now) => `The note of ${requestId} is there again, as ${now}.`,
  },
} as const satisfies Record<string, Decision>;

export interface DecideOptions {
  readonly vault: string;
  readonly decision: keyof typeof decisions;
  readonly requestId: string | undefined;
}

/**
 * `countersign withdraw` and `countersign bring-back`: for who has no panel. An engine is started for
 * this one decision, and runs nothing meanwhile; not beside one that runs.
 */
export async function decideCommand(
  terminal: Terminal,
  env: Environment,
  { vault, decision, requestId }: DecideOptions,
): Promise<ExitCode> {
  if (requestId === undefined) {
    const example = `Use \`${decision} REQUEST_ID\`; the alert names it.`;
    return sayProblem(terminal, fail('usage', 'Which request?', example).error);
  }
  const { means, decide, done }: Decision = decisions[decision];
  terminal.line(means);
  const said = await confirmed(terminal, decision);
  if (!said.ok) return sayProblem(terminal, said.error);
  const notifier = { notify: ({ text }: { text: string }) => terminal.error(plain(text)) };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier, isIdle: true });
  if (!runner.ok) return sayProblem(terminal, runner.error);
  try {
    const decided = await decide(runner.value.engine.people, requestId);
    if (!decided.ok) return sayProblem(terminal, decided.error);
    const now = decided.value.requestId;
    terminal.line(`${styled(terminal, 'green', '✓')} ${plain(done(requestId, now))}`);
    return exitCodes.well;
  } finally {
    await runner.value.stop();
  }
}
