import { expect, test } from 'vitest';
import { judgeConformance, type Check } from '../../../tools/interop/judge-conformance.js';
import { notApplying, versions } from '../../../tools/interop/not-applying.js';

const check = (id: string, status: Check['status']): Check => ({ id, status });
const form = check('wire-schema-valid', 'SUCCESS');
const fails = [check('a', 'SUCCESS'), check('b', 'FAILURE'), form];

const judge = (
  scenarios: Readonly<Record<string, readonly Check[] | null>>,
  ...what: readonly string[]
) =>
  judgeConformance('2026-07-28', new Map(Object.entries(scenarios)), [{ because: 'Why.', what }]);

test('a scenario of the conformance suite passes, or its failure is a fault', () => {
  expect(judge({ ping: [check('ping', 'SUCCESS'), form] })).toEqual({
    ...{ passed: ['ping'], notApplying: [], faults: [] },
  });
  expect(judge({ ping: fails }).faults).toEqual([expect.stringContaining('ping:b failed')]);
  expect(judge({ ping: [check('b', 'WARNING')] }).faults).toHaveLength(1);
  expect(judge({ ping: null }).faults).toEqual(['ping broke off.']);
});

test('what the suite itself skips did not pass', () => {
  expect(judge({ sessions: [check('sessions', 'INFO'), form] })).toMatchObject({
    ...{ passed: [], notApplying: ['sessions'] },
  });
});

test('a listed scenario does not apply, and a listed check leaves the others', () => {
  expect(judge({ ping: fails }, 'ping')).toMatchObject({ notApplying: ['ping'], faults: [] });
  expect(judge({ ping: fails }, 'ping:b')).toMatchObject({ passed: ['ping'], faults: [] });
  const both = [...fails, check('c', 'FAILURE')];
  expect(judge({ ping: both }, 'ping:b').faults).toEqual([expect.stringContaining('ping:c')]);
});

test('no list excuses an answer without the form of MCP', () => {
  const wrong = [check('b', 'FAILURE'), check('wire-schema-valid', 'FAILURE')];
  expect(judge({ ping: wrong }, 'ping').faults).toEqual([
    expect.stringContaining('ping:wire-schema-valid'),
  ]);
});

test('an entry that excuses nothing is a fault', () => {
  const passes = { ping: [check('b', 'SUCCESS'), form] };
  for (const [entry, why] of [
    ['ping', 'does not fail'],
    ['ping:b', 'does not fail'],
    ['ping:gone', 'does not fail'],
    ['pong', 'is not in the suite'],
  ] as const) {
    expect(judge(passes, entry).faults, entry).toEqual([expect.stringContaining(why)]);
  }
});

test('the list names each thing once in a version, with a reason', () => {
  for (const version of versions) {
    const here = notApplying.filter(({ only = version }) => only === version);
    const named = here.flatMap(({ what }) => what);
    expect(new Set(named).size).toBe(named.length);
    expect(here.every(({ because }) => because !== '')).toBe(true);
  }
});
