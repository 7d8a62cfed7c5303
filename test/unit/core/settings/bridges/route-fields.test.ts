import { describe, expect, test } from 'vitest';
import {
  newDeviceConfig,
  type DeviceConfig,
  type Route,
} from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import {
  budgetProblem,
  readBudget,
  replaceRoute,
  routeConflict,
  successProblem,
  toolProblem,
  usualBudget,
} from '../../../../../src/core/settings/bridges/route-fields.js';
import { mailRoute } from '../../../../support/builders/mail-route.js';

const route = mailRoute({ bridge: 'mail' });
const config: DeviceConfig = {
  ...newDeviceConfig('d-abcdefghij', contractFolders()),
  routes: [route],
};

test.each<[string, string[] | null, string | null]>([
  ['send_email', ['send_email'], null],
  ['anything', null, null],
  ['', null, 'Choose a tool'],
  ['  ', ['send_email'], 'Choose a tool'],
  ['send', ['send_email', 'list'], 'It has: send_email, list.'],
  ['send', [], 'no tools'],
  ['x', 'abcdefghij'.split(''), 'a, b, c, d, e, f, g, h, …'],
])('the tool “%s” among %j: %s', (tool, known, why) => {
  const problem = toolProblem(tool, known);
  if (why === null) expect(problem).toBeNull();
  else expect(problem).toContain(why);
});

test.each(['', '^\\{', 'sent|done', '"messageId": "[^"]+"'])('“%s” is a pattern', (pattern) => {
  expect(successProblem(pattern)).toBeNull();
});

test.each(['(', '[a', 'a{2,1}', '\\-', '(?<n>'])('“%s” is none, and it says why', (pattern) => {
  expect(successProblem(pattern)).toMatch(
    /^Not a valid regular expression: [^/]+\. Correct it, or leave it empty\.$/,
  );
});

test.each([
  ['', null],
  [' ', null],
  ['0', 0],
  ['12', 12],
  [' 7 ', 7],
  ['100000', 100_000],
])('“%s” is a budget of %s', (text, budget) => {
  expect(budgetProblem(text)).toBeNull();
  expect(readBudget(text)).toBe(budget);
});

test.each(['-1', '1.5', 'ten', '1e9', '100001', '0x1'])('“%s” is no budget', (text) => {
  expect(budgetProblem(text)).toContain('whole number');
});

test.each([
  ['email', 10],
  ['payment', 3],
  ['other', 3],
  ['made_up', 3],
])('%s has the usual budget of %i an hour', (type, budget) => {
  expect(usualBudget(type)).toBe(budget);
});

describe('a route beside others', () => {
  test.each<[string, Route]>([
    ['of another type', { ...route, actionType: 'other' }],
    ['to another bridge', { ...route, bridge: 'second', success: 'x' }],
    [
      'to another tool with another pattern',
      { ...route, actionType: 'other', tool: 'list', success: 'x' },
    ],
  ])('%s may stand there', (_what, other) => {
    expect(routeConflict(other, [route])).toBeNull();
  });

  test('of the same type to the same bridge may not: only one would count', () => {
    expect(routeConflict({ ...route, tool: 'list' }, [route])).toMatchObject({
      field: 'actionType',
    });
  });

  test('to the same tool with another pattern may not: only one would be looked at', () => {
    const other = { ...route, actionType: 'other', success: '^ok' };
    expect(routeConflict(other, [route])).toMatchObject({ field: 'success' });
  });
});

describe('saving a route', () => {
  const cheap = { ...route, budgetPerHour: 1 };

  test('adds it, puts it where it was, or takes it away', () => {
    const second = { ...route, actionType: 'other' };
    const both = replaceRoute(config, null, second);
    expect(both).toMatchObject({ value: { routes: [route, second] } });
    if (!both.ok) return;
    expect(replaceRoute(both.value, route, cheap)).toMatchObject({
      value: { routes: [cheap, second] },
    });
    expect(replaceRoute(both.value, route, null)).toMatchObject({ value: { routes: [second] } });
  });

  test('writes over nothing that was changed meanwhile, and leaves no two at odds', () => {
    expect(replaceRoute(config, cheap, route)).toMatchObject({
      error: { code: 'settings_invalid' },
    });
    expect(replaceRoute(config, cheap, null)).toMatchObject({ ok: false });
    expect(replaceRoute(config, null, cheap)).toMatchObject({
      error: { message: expect.stringContaining('already') as string },
    });
  });
});
