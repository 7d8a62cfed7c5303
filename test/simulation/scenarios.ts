import { rowNames } from './servers.js';
import type { Happening } from './trace.js';

/** Something that a simulation of decent size must have seen (gate.md, last section). */
export interface Scenario {
  readonly name: string;
  readonly isIn: (happened: readonly Happening[]) => boolean;
}

type Match = Partial<Pick<Happening, 'what' | 'device' | 'id'>> & { readonly detail?: RegExp };

function matches(one: Happening, { what, device, id, detail }: Match): boolean {
  return (
    (what === undefined || one.what === what) &&
    (device === undefined || one.device === device) &&
    (id === undefined || one.id === id) &&
    (detail?.test(one.detail) ?? true)
  );
}

/** Whether something was followed, sooner or later, by what `next` says of it, and so on. */
function inOrder(
  happened: readonly Happening[],
  first: Match,
  ...next: readonly ((first: Happening) => Match)[]
): boolean {
  return happened.some((one, index) => {
    if (!matches(one, first)) return false;
    let at = index;
    return next.every((then) => {
      const match = then(one);
      at = happened.findIndex((later, place) => place > at && matches(later, match));
      return at !== -1;
    });
  });
}

function once(
  name: string,
  first: Match,
  ...next: readonly ((one: Happening) => Match)[]
): Scenario {
  return { name, isIn: (happened) => inOrder(happened, first, ...next) };
}

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
  ...['edit', 'reject', 'delete'].flatMap((how) =>
    ['connect', 'call'].map((when) =>
      once(`${how} during ${when}`, { what: `${how} during ${when}` }),
    ),
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
  once('a cloned device', { what: 'cloned' }, ({ device }) => ({ what: 'started', device })),
  once('a key is revoked', { what: 'revoked' }, () => ({ what: 'synced', device: 'desk' })),
  once('an answer that comes late', { what: 'late answer' }),
  once('a drag that is undone', { what: 'dragged' }, ({ id }) => ({ what: 'undo', id })),
  once('an unknown attempt that a person speaks for', { what: 'said' }),
  once('a full disk', { what: 'disk full' }),
  ...rowNames.map((row) =>
    once(`answer: ${row}`, { what: 'called', detail: new RegExp(`^${row}$`) }),
  ),
];
