import { rm } from 'node:fs/promises';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { AgentSession } from './agent.js';
import { startMailSink, type MailSink } from './mail-sink.js';
import { invoiceMission, noteStep, type Mission } from './mission.js';
import { record, replay } from './recording.js';
import {
  command,
  drop,
  move,
  note,
  notesIn,
  prepare,
  RunnerProcess,
  runProgram,
  until,
  type Stage,
} from './story.js';
import { Timeline, Unexpected } from './timeline.js';

const first = invoiceMission('Client A', 'client_a@example.com', '$1,500');
const second = invoiceMission('Client B', 'client_b@example.com', '$2,100');

/** Which of their steps a person must approve. */
const gated = 4;

/** What the demo is doing, so that whatever happens ends it cleanly. */
interface Cast {
  readonly timeline: Timeline;
  readonly sink: MailSink;
  readonly stage: Stage;
  runner: RunnerProcess;
  session: AgentSession;
}

/** A request that waits for a person. */
interface Held {
  readonly planId: string;
  readonly requestId: string;
  /** Of its note. */
  readonly name: string;
}

async function tellStory(timeline: Timeline, { interrupt, extraSteps }: Options): Promise<void> {
  const mission: Mission = {
    ...first,
    steps: [...first.steps.slice(0, -1), ...extraSteps.map(noteStep), ...first.steps.slice(-1)],
  };
  timeline.chapter('Creation: an agent turns an email into a plan');
  const sink = await startMailSink();
  timeline.event('mail server', `listening on 127.0.0.1:${sink.port}; it delivers nothing`);
  const stage = await prepare(timeline, sink);
  const [runner] = await Promise.all([
    RunnerProcess.start(stage, timeline),
    // The agent needs it next, and it takes as long to load.
    import('@modelcontextprotocol/client'),
  ]);
  const session = await AgentSession.overHttp(stage, timeline);
  const cast: Cast = { timeline, sink, stage, runner, session };
  try {
    await create(cast, mission);
    const held = await resume(cast, mission);
    if (interrupt) await killWhileBlocked(cast);
    await approve(cast, mission, held);
    await finished(cast, held);
    if (interrupt) await killDuringCall(cast);
    await command(stage, 'verify');
    timeline.expect(true, 'the audit log verifies and matches the ledger');
  } finally {
    await cast.session.close();
    await cast.runner.stop();
    await sink.close();
    await rm(stage.device, { recursive: true });
  }
}

/** The first session: it makes the plan, begins to work, and ends. */
async function create({ timeline, stage, session }: Cast, mission: Mission): Promise<void> {
  await drop(stage, mission);
  timeline.event('inbox', `${mission.item} came in`);
  const planId = await session.createPlan(mission);
  await session.work(planId, mission.steps.slice(0, 2), 1);
  await session.close();
  timeline.event('agent', 'the session ends in the middle of the plan');
}

/** The second session: it knows nothing of the first, and works on until it needs a person. */
async function resume(cast: Cast, mission: Mission): Promise<Held> {
  const { timeline, stage } = cast;
  timeline.chapter('Resumption: a new session continues where the first one stopped');
  cast.session = await AgentSession.overStdio(stage, timeline);
  const { planId, next } = await cast.session.resume();
  timeline.expect(next === 3, 'the new session learns which step is next');
  await cast.session.work(planId, mission.steps.slice(2, 3), next);
  timeline.chapter('Gating: the email waits for a person, and is sent once');
  const held = await hold(cast, mission, planId);
  const refused = await cast.session.tickAnyway(planId, gated);
  timeline.expect(refused, 'the agent cannot tick that step itself');
  await until('the plan is Blocked', async () =>
    (await note(stage, `Plans/${planId}.md`)).includes('status: Blocked'),
  );
  timeline.expect(true, `${planId} is Blocked, waiting for ${held.name}`);
  timeline.expect(cast.sink.mails.length === 0, 'no emails at the mail server');
  return held;
}

/** Has the agent draft its action, and waits until a person can approve it. */
async function hold(cast: Cast, mission: Mission, planId: string): Promise<Held> {
  const { runner, session, stage } = cast;
  const requestId = await session.draft(planId, mission, gated);
  const name = `${requestId}.md`;
  await runner.tells('plan_blocked', planId);
  await runner.tells('completed', planId);
  await until('its note says so, too', async () =>
    (await note(stage, `Pending_Approval/${name}`)).includes('"epoch"'),
  );
  return { planId, requestId, name };
}

async function killWhileBlocked(cast: Cast): Promise<void> {
  const { timeline, stage, sink } = cast;
  await cast.runner.kill();
  timeline.event('you', 'kill -9 the runner while the plan is blocked');
  cast.runner = await RunnerProcess.start(stage, timeline);
  timeline.expect(sink.mails.length === 0, 'still no emails');
}

/** The agent waits, a person approves, the call is made, and the agent goes on to the end. */
async function approve(cast: Cast, mission: Mission, held: Held): Promise<void> {
  const { timeline, runner, session } = cast;
  const outcome = session.outcome(held.requestId);
  // Who leaves ends the wait, too.
  outcome.catch(() => undefined);
  await moveToApproved(cast, held);
  for (const event of ['accepted', 'intent', 'outcome']) await runner.tells(event, held.planId);
  timeline.expect((await outcome) === 'executed', 'the agent learns that the email was sent');
  await session.work(held.planId, mission.steps.slice(gated), gated + 1);
  await runner.tells('plan_completed', held.planId);
}

/** A person moves the note; without a terminal, a plain rename does. */
async function moveToApproved({ timeline, stage }: Cast, { name }: Held): Promise<void> {
  if (timeline.isWatched) {
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

async function finished({ timeline, stage, sink }: Cast, { planId }: Held): Promise<void> {
  await until('the plan is archived', async () =>
    (await notesIn(stage, 'Done/Plans')).includes(`${planId}.md`),
  );
  const [mail] = sink.mails;
  timeline.expect(
    sink.mails.length === 1 && mail?.to[0] === 'client_a@example.com',
    `one email arrived: “${mail?.subject}” to ${mail?.to.join(', ')}`,
  );
  const [done = ''] = await notesIn(stage, 'Done/Actions');
  timeline.expect(
    (await note(stage, `Done/Actions/${done}`)).includes('status: executed'),
    `the request is in Done/Actions, executed`,
  );
  const text = await note(stage, `Done/Plans/${planId}.md`);
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
  const { timeline, stage, sink, session } = cast;
  timeline.chapter('Again, with the runner killed between the call and its answer');
  await drop(stage, second);
  timeline.event('inbox', `${second.item} came in`);
  const planId = await session.createPlan(second);
  await session.work(planId, second.steps.slice(0, gated - 1), 1);
  const { name, requestId } = await hold(cast, second, planId);
  let isKilled = false;
  sink.onMail = () => void cast.runner.kill().then(() => (isKilled = true));
  await move(stage, `Pending_Approval/${name}`, `Approved/${name}`);
  timeline.event('you', `moved ${name} to Approved/`);
  await until('the mail is at the server', async () => isKilled);
  timeline.event('you', 'kill -9 the runner: the mail is out, the answer is lost');
  cast.runner = await RunnerProcess.start(stage, timeline);
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
  const outcome = await session.outcome(requestId);
  timeline.expect(outcome === 'unknown', 'the agent is told not to repeat it');
  const mails = sink.mails.filter(({ to }) => to.includes('client_b@example.com'));
  timeline.expect(mails.length <= 1, `${mails.length} mail for it at the server: never two`);
}

interface Options {
  readonly interrupt: boolean;
  readonly extraSteps: readonly string[];
  /** The folder that gets a recording of this run. */
  readonly record?: string;
  /** The recording that is played instead. */
  readonly replay?: string;
}

async function main(): Promise<number> {
  const [role, ...rest] = process.argv.slice(2);
  if (role === 'countersign') return runProgram(rest);
  const options = readOptions();
  if (options === null) return 2;
  if (options.replay !== undefined) {
    await replay(options.replay);
    return 0;
  }
  const timeline = new Timeline(process.stdin.isTTY && options.record === undefined);
  try {
    await tellStory(timeline, options);
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    process.stderr.write(`\nThe demo did not finish: ${error.message}\n`);
    // A runner that was just being started ends with this process.
    process.exit(1);
  }
  if (options.record !== undefined) await record(options.record, timeline.chapters);
  timeline.end('Done. Look around in demo-vault/');
  return 0;
}

function readOptions(): Options | null {
  try {
    const { values } = parseArgs({
      options: {
        interrupt: { type: 'boolean', default: false },
        'extra-step': { type: 'string', multiple: true, default: [] },
        record: { type: 'string' },
        replay: { type: 'string' },
      },
    });
    return { ...values, extraSteps: values['extra-step'] };
  } catch {
    process.stderr.write(
      'Usage: npm run demo -- [--interrupt] [--extra-step TEXT]… [--record FOLDER | --replay FILE]\n',
    );
    return null;
  }
}

process.exitCode = await main();
