import { approvedOnPhone, createDevices } from './desk-and-phone.js';
import { quiet } from './world.js';
import { calledIds, idOf, look, planned, type Bench } from './gate-bench.js';

export const minuteMs = 60_000;
export const plan = 'Plans/PLAN-2026-001.md';

/** A phone approved a request. The desk has it, and waits because all actions are paused. */
export async function waiting(
  before: (bench: Bench) => void = () => undefined,
  draft: (bench: Bench) => Promise<string> = planned,
) {
  const devices = await createDevices();
  const { desk } = devices;
  const { path, to, stamped } = await approvedOnPhone(devices, await draft(desk));
  desk.world.config = { ...desk.world.config, paused: true };
  const { outside } = desk.world.vault;
  const id = idOf(desk.world, path);
  before(desk);
  outside.remove(path);
  outside.write(to, stamped);
  await quiet(desk.engine);
  const planText = draft === planned ? desk.world.note(plan) : '';
  return { desk, id, path, to, stamped, outside, planText };
}
export type Scene = Awaited<ReturnType<typeof waiting>>;

/** Somebody puts everything back as it was when it was approved. */
export function putBack({ desk, to, stamped, outside, planText }: Scene): void {
  const open = ['Approved', 'Pending_Approval', 'Rejected', 'Plans'];
  for (const path of open.flatMap((folder) => desk.world.paths(folder))) outside.remove(path);
  for (const path of desk.world.paths('Archive')) if (path.includes('PLAN')) outside.remove(path);
  outside.write(plan, planText);
  outside.write(to, stamped);
}

export async function resumed(scene: Scene): Promise<readonly string[]> {
  const { desk } = scene;
  await quiet(desk.engine);
  desk.world.config = { ...desk.world.config, paused: false };
  await look(desk);
  await desk.world.clock.advance(10 * minuteMs);
  await quiet(desk.engine);
  return calledIds(desk.world);
}

export type Change = (scene: Scene) => void;

export const inNote =
  (change: (text: string) => string): Change =>
  ({ outside, to, stamped: text }) => {
    if (change(text) === text) throw new Error('Nothing would change');
    outside.write(to, change(text));
  };
export const inPlan =
  (change: (text: string) => string): Change =>
  ({ outside, planText: text }) => {
    if (change(text) === text) throw new Error('Nothing would change');
    outside.write(plan, change(text));
  };
export const moved =
  (folder: string, change = (text: string) => text): Change =>
  ({ outside, to, stamped: text }) => {
    outside.remove(to);
    outside.write(to.replace('Approved', folder), change(text));
  };
export const copied =
  (folder: string, change = (text: string) => text): Change =>
  ({ outside, to, stamped: text }) => {
    outside.write(to.replace('Approved', folder).replace('.md', ' 2.md'), change(text));
  };
export const planMoved =
  (to: string): Change =>
  ({ outside }) => {
    outside.move(plan, to);
  };

export const broken = (text: string): string => `${text}\n\`\`\`\n`;
export const bare = (text: string): string => text.replace(/,"stamp":"[^"]*"/u, '');
export const edited = (text: string): string => text.replace(/subject: .*/u, 'subject: Corrected');
export const status = (value: string) => (text: string) =>
  text.replace(/^status: .*$/mu, `status: ${value}`);
export const mail = /✋ (Send email .*) \^s2/u;

/** What a person may do, or an agent so that what a person does is not seen. */
export const notSo: readonly (readonly [string, Change])[] = [
  ['its note is moved to Rejected', moved('Rejected')],
  ['its note is moved to Pending', moved('Pending_Approval')],
  ['its note is moved to Pending, without the stamp', moved('Pending_Approval', bare)],
  ['its note is broken', inNote(broken)],
  ['its note is broken, and lies in Rejected', moved('Rejected', broken)],
  ['its note is no request any more', inNote(() => 'No request any more.\n')],
  ['its note has no id', inNote((text) => text.replace(/^request_id: .*$/mu, 'request_id:'))],
  ['its note has another id', inNote((text) => text.replace(/^(request_id: .*)$/mu, '$1-x'))],
  ['its note is edited', inNote(edited)],
  [
    'its note holds half a character',
    inNote((text) => text.replace(/^action_type: .*$/mu, 'action_type: "\\ud800"')),
  ],
  [
    'its note names another recipient',
    inNote((text) => text.replace(/^target_recipient: .*$/mu, 'target_recipient: x@example.com')),
  ],
  ['its note says that it was rejected', inNote(status('rejected'))],
  ['its note has no stamp', inNote(bare)],
  [
    'its note names another ledger',
    inNote((text) => text.replace(/"epoch":"[^"]*"/u, '"epoch":"e-yyyyyyyyyy"')),
  ],
  [
    'its note is gone',
    ({ outside, to }) => {
      outside.remove(to);
    },
  ],
  [
    'its note is renamed to what is no note',
    ({ outside, to }) => {
      outside.move(to, to.replace('.md', '.MD'));
    },
  ],
  ['its note has a copy that is the same', copied('Approved')],
  ['a copy of its note is edited', copied('Approved', edited)],
  ['a copy of its note has no stamp', copied('Approved', bare)],
  ['a copy of its note is broken', copied('Approved', broken)],
  ['a copy of its note is in Pending', copied('Pending_Approval', bare)],
  ['a copy of its note is in Rejected', copied('Rejected')],
  ['its plan is cancelled', inPlan(status('Cancelled'))],
  ['its plan is a draft', inPlan(status('Draft'))],
  [
    'its plan is blocked by somebody',
    inPlan((text) =>
      status('Blocked\nblocked_reason: Not before the lawyer answers')(text).replace(
        /^blocked_reason: "Awaiting.*\n/mu,
        '',
      ),
    ),
  ],
  [
    'its plan is blocked by somebody in the words of a coming approval',
    inPlan((text) =>
      status('Blocked\nblocked_reason: "Awaiting Human Approval: Bob must sign first"')(
        text,
      ).replace(/^blocked_reason: "Awaiting.*since.*\n/mu, ''),
    ),
  ],
  ['its plan is rejected', planMoved('Plans/rejected/PLAN-2026-001.md')],
  ['its plan is renamed', planMoved('Plans/Invoice.md')],
  ['its plan is moved into a folder below', planMoved('Plans/2026/PLAN-2026-001.md')],
  ['its plan is rejected, in capital letters', planMoved('Plans/REJECTED/PLAN-2026-001.md')],
  ['its plan cannot be read', inPlan((text) => text.replace(/^priority: .*$/mu, 'priority: x'))],
  [
    'its plan is gone',
    ({ outside }) => {
      outside.remove(plan);
    },
  ],
  ['its step is ticked', inPlan((text) => text.replace('2. [ ]', '2. [x]'))],
  [
    'another step that reads like it is ticked',
    inPlan((text) => text.replace(/^(2\. \[ \] (✋ Send email .*) \^s2)$/mu, '$1\n3. [x] $2 ^s8')),
  ],
  ['its step is marked [-]', inPlan((text) => text.replace('[ ] ✋', '[-] ✋'))],
  ['its step is marked [>]', inPlan((text) => text.replace('[ ] ✋', '[>] ✋'))],
  ['its step has no ✋', inPlan((text) => text.replace('✋ ', ''))],
  ['its step is gone', inPlan((text) => text.replace(/^2\. \[ \].*\n/mu, ''))],
  ['its step is reworded', inPlan((text) => text.replace(mail, '✋ Mail it ^s2'))],
  [
    'its id stands on another step',
    inPlan((text) => text.replace(mail, '✋ $1 ^s8\n3. [ ] ✋ Call Bob ^s2')),
  ],
  [
    'a copy of its plan is cancelled',
    ({ outside, planText }) => {
      outside.write('Plans/copy.md', status('Cancelled')(planText));
    },
  ],
  [
    'a copy of its plan is cancelled, as a duplicate',
    ({ outside, planText }) => {
      const mark = '- [2026-02-21T10:30:00Z] Agent: Duplicate of PLAN-2025-044 — Looked it up.';
      const marked = status('Cancelled')(planText).replace(/^- \[.*$/mu, `$&\n${mark}`);
      outside.write('Plans/copy.md', marked);
    },
  ],
];

export const cancelled = status('Cancelled');
export const ticked = (text: string): string => text.replace('2. [ ]', '2. [x]');
export const events = ({ world }: Bench): readonly string[] =>
  world.records().map(({ audit }) => audit.event);
