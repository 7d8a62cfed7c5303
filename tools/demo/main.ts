import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { startMailSink, type MailSink } from './mail-sink.js';
import { invoiceMission, noteStep, type Mission } from './mission.js';
import { runRunner } from './runner.js';
import {
  command,
  drop,
  move,
  note,
  notesIn,
  prepare,
  RunnerProcess,
  until,
  type Stage,
} from './story.js';
import { Timeline, Unexpected } from './timeline.js';

const first = invoiceMission('Client A', 'client_a@example.com', '$1,500');
const second = invoiceMission('Client B', 'client_b@example.com', '$2,100');

/** The worker's missions; extra steps come before the last one. */
function missions(extraSteps: readonly string[]): readonly Mission[] {
  const withExtra = (mission: Mission): Mission => ({
    ...mission,
    steps: [...mission.steps.slice(0, -1), ...extraSteps.map(noteStep), ...mission.steps.slice(-1)],
  });
  return [withExtra(first), withExtra(second)];
}

/** What the demo is doing, so that whatever happens ends it cleanly. */
interface Cast {
  readonly timeline: Timeline;
  readonly sink: MailSink;
  readonly stage: Stage;
  readonly extraSteps: readonly string[];
  runner: RunnerProcess;
}

async function tellStory(
  timeline: Timeline,
  interrupt: boolean,
  extraSteps: readonly string[],
): Promise<void> {
  timeline.title('Countersign: a real action, approved by moving a file, run once');
  const sink = await startMailSink();
  timeline.event('mail server', `listening on 127.0.0.1:${sink.port}; it delivers nothing`);
  const stage = await prepare(timeline, sink);
  await drop(stage, first);
  timeline.event('inbox', `${first.item} came in`);
  const runner = RunnerProcess.start(stage, timeline, extraSteps);
  const cast: Cast = { timeline, sink, stage, extraSteps, runner };
  try {
    await blockedWithoutMail(cast);
    if (interrupt) await killWhileBlocked(cast);
    await approve(cast);
    await finished(cast);
    if (interrupt) await killDuringCall(cast);
    await command(stage, 'verify');
    timeline.expect(true, 'the audit trail verifies and matches the ledger');
  } finally {
    await cast.runner.stop();
    await sink.close();
  }
}

/** The request's note in Pending, once there is one that can be approved. */
async function pendingRequest({ stage, runner }: Cast, planId: string): Promise<string> {
  let name = '';
  await until('a complete request in Pending_Approval', async () => {
    for (const candidate of await notesIn(stage, 'Pending_Approval')) {
      const text = await note(stage, `Pending_Approval/${candidate}`);
      if (text.includes(`plan_id: ${planId}`) && text.includes('"epoch"')) name = candidate;
    }
    return name !== '';
  });
  await runner.tells('plan_blocked');
  return name;
}

async function blockedWithoutMail(cast: Cast): Promise<void> {
  const { timeline, stage, sink } = cast;
  const name = await pendingRequest(cast, 'PLAN-2026-001');
  await until('the plan is Blocked', async () =>
    (await note(stage, 'Plans/PLAN-2026-001.md')).includes('status: Blocked'),
  );
  timeline.expect(true, `PLAN-2026-001 is Blocked, waiting for ${name}`);
  timeline.expect(sink.mails.length === 0, 'zero mails at the mail server');
}

async function killWhileBlocked(cast: Cast): Promise<void> {
  const { timeline, stage, sink } = cast;
  await cast.runner.kill();
  timeline.event('you', 'kill -9 the runner while the plan is blocked');
  cast.runner = RunnerProcess.start(stage, timeline, cast.extraSteps);
  const started = await cast.runner.tells('started');
  timeline.expect(
    started.text === `Resuming plan PLAN-2026-001: ${first.objective}`,
    'the new runner resumes where the old one stood',
  );
  timeline.expect(sink.mails.length === 0, 'still zero mails');
}

/** A person moves the note; without a terminal, a plain rename does. */
async function approve({ timeline, stage, runner }: Cast): Promise<void> {
  const [name = ''] = await notesIn(stage, 'Pending_Approval');
  if (process.stdin.isTTY) {
    timeline.ask(
      `Read demo-vault/Pending_Approval/${name}\nMove it to demo-vault/Approved/ with your file manager or mv, or press Enter to have it moved.`,
    );
    await moved(stage, name);
  } else {
    await move(stage, `Pending_Approval/${name}`, `Approved/${name}`);
  }
  if ((await notesIn(stage, 'Rejected')).includes(name)) {
    throw new Unexpected('You rejected it: nothing was sent, and the story ends here.');
  }
  timeline.pause();
  timeline.event('you', `moved ${name} to Approved/`);
  timeline.pause();
  await runner.tells('accepted');
}

/** Waits for the person's own move, or for Enter. Ctrl-C ends the demo, and sends nothing. */
async function moved(stage: Stage, name: string): Promise<void> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  let answer: 'none' | 'enter' | 'left' = 'none';
  prompt.once('line', () => (answer = 'enter'));
  prompt.once('close', () => (answer = answer === 'none' ? 'left' : answer));
  const isPending = async (): Promise<boolean> =>
    (await notesIn(stage, 'Pending_Approval')).includes(name);
  while (answer === 'none' && (await isPending())) {
    await new Promise((done) => setTimeout(done, 100));
  }
  const pressed = answer as 'none' | 'enter' | 'left';
  prompt.close();
  if (pressed === 'left') throw new Unexpected('You left: nothing was sent.');
  if (await isPending()) await move(stage, `Pending_Approval/${name}`, `Approved/${name}`);
}

async function finished(cast: Cast): Promise<void> {
  const { timeline, stage, sink } = cast;
  const plan = 'Done/Plans/PLAN-2026-001.md';
  await until('the plan is archived', async () =>
    (await notesIn(stage, 'Done/Plans')).includes('PLAN-2026-001.md'),
  );
  const [mail] = sink.mails;
  timeline.expect(
    sink.mails.length === 1 && mail?.to[0] === 'client_a@example.com',
    `one mail arrived: “${mail?.subject}” to ${mail?.to.join(', ')}`,
  );
  const [done = ''] = await notesIn(stage, 'Done/Actions');
  timeline.expect(
    (await note(stage, `Done/Actions/${done}`)).includes('status: executed'),
    `the request is in Done/Actions, executed`,
  );
  const text = await note(stage, plan);
  timeline.expect(
    text.includes('status: Done') && !/^\d+\. \[ \]/m.test(text),
    'the plan is in Done/Plans, every step ticked',
  );
  const month = await note(stage, 'Accounting/Current_Month.md');
  timeline.expect(
    month.includes('Client A | $1,500'),
    'the transaction is in Accounting/Current_Month.md',
  );
  await until('Dashboard.md says so, and shows no active plan', async () => {
    const dashboard = await note(stage, 'Dashboard.md');
    return dashboard.includes('Plan completed') && dashboard.includes('No active plans');
  });
  timeline.expect(true, 'Dashboard.md says so, and shows no active plan');
}

/** The second mission: the mail is at the server, and its answer will never be read. */
async function killDuringCall(cast: Cast): Promise<void> {
  const { timeline, stage, sink } = cast;
  timeline.title('Again, with the runner killed between the call and its answer');
  await drop(stage, second);
  timeline.event('inbox', `${second.item} came in`);
  await cast.runner.tells('plan_blocked', 'client_b');
  const name = await pendingRequest(cast, 'PLAN-2026-002');
  const killed = new Promise<void>((done) => {
    sink.onMail = () => {
      void cast.runner.kill().then(done);
    };
  });
  await move(stage, `Pending_Approval/${name}`, `Approved/${name}`);
  timeline.event('you', `moved ${name} to Approved/`);
  await killed;
  timeline.event('you', 'kill -9 the runner: the mail is out, the answer is lost');
  cast.runner = RunnerProcess.start(stage, timeline, cast.extraSteps);
  await cast.runner.tells('started');
  await until('the request says that its outcome is unknown', async () => {
    const [candidate] = await notesIn(stage, 'Pending_Approval');
    return (
      candidate !== undefined &&
      (await note(stage, `Pending_Approval/${candidate}`)).includes('status: outcome_unknown')
    );
  });
  timeline.expect(
    true,
    'the request is back in Pending: outcome unknown, “check before approving again”',
  );
  const mails = sink.mails.filter(({ to }) => to.includes('client_b@example.com'));
  timeline.expect(mails.length <= 1, `${mails.length} mail for it at the server: never two`);
}

async function main(): Promise<number> {
  const [role, vault = '', ...rest] = process.argv.slice(2);
  if (role === 'runner') {
    await runRunner(vault, missions(rest));
    return 0;
  }
  const options = readOptions();
  if (options === null) return 2;
  const timeline = new Timeline();
  try {
    await tellStory(timeline, options.interrupt, options.extraSteps);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    process.stderr.write(`\nThe demo did not finish: ${error.message}\n`);
    return 1;
  }
  timeline.end('Done. Look around in demo-vault/');
  return 0;
}

function readOptions(): { interrupt: boolean; extraSteps: string[] } | null {
  try {
    const { values } = parseArgs({
      options: {
        interrupt: { type: 'boolean', default: false },
        'extra-step': { type: 'string', multiple: true, default: [] },
      },
    });
    return { interrupt: values.interrupt, extraSteps: values['extra-step'] };
  } catch {
    process.stderr.write('Usage: npm run demo -- [--interrupt] [--extra-step TEXT]…\n');
    return null;
  }
}

process.exitCode = await main();
