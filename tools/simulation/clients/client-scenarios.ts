import { once, type Scenario } from '../scenario.js';

const asked = { what: 'asked by a client', detail: /^(send_email|pay)$/ };
const called = { what: 'called unasked' };
const server = ['account', 'target', 'read tool', 'renamed', 'twice', 'restart'];

/** What agents' clients must have done, and people to what they may do. */
export const clientScenarios: readonly Scenario[] = [
  once('called unasked', called),
  once('called unasked by two clients', { ...called, detail: /Claude/ }, ({ device }) => ({
    ...called,
    device,
    detail: /Codex/,
  })),
  once('called unasked on another computer', { ...called, device: 'laptop' }),
  once('what only a person may let happen can’t be allowed', { what: 'not allowed' }),
  ...['permission ended', 'another permission', 'client paused', 'client revoked', 'pause'].map(
    (how) => once(`${how} between list and call`, { what: `${how} between list and call` }),
  ),
  ...server.map((what) =>
    once(`called unasked, then the server changes: ${what}`, called, () => ({
      what: 'server',
      detail: new RegExp(`^${what}$`),
    })),
  ),
  once('the server changes between list and call', {
    what: 'server: account between list and call',
  }),
  ...['at the log', 'before the call', 'during the call'].map((where) =>
    once(
      `a device dies of a call unasked ${where}, and goes on`,
      { what: 'crashed unasked', detail: new RegExp(`^${where}$`) },
      ({ device }) => ({ ...called, device }),
    ),
  ),
  once('the hour is used up', { what: 'hour used up' }),
  once('the hour is used up, and a restart', { what: 'started' }, ({ device }) => ({
    what: 'hour used up',
    device,
  })),
  once('a permission is 90 days old', called, () => ({ what: 'advanced', detail: /^\d{10}$/ })),
  once('an allowed tool asks after all', { what: 'allowed' }, ({ device }) => ({
    what: 'asked what may be allowed',
    device,
  })),
  once('refused until a person looks at what ended', { what: 'refused after the end' }),
  once(
    'a new client with an old name',
    { what: 'client revoked' },
    ({ device, detail }) => ({
      what: 'client added',
      device,
      detail: new RegExp(`^${detail}$`),
    }),
    ({ device }) => ({ what: 'asked what may be allowed', device }),
  ),
  once(
    'old settings come back',
    { what: 'permission ended' },
    ({ device }) => ({ what: 'settings restored', device }),
    ({ device }) => ({ what: 'asked what may be allowed', device }),
  ),
  once('a log of calls is rolled back', { what: 'call log rolled back' }, ({ device }) => ({
    ...called,
    device,
  })),
  once(
    'a ledger is rolled back, and a call unasked',
    { what: 'ledger rolled back' },
    ({ device }) => ({
      ...called,
      device,
    }),
  ),
  once('asked by a client', asked),
  once('asked by a client, and run', asked, ({ id }) => ({ what: 'called', id })),
  once('asked by a client, which hears of it', asked, ({ id }) => ({
    what: 'told',
    id,
    detail: /^executed/,
  })),
  once('asked by a client, and rejected', asked, ({ id }) => ({
    what: 'told',
    id,
    detail: /^rejected/,
  })),
  once('the same call again', { what: 'same call again', detail: /^waiting/ }),
  once('the same call after a restart', { what: 'started' }, ({ device }) => ({
    what: 'same call again',
    device,
  })),
  once('asked after another’s request', { what: 'asked after another’s request' }),
];
