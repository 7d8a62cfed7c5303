import { applyEdits } from '../../src/core/note/edit.js';
import { isoSeconds } from '../../src/core/note/file-name.js';
import { setMachineLine } from '../../src/core/note/machine-line.js';
import { sha256Hex } from '../../src/core/digest.js';
import type { Result } from '../../src/core/errors.js';
import { witnessGesture, type Gesture } from '../../src/core/request/gesture.js';
import { machineFieldsToJson } from '../../src/core/request/machine-fields.js';
import type { Review } from '../../src/core/request/review.js';
import { signedContent } from '../../src/core/request/signed-content.js';
import { stampPayload } from '../../src/core/request/stamp.js';
import type { People } from '../../src/engine/people/people.js';
import type { Handlers } from './handlers.js';
import type { Device } from './device.js';
import { approvalOf, callKey, shownCall, stepOf } from './truth.js';
import { fileName, nthOf, openNotes, plansOf, requestAt } from './vault-notes.js';
import type { World } from './world.js';

const holdMs = 10_000;

/** What people do at a device with its panel. */
export const peopleHandlers: Handlers<
  | 'look'
  | 'press'
  | 'drag'
  | 'undo'
  | 'reject'
  | 'withdraw'
  | 'say happened'
  | 'end step'
  | 'pause'
  | 'resume'
  | 'trust moves'
  | 'ask about moves'
  | 'confirm folders'
  | 'unpin'
  | 'pin'
  | 'take over'
  | 'new epoch'
> = {
  look(world, { on }) {
    const device = world.device(on);
    world.await(device.process?.engine?.reviews(20), (reviews) => {
      device.screen = reviews;
    });
  },

  press(world, { on, nth, check }) {
    const device = world.device(on);
    if (on === 'phone') return pressOnPhone(world, device, nth, check);
    const review = nthOf(device.screen, nth);
    const people = peopleAt(device);
    if (!review || !people || review.blocked) return;
    const checked = check ? review.attempts.map(({ id }) => id) : [];
    const approval = approvalOf(device, review.request, shownCall(review), checked);
    world.witness.approvals.push(approval);
    sayPressed(world, device, review);
    const { requestId, shownDigest } = review;
    const gesture = press(world, device);
    world.await(people.approve({ requestId, shownDigest, checked, gesture }), (result) => {
      if (approval.state === 'pressed') approval.state = result.ok ? 'given' : 'refused';
      world.say(result.ok ? 'approved' : 'not approved', device, {
        id: requestId,
        detail: result.ok ? '' : result.error.code,
      });
    });
  },

  drag(world, { on, nth }) {
    const device = world.device(on);
    const review = nthOf(
      device.screen.filter(({ place, blocked }) => place === 'pending' && !blocked),
      nth,
    );
    const people = peopleAt(device);
    const from = review?.path ?? '';
    const to = `${device.config.folders.approved}/${fileName(from)}`;
    const { outside } = device.vault;
    if (!review || !people || outside.read(from) === null || outside.read(to) !== null) return;
    const approval = approvalOf(device, review.request, shownCall(review), []);
    approval.notBeforeMs = world.scheduler.elapsedMs + holdMs;
    world.witness.approvals.push(approval);
    outside.move(from, to);
    world.say('dragged', device, { id: review.requestId });
    const { requestId, shownDigest } = review;
    const gesture = press(world, device, 'drop');
    world.await(people.hold({ requestId, shownDigest, gesture, from, to }), (result) => {
      if (approval.state === 'pressed') approval.state = result.ok ? 'given' : 'refused';
    });
  },

  undo: (world, { on, nth }) => takeBack(world, on, nth, 'undo', ['approved']),
  reject: (world, { on, nth }) => takeBack(world, on, nth, 'reject', ['pending', 'approved']),
  withdraw: (world, { on, nth }) => takeBack(world, on, nth, 'withdraw', ['pending', 'approved']),

  'say happened'(world, { on, nth, happened }) {
    const device = world.device(on);
    const unsure = device.screen.filter(({ request }) => request.status === 'outcome_unknown');
    const review = nthOf(unsure, nth);
    const people = peopleAt(device);
    if (!review || !people) return;
    const { requestId, shownDigest, request, doubt } = review;
    const attemptId = doubt?.attemptId ?? '';
    const step = stepOf(request);
    if (happened && step !== null) world.witness.byHand.add(step);
    world.say('said', device, { id: requestId, detail: String(happened) });
    const gesture = press(world, device);
    world.await(people.confirmUnknown({ requestId, attemptId, happened, shownDigest, gesture }));
  },

  'end step'(world, { on, nth, how }) {
    const device = world.device(on);
    const people = peopleAt(device);
    const steps = plansOf(device).flatMap(({ taskId, steps: all }) =>
      all.flatMap(({ gated, done, id }) =>
        gated && !done && id !== null ? [{ planId: taskId, step: id }] : [],
      ),
    );
    const step = nthOf(steps, nth);
    if (!step || !people) return;
    world.witness.byHand.add(`${step.planId}#${step.step}`);
    world.await(
      how === 'done'
        ? people.doneByHand(step)
        : people.skipStep({ ...step, reason: `Not needed. ${world.mark()}` }),
    );
  },

  pause: (world, { on }) => configure(world, on, { paused: true }),
  resume: (world, { on }) => configure(world, on, { paused: false }),
  'trust moves': (world, { on }) => configure(world, on, { trustMoves: true }),
  'ask about moves': (world, { on }) => configure(world, on, { trustMoves: false }),

  'confirm folders'(world, { on }) {
    configure(world, on, { folders: world.device(on).folders });
  },

  unpin(world, { on, key }) {
    const device = world.device(on);
    const id = world.device(key).config.device;
    if (key === on) return;
    const pinnedKeys = device.config.pinnedKeys.filter(({ device: pinned }) => pinned !== id);
    configure(world, on, { pinnedKeys });
    world.say('revoked', device, { detail: key });
  },

  pin(world, { on, key }) {
    const { config } = world.device(on);
    const { config: other, key: pair } = world.device(key);
    const known = config.pinnedKeys.filter(({ publicKey }) => publicKey !== pair.publicKey);
    const pinned = { device: other.device, publicKey: pair.publicKey };
    configure(world, on, { pinnedKeys: [...known, pinned] });
  },

  'take over'(world, { on }) {
    const device = world.device(on);
    const { epoch } = otherEpoch(device) ?? {};
    const people = peopleAt(device) as Partial<WithTakeOver> | undefined;
    if (epoch === undefined || !people?.takeOver) return;
    world.say('taking over', device, { detail: epoch });
    world.await(people.takeOver({ epoch, gesture: press(world, device) }), (result) => {
      if (result.ok) world.say('taken over', device, { detail: epoch });
    });
  },

  'new epoch': () => undefined,
};

/** What may be there one day. */
interface WithTakeOver {
  takeOver(input: { epoch: string; gesture: Gesture }): Promise<Result<unknown>>;
}

function peopleAt({ process }: Device): People | undefined {
  return process?.as === 'plugin' ? process.engine?.people : undefined;
}

function press(world: World, device: Device, kind: Gesture['kind'] = 'press'): Gesture {
  return witnessGesture(kind, world.now(device));
}

function sayPressed(world: World, device: Device, { requestId, path, shownDigest }: Review): void {
  const text = device.vault.outside.read(path);
  const changed = text !== null && sha256Hex(text) !== shownDigest;
  world.say(changed ? 'pressed what had changed' : 'pressed', device, { id: requestId });
}

function takeBack(
  world: World,
  on: Device['name'],
  nth: number,
  how: 'undo' | 'reject' | 'withdraw',
  places: readonly ('pending' | 'approved')[],
): void {
  const device = world.device(on);
  const path = nthOf(openNotes(device, places), nth);
  const requestId = path === undefined ? undefined : requestAt(device, path)?.requestId;
  const people = peopleAt(device);
  if (requestId === undefined || path === undefined || !people) return;
  world.sayDuring(device, how, requestId);
  if (how === 'withdraw' && path.startsWith(device.config.folders.approved)) {
    world.say('withdrawn while waiting', device, { id: requestId });
  }
  // What we wrote into our own callout gives way to the next one: logs and audit keep it.
  const reason = 'No.';
  const done = world.witness.takeBack(device, requestId);
  world.await(people[how]({ requestId, reason }), (result) => {
    if (!result.ok) return;
    world.say(how, device, { id: requestId });
    done();
  });
}

function configure(world: World, on: Device['name'], change: Partial<Device['config']>): void {
  const device = world.device(on);
  device.config = { ...device.config, ...change };
  world.say('configured', device, { detail: Object.keys(change).join() });
  world.witness.lookAtAll(device);
  device.process?.engine?.lookAtEverything();
}

/** A request on this device that was prepared for another ledger. */
function otherEpoch(device: Device): { readonly epoch: string } | null {
  const own = /"epoch":"(e-[a-z2-7]+)"/.exec(device.ledger.text ?? '')?.[1];
  for (const path of openNotes(device)) {
    const epoch = requestAt(device, path)?.machine.completion?.epoch;
    if (epoch !== undefined && epoch !== own) return { epoch };
  }
  return null;
}

/**
 * A person at a device without a ledger approves what they see there: the note is moved, then
 * stamped, for the executor that had prepared it.
 */
function pressOnPhone(world: World, device: Device, nth: number, check: boolean): void {
  const path = nthOf(openNotes(device, ['pending', 'approved']), nth);
  const request = path === undefined ? null : requestAt(device, path);
  const completion = request?.machine.completion;
  if (!request || !completion || path === undefined) return;
  const to = `${device.config.folders.approved}/${fileName(path)}`;
  const { outside } = device.vault;
  if (path !== to && outside.read(to) !== null) return;
  const attempts = completion.attempts;
  if (attempts.length > 0 && !check) return;
  const confirms = attempts.length > 0 ? attempts : null;
  const signed = { ...request, machine: { ...request.machine, confirms } };
  const content = signedContent(signed, world.vaultId);
  if (!content) return;
  const { bridge, tool, arguments: args } = request.call;
  const approval = approvalOf(device, request, callKey(bridge, tool, args), attempts);
  world.witness.approvals.push(approval);
  const text = outside.read(path);
  const time = isoSeconds(world.now(device));
  const payload = stampPayload(device.config.device, time, content.digest);
  const stamp = `${payload}~${device.key.sign(payload)}`;
  if (path !== to) outside.move(path, to);
  world.say('pressed', device, { id: request.requestId });
  world.scheduler.post(world.outside, 'phone stamps', () => {
    if (outside.read(to) !== text) {
      approval.state = 'refused';
      return;
    }
    const fields = machineFieldsToJson({ ...signed.machine, stamp });
    outside.write(to, applyEdits(request.text, setMachineLine(request.text, fields)));
    approval.state = 'given';
    world.say('approved', device, { id: request.requestId });
  });
}
