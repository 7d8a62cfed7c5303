import { sha256Hex } from '../../src/core/digest.js';
import { witnessGesture, type Gesture } from '../../src/core/request/approval/gesture.js';
import type { Review } from '../../src/core/request/review/review.js';
import type { PersonActions } from '../../src/engine/person-actions/person-actions.js';
import type { RemoteActions } from '../../src/engine/person-actions/remote-actions.js';
import { sayMeanwhile as sayDuringCall } from './clients/client-handlers.js';
import type { Handlers } from './handlers.js';
import type { Device } from './device.js';
import { beginEpoch } from './ledgers.js';
import { approvalOf, shownCall, stepOf } from './truth.js';
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
    const { process } = device;
    world.await((process?.engine ?? process?.observer)?.reviews(20), (reviews) => {
      if (device.process === process) device.screen = reviews;
    });
  },

  press(world, { on, nth, check }) {
    const device = world.device(on);
    const review = nthOf(device.screen, nth);
    const people = handsAt(device);
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
      device.screen.filter(({ folder, blocked }) => folder === 'pending' && !blocked),
      nth,
    );
    const people = peopleAt(device);
    const from = review?.path ?? '';
    const to = `${device.config.folders.approved}/${fileName(from)}`;
    const { outside } = device.vault;
    if (!review || !people || outside.read(from) === null || outside.read(to) !== null) return;
    const approval = approvalOf(device, review.request, shownCall(review), []);
    approval.notBeforeMs = world.scheduler.elapsedMs + holdMs;
    approval.heldAt = to;
    world.witness.approvals.push(approval);
    outside.move(from, to);
    world.say('dragged', device, { id: review.requestId });
    const { requestId, shownDigest } = review;
    const gesture = press(world, device, 'drop');
    world.await(people.approveByDrag({ requestId, shownDigest, gesture, from, to }), (result) => {
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
    const { requestId, shownDigest, request, unknownOutcome } = review;
    const attemptId = unknownOutcome?.attemptId ?? '';
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
      all.flatMap(({ gated, done, id, text }) =>
        gated && !done && id !== null ? [{ planId: taskId, step: id, text }] : [],
      ),
    );
    const step = nthOf(steps, nth);
    if (!step || !people) return;
    world.witness.byHand.add(`${step.planId}#${step.step}`);
    world.await(
      how === 'done'
        ? people.doneByHand(step)
        : people.skipStep({ ...step, reason: `Not needed. ${world.mark()}` }),
      (result) => {
        if (result.ok) world.say('step ended', device, { detail: how });
      },
    );
  },

  pause(world, { on }) {
    sayMeanwhile(world, on, 'pause');
    configure(world, on, { paused: true });
  },
  resume: (world, { on }) => configure(world, on, { paused: false }),
  'trust moves': (world, { on }) => configure(world, on, { trustMoves: true }),
  'ask about moves'(world, { on }) {
    if (world.device(on).config.trustMoves) sayMeanwhile(world, on, 'end of trust');
    configure(world, on, { trustMoves: false });
  },

  'confirm folders'(world, { on }) {
    configure(world, on, { folders: world.device(on).folders });
  },

  unpin(world, { on, key }) {
    const device = world.device(on);
    const id = world.device(key).config.device;
    if (key === on) return;
    sayMeanwhile(world, on, 'revoke');
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
    const people = peopleAt(device);
    if (epoch === undefined || !people) return;
    world.say('taking over', device, { detail: epoch });
    world.witness.lookAtTrails(device);
    world.await(people.takeOver({ epoch, gesture: press(world, device) }), (result) => {
      if (result.ok) world.say('taken over', device, { detail: epoch });
    });
  },

  'new epoch'(world, { on }) {
    const device = world.device(on);
    if (device.name !== 'phone') beginEpoch(world, device);
  },
};

/** What a person can do at a device that runs actions. */
function peopleAt({ process }: Device): PersonActions | undefined {
  return process?.as === 'plugin' ? process.engine?.personActions : undefined;
}

/** What a person can do at any device with a screen. */
function handsAt(device: Device): RemoteActions | undefined {
  return peopleAt(device) ?? device.process?.observer?.personActions ?? undefined;
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
  const people: (RemoteActions & Partial<PersonActions>) | undefined = handsAt(device);
  if (requestId === undefined || path === undefined || !people?.[how]) return;
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

/** Somebody changes what holds for all requests: said apart if one is about to run. */
function sayMeanwhile(world: World, on: Device['name'], how: string): void {
  const device = world.device(on);
  sayDuringCall(world, device, how);
  for (const path of openNotes(device, ['approved'])) {
    world.sayDuring(device, how, requestAt(device, path)?.requestId ?? '');
  }
}

/** A person changes the settings of a device. */
export function configure(
  world: World,
  on: Device['name'],
  change: Partial<Device['config']>,
): void {
  const device = world.device(on);
  device.config = { ...device.config, ...change };
  world.say('configured', device, { detail: Object.keys(change).join() });
  world.witness.lookAtAll(device);
  device.process?.engine?.lookAtEverything();
}

/** What the alerts of this device offer to take over: where it does not act itself, from the one that does. */
function otherEpoch({ process }: Device): { readonly epoch: string } | null {
  const offers = (process?.engine?.view().alerts ?? []).flatMap(({ subject, offers: offer }) =>
    offer?.do === 'take_over' ? [{ subject, epoch: offer.epoch }] : [],
  );
  return offers.find(({ subject }) => subject.kind !== 'ledgers') ?? offers[0] ?? null;
}
