import type { OutcomeKind } from '../../../src/core/request/outcome/decide-outcome.js';

/** How a client and a server talk in one run of a row. */
export interface Wiring {
  readonly transport: 'stdio' | 'http';
  readonly era: 'legacy' | 'modern';
  /** Of answers over HTTP. */
  readonly form: 'json' | 'events';
}

/** One way in which a call can go, of one row of the outcome table (docs/gate.md#what-an-answer-means). */
export interface Case {
  /** What happened, as the table says it. */
  readonly row: string;
  /** `MODE` of the misbehaving server, or of the one on the official SDKs. */
  readonly mode: string;
  /** A server on the official SDKs instead of the misbehaving one. */
  readonly onSdk?: true;
  /** Whether the server does the work before it misbehaves; both when left out. */
  readonly works?: boolean;
  readonly verdict: OutcomeKind;
  /** The route's success pattern. */
  readonly success?: string;
  readonly timeLimitSeconds?: number;
  /** Where this can happen at all, and why not elsewhere. */
  readonly only?: { readonly on: (wiring: Wiring) => boolean; readonly because: string };
  /** Something done from outside before the call, or while it runs. */
  readonly meanwhile?: 'server is gone' | 'closed here' | 'command not found';
  readonly warns?: boolean;
}

const overHttp = (because: string): NonNullable<Case['only']> => ({
  on: ({ transport }) => transport === 'http',
  because,
});
const statusOnly = overHttp('stdio has no HTTP status');
const httpBody = overHttp('stdio frames messages by lines');
const onEvents: Case['only'] = {
  on: ({ transport, form }) => transport === 'http' && form === 'events',
  because: 'only a stream of events can end without its answer and still be well formed',
};
const inLegacy: Case['only'] = {
  on: ({ era }) => era === 'legacy',
  because: 'from 2026-07-28 on a server cannot send requests; it answers input_required instead',
};

const knownToOld: NonNullable<Case['only']> = {
  on: ({ era }) => era === 'legacy',
  because: 'the old SDK does not know 2026-07-28',
};
/** Where a server on an SDK can ask the client for its roots in the middle of a call. */
const canAsk = (sdk: 'old' | 'new'): NonNullable<Case['only']> => ({
  on: ({ transport, era, form }) =>
    era === 'legacy' && (transport === 'stdio' || form === 'events'),
  because: `the ${sdk} SDK asks the client only before 2026-07-28, and never beside a JSON answer`,
});

const refusedStatuses = [401, 403, 404, 405, 413, 415, 429];
const vagueStatuses = [500, 502, 503, 504, 301, 302, 307, 308, 400, 202, 204, 402, 409, 418];
const rpcCodes = [
  -32601, -32602, -32603, -32022, -32020, -32600, -32700, -32000, -32001, -32002, 7,
];

/** Every row of the table in docs/gate.md#what-an-answer-means, in its order. */
export const cases: readonly Case[] = [
  { row: 'result without isError', mode: 'result', works: true, verdict: 'executed' },
  {
    row: 'result without isError that matches the success pattern',
    mode: 'says~Sent%3A%201',
    works: true,
    success: '^Sent: \\d+$',
    verdict: 'executed',
  },
  {
    row: 'a success pattern that does not match',
    mode: 'says~Error%3A%20ECONNREFUSED',
    success: '^Sent: \\d+$',
    verdict: 'unknown',
  },
  ...[
    'Error: connect ECONNREFUSED',
    '{"error":"fetch failed"}',
    '{"ok":false,"error":"not_in_channel"}',
    '{\n  "success": false\n}',
  ].map((text): Case => ({
    row: `result without isError that says ${JSON.stringify(text)}`,
    mode: `says~${encodeURIComponent(text)}`,
    verdict: 'unknown',
  })),
  { row: 'result with isError: true', mode: 'is_error', verdict: 'unknown' },
  ...rpcCodes.map((code): Case => ({
    row: `JSON-RPC ${code}`,
    mode: `rpc~${code}`,
    verdict: 'unknown',
  })),
  ...refusedStatuses.map((status): Case => ({
    row: `HTTP ${status}`,
    mode: `status~${status}`,
    works: false,
    verdict: 'not_executed',
    only: statusOnly,
  })),
  {
    row: 'HTTP 404 because the server ended the session',
    mode: 'no_session',
    works: false,
    verdict: 'not_executed',
    only: statusOnly,
  },
  ...vagueStatuses.map((status): Case => ({
    row: `HTTP ${status}`,
    mode: `status~${status}`,
    verdict: 'unknown',
    only: statusOnly,
  })),
  ...['400~-32022', '404~-32601', '404~-32002', '404~-32602', '404~-32603'].map((both): Case => ({
    row: `HTTP ${both.replace('~', ' that is JSON-RPC ')}: the message counts`,
    mode: `status_rpc~${both}`,
    verdict: 'unknown',
    only: statusOnly,
  })),
  ...['batch', 'events', 'packed', 'unsound'].map((form): Case => ({
    row: `HTTP 404 that holds an answer to the call in another form (${form})`,
    mode: `status_form~404~${form}`,
    verdict: 'unknown',
    only: statusOnly,
  })),
  ...[404, 500].map((status): Case => ({
    row: `HTTP ${status} with a result in it`,
    mode: `status_result~${status}`,
    verdict: 'unknown',
    only: statusOnly,
  })),
  { row: 'wrong content type', mode: 'wrong_type', verdict: 'unknown', only: httpBody },
  { row: 'an encoding nobody asked for', mode: 'packed', verdict: 'unknown', only: httpBody },
  { row: 'bad JSON', mode: 'bad_json', verdict: 'unknown', timeLimitSeconds: 1.5 },
  {
    row: 'a result that is no object',
    mode: 'no_message',
    verdict: 'unknown',
    timeLimitSeconds: 1.5,
  },
  { row: 'a result without content', mode: 'no_result', verdict: 'unknown' },
  { row: 'a task that was only accepted', mode: 'task', verdict: 'unknown' },
  { row: 'a result of a type that nobody knows', mode: 'odd_type', verdict: 'unknown' },
  { row: 'a message with __proto__ in it', mode: 'proto', verdict: 'unknown' },
  {
    row: 'an answer to another request',
    mode: 'other_id',
    verdict: 'unknown',
    timeLimitSeconds: 1.5,
  },
  { row: 'two answers: the first counts', mode: 'twice', works: true, verdict: 'executed' },
  { row: 'an answer of 50 MB', mode: 'huge', verdict: 'unknown' },
  {
    row: 'connection refused, process dead before the call was written',
    mode: 'gone',
    works: false,
    verdict: 'not_executed',
    meanwhile: 'server is gone',
  },
  {
    row: 'command not found, or nothing listens',
    mode: 'result',
    works: false,
    verdict: 'not_executed',
    meanwhile: 'command not found',
  },
  { row: 'the server dies in the call', mode: 'dies', verdict: 'unknown' },
  {
    row: 'closed after the call was sent',
    mode: 'closes',
    verdict: 'unknown',
    timeLimitSeconds: 1.5,
  },
  { row: 'reset after the call was sent', mode: 'resets', verdict: 'unknown', only: httpBody },
  { row: 'an answer broken off in its JSON', mode: 'cut_json', verdict: 'unknown', only: httpBody },
  {
    row: 'a stream broken off in an event',
    mode: 'cut_events',
    verdict: 'unknown',
    only: onEvents,
  },
  {
    row: 'a stream that ends without its answer',
    mode: 'ends_events',
    verdict: 'unknown',
    only: onEvents,
  },
  {
    row: 'a stream that ends and could be resumed: it is not',
    mode: 'ends_events_with_id',
    verdict: 'unknown',
    only: onEvents,
  },
  { row: 'time-out', mode: 'hangs', verdict: 'unknown', timeLimitSeconds: 0.3 },
  { row: 'cancel', mode: 'hangs', verdict: 'unknown', meanwhile: 'closed here' },
  { row: 'input_required', mode: 'input_required', verdict: 'unknown' },
  { row: 'input required as an error', mode: 'rpc~-32042', verdict: 'unknown' },
  ...['elicitation/create', 'sampling/createMessage'].map((method): Case => ({
    row: `the server asks by ${method}`,
    mode: `asks~${method}`,
    verdict: 'unknown',
    only: inLegacy,
  })),
  {
    row: 'result does not match outputSchema',
    mode: 'mismatch',
    works: true,
    verdict: 'executed',
    warns: true,
  },
  { row: 'progress for ever', mode: 'progress', verdict: 'unknown', timeLimitSeconds: 1.5 },
  {
    row: 'progress and then the result',
    mode: 'progress_and_result',
    works: true,
    verdict: 'executed',
  },
  ...onSdk('old', knownToOld),
  ...onSdk('new'),
];

/** What authors write with the official SDKs: the server's own refusal is no claim about its work. */
function onSdk(sdk: 'old' | 'new', only?: Case['only']): Case[] {
  const verdict = 'unknown';
  const cases: Omit<Case, 'row' | 'onSdk'>[] = [
    { mode: 'roots', verdict, only: canAsk(sdk) },
    { mode: 'tool_roots', verdict, only: canAsk(sdk) },
    { mode: 'no_roots', works: true, verdict: 'executed', only: canAsk(sdk) },
    ...['throws', 'tool_throws']
      .flatMap((how) => [-32601, -32602, -32603].map((code) => `${how}~${code}`))
      .concat(`tool_says~${encodeURIComponent('{"error":"fetch failed"}')}`)
      .map((mode) => ({ mode, verdict, ...(only && { only }) }) as const),
  ];
  return cases.map((one) => ({
    ...one,
    row: `the ${sdk} SDK, ${decodeURIComponent(one.mode).replace('~', ' ')}`,
    mode: `${sdk}~${one.mode}`,
    onSdk: true,
  }));
}

/** Every way to wire a client to a server. */
export const wirings: readonly Wiring[] = [
  { transport: 'stdio', era: 'legacy', form: 'json' },
  { transport: 'http', era: 'modern', form: 'events' },
  { transport: 'stdio', era: 'modern', form: 'json' },
  { transport: 'http', era: 'legacy', form: 'json' },
  { transport: 'http', era: 'legacy', form: 'events' },
  { transport: 'http', era: 'modern', form: 'json' },
];

/** One era each: what every run of the tests covers. */
export const everyday = wirings.slice(0, 2);

/** One run: a case as it is over one wiring, with or without the work done. */
export interface Run {
  readonly name: string;
  readonly wiring: Wiring;
  readonly case: Case;
  readonly works: boolean;
}

export function runsOver(chosen: readonly Wiring[]): Run[] {
  return chosen.flatMap((wiring) =>
    cases
      .filter(({ only }) => only === undefined || only.on(wiring))
      .flatMap((one) =>
        (one.works === undefined ? [true, false] : [one.works]).map((works) => ({
          name: [
            wiring.transport === 'stdio' ? 'stdio' : `http (${wiring.form})`,
            wiring.era === 'modern' ? '2026-07-28' : '2025-11-25',
            `${one.row}${works ? '' : ' (it did nothing)'}`,
          ].join(', '),
          wiring,
          case: one,
          works,
        })),
      ),
  );
}
