import type { Happening } from './trace.js';
import { clientScenarios } from './clients/client-scenarios.js';
import { forgeries, tamperings } from './command.js';
import { rowNames } from './servers.js';
import { inOrder, matches, once, type Match, type Scenario } from './scenario.js';

/** Two devices approved one request, and then one device's notes were carried to the other first. */
function bothApprove(carriedTo: 'desk' | 'phone'): Scenario {
  return {
    name: `two devices approve, then sync, first to the ${carriedTo}`,
    isIn: (happened) =>
      happened.some((one, index) => {
        if (!matches(one, { what: 'approved' })) return false;
        const { id, device } = one;
        const later = happened.slice(index + 1);
        const second = later.findIndex((other) => {
          return matches(other, { what: 'approved', id }) && other.device !== device;
        });
        const sync = later
          .slice(second + 1)
          .find((other) => matches(other, { what: 'synced', id }));
        return second !== -1 && sync?.device === carriedTo;
      }),
  };
}

const writes = [1, 2, 3, 4, 5, 6, 7, 8];

/** The id a returned request had at first. */
function base(id: string): string {
  return id.replace(/-r[a-z2-7]{4}$/, '');
}

const redraftedUnknown: Scenario = {
  name: 'unknown, then the same effect redrafted under a new id',
  isIn: (happened) => {
    const drafted = happened.filter(({ what }) => what === 'drafted');
    return happened.some((one, index) => {
      if (!matches(one, { what: 'outcome', detail: /^unknown$/ })) return false;
      const effect = drafted.find(({ id }) => id === base(one.id))?.detail;
      const same = happened.slice(index).find((later) => {
        return later.what === 'drafted' && later.detail === effect;
      });
      return same !== undefined && inOrder(happened, { what: 'pressed', id: same.id });
    });
  },
};

/** A device without a ledger, whose person approves. */
const phone: readonly Scenario[] = [
  once('approved on a phone, and run', { what: 'approved', device: 'phone' }, ({ id }) => ({
    what: 'called',
    id,
  })),
  once(
    'a phone dies between move and stamp',
    { what: 'moved, not stamped', device: 'phone' },
    ({ id }) => ({ what: 'synced', device: 'desk', id }),
  ),
  once(
    'a phone dies between move and stamp, and the question is answered',
    { what: 'moved, not stamped', device: 'phone' },
    ({ id }) => ({ what: 'approved', id }),
    ({ id }) => ({ what: 'called', id }),
  ),
  once('rewritten between display and approval on a phone', {
    what: 'pressed what had changed',
    device: 'phone',
  }),
  ...['undo', 'reject'].map((how) =>
    once(
      `approved on a phone, and there: ${how}`,
      { what: 'approved', device: 'phone' },
      ({ id }) => ({ what: how, device: 'phone', id }),
      ({ id }) => ({ what: 'synced', device: 'desk', id }),
    ),
  ),
  once(
    'approved on a phone whose key is revoked',
    { what: 'approved', device: 'phone' },
    () => ({ what: 'revoked', device: 'desk' }),
    ({ id }) => ({ what: 'synced', device: 'desk', id }),
  ),
  once(
    'approved on a phone for a ledger that was set aside',
    { what: 'approved', device: 'phone' },
    () => ({ what: 'new epoch', device: 'desk' }),
    ({ id }) => ({ what: 'synced', device: 'desk', id }),
  ),
];

function newEpoch(
  name: string,
  detail: RegExp,
  ...next: readonly ((one: Happening) => Match)[]
): Scenario {
  return once(
    `a new epoch: ${name}`,
    { what: 'new epoch', detail },
    ({ device }) => ({ what: 'taken over', device }),
    ...next,
  );
}

/** A person sets a ledger aside, or it is lost; what it had prepared is taken over. */
const newEpochs: readonly Scenario[] = [
  newEpoch('requests wait, and run after all', /waiting/, ({ device }) => ({
    what: 'called',
    device,
  })),
  newEpoch('an approved one waits', /approved(,|$)/, ({ device }) => ({
    what: 'approved',
    device,
  })),
  newEpoch('an approved one waits for its turn', /approved in a plan/, ({ device }) => ({
    what: 'pressed',
    device,
  })),
  newEpoch('nobody knows what became of one', /unknown/, ({ device }) => ({
    what: 'approved',
    device,
  })),
  newEpoch('after a crash, a call without an outcome', /unfinished/, ({ device }) => ({
    what: 'approved',
    device,
  })),
  newEpoch('old bytes come back', /waiting/, ({ device }) => ({ what: 'restored', device })),
  once(
    'a new epoch: the ledger was rolled back, and nothing ran any more',
    { what: 'ledger rolled back' },
    ({ device }) => ({ what: 'new epoch', device, detail: /halted/ }),
    ({ device }) => ({ what: 'called', device }),
  ),
  once(
    'a new epoch: the clock had been far ahead',
    { what: 'jumped', detail: /^-1728/ },
    ({ device }) => ({ what: 'new epoch', device }),
    ({ device }) => ({ what: 'called', device }),
  ),
  once(
    'a ledger is lost, and what it had prepared runs after all',
    { what: 'ledger wiped' },
    ({ device }) => ({ what: 'taken over', device }),
    ({ device }) => ({ what: 'called', device }),
  ),
];

/** What else the security model promises to hold. */
const whatElse: readonly Scenario[] = [
  ...writes.map((write) =>
    once(
      `a crash after W${write}`,
      { what: 'crashed', detail: new RegExp(` W${write}$`) },
      ({ device }) => ({ what: 'started', device }),
    ),
  ),
  ...forgeries.map((what) =>
    once(`forged: ${what}`, { what: 'forged', detail: new RegExp(`^${what}$`) }),
  ),
  ...tamperings.map((how) =>
    once(
      `an audit trail is changed: ${how}`,
      { what: 'tampered', detail: new RegExp(`^${how}$`) },
      ({ device }) => ({ what: 'started', device }),
    ),
  ),
  once('moved by something else, and the question is answered', { what: 'asked' }, ({ id }) => ({
    what: 'approved',
    id,
  })),
  once('trusted moves run', { what: 'called on trust' }),
  once('moved before moves were trusted', { what: 'asked' }, ({ device }) => ({
    what: 'configured',
    device,
    detail: /trustMoves/,
  })),
  ...['tool', 'target', 'restart'].map((what) =>
    once(`after an approval the server changes: ${what}`, { what: 'approved' }, () => ({
      what: 'server',
      detail: new RegExp(`^${what}$`),
    })),
  ),
  once('a budget that is used up again', { what: 'budget used' }, ({ device, detail }) => ({
    what: 'budget used',
    device,
    detail: new RegExp(`^${detail}$`),
  })),
  ...['done', 'skipped'].map((how) =>
    once(`a step ends without its request: ${how}`, {
      what: 'step ended',
      detail: new RegExp(`^${how}$`),
    }),
  ),
  once('a step is ticked in the file', { what: 'ticked' }),
  once('a note is missing', { what: 'missing' }),
  once('a used id comes back', { what: 'already used' }),
  once('two notes with one id', { what: 'copied' }),
  once('a conflict copy', { what: 'conflict', detail: /^copy$/ }),
];

export const scenarios: readonly Scenario[] = [
  bothApprove('desk'),
  bothApprove('phone'),
  once(
    'take-over while the old executor lags and returns',
    { what: 'taken over', device: 'laptop' },
    () => ({ what: 'started', device: 'desk' }),
    () => ({ what: 'synced', device: 'desk' }),
  ),
  ...writes.flatMap((write) =>
    ['ledger wiped', 'ledger rolled back'].map((what) =>
      once(`${what} after W${write}`, { what, detail: new RegExp(`^${write}$`) }, ({ device }) => ({
        what: 'started',
        device,
      })),
    ),
  ),
  once(
    'plugin and runner hand over with a crash between',
    { what: 'crashed', detail: /W[1-7]$/ },
    ({ device }) => ({ what: 'started', device, detail: /^runner$/ }),
    ({ device }) => ({ what: 'started', device, detail: /^plugin$/ }),
  ),
  once(
    'withdrawn while waiting, old bytes restored',
    { what: 'withdrawn while waiting' },
    ({ id }) => ({ what: 'withdraw', id }),
    ({ id }) => ({ what: 'restored', id }),
  ),
  ...['same', 'other'].map((as) =>
    once(
      `an executed note is restored under the ${as} name`,
      { what: 'outcome', detail: /^executed$/ },
      ({ id }) => ({ what: 'restored', id, detail: new RegExp(`^${as} `) }),
    ),
  ),
  once('rewritten between display and approval', { what: 'pressed what had changed' }),
  ...['edit', 'reject', 'delete', 'undo'].flatMap((how) =>
    ['connect', 'call'].map((when) =>
      once(`${how} during ${when}`, { what: `${how} during ${when}` }),
    ),
  ),
  ...['withdraw', 'pause', 'revoke', 'end of trust', 'cancel', 'tick'].map((how) =>
    once(`${how} during connect`, { what: `${how} during connect` }),
  ),
  redraftedUnknown,
  once(
    'settings tampering',
    { what: 'settings tampered' },
    ({ device }) => ({ what: 'started', device }),
    ({ device }) => ({ what: 'pressed', device }),
  ),
  once('a clock that jumps, and an expiry', { what: 'jumped' }, ({ device }) => ({
    what: 'expired',
    device,
  })),
  once(
    'a clock that jumps while a budget is used up, and a restart',
    { what: 'jumped', detail: /budget used/ },
    ({ device }) => ({ what: 'started', device }),
  ),
  once('a clock set back, and a restart', { what: 'jumped', detail: /^-/ }, ({ device }) => ({
    what: 'started',
    device,
  })),
  once('a merge conflict in the stamp line', { what: 'stamp line merged' }),
  once('a torn audit trail', { what: 'audit torn' }, ({ device }) => ({ what: 'started', device })),
  once(
    'a ledger is rolled back whose audit trail was torn, and what it ran is restored',
    { what: 'audit torn' },
    ({ device }) => ({ what: 'ledger rolled back', device }),
    ({ device }) => ({ what: 'restored', device }),
  ),
  once(
    'a backup brings ledger and audit trail back, and what was run is restored',
    { what: 'audit rolled back' },
    ({ device }) => ({ what: 'restored', device }),
  ),
  once('a cloned device', { what: 'cloned' }, ({ device }) => ({ what: 'started', device })),
  once('a key is revoked', { what: 'revoked' }, () => ({ what: 'synced', device: 'desk' })),
  once('an answer that comes late', { what: 'late answer' }),
  once(
    'a drag whose note is taken away during the hold, and put back',
    { what: 'dragged' },
    ({ id }) => ({ what: 'deleted', id }),
    ({ id }) => ({ what: 'put back', id }),
  ),
  once('a drag that is undone', { what: 'dragged' }, ({ id }) => ({ what: 'undo', id })),
  ...['true', 'false'].map((happened) =>
    once(`an unknown attempt of which a person says “happened”: ${happened}`, {
      what: 'said',
      detail: new RegExp(`^${happened}$`),
    }),
  ),
  ...phone,
  ...newEpochs,
  ...whatElse,
  ...(['hidden', 'broken', 'plan copied'] as const).map((what) =>
    once(`${what}, and later a plan is put back`, { what }, ({ device }) => ({
      what: 'plan reverted',
      device,
    })),
  ),
  once('a full disk', { what: 'disk full' }),
  ...clientScenarios,
  ...rowNames.map((row) =>
    once(`answer: ${row}`, { what: 'called', detail: new RegExp(`^${row}$`) }),
  ),
];
