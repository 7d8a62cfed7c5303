import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aliasProblem,
  argumentsText,
  commandProblem,
  readArguments,
  removeBridge,
  replaceBridge,
  textProblem,
  timeLimitProblem,
  variableProblem,
  withSavedValues,
} from '../../../../../src/core/settings/bridges/bridge-fields.js';
import {
  newDeviceConfig,
  type BridgeConfig,
  type DeviceConfig,
} from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';
import { mailRoute } from '../../../../support/builders/mail-route.js';

const mail: BridgeConfig = {
  alias: 'mail',
  transport: 'stdio',
  command: 'npx',
  args: ['mcp-mail-server'],
  env: { PASS: 'secret' },
  timeLimitSeconds: 60,
};
const route = mailRoute({ bridge: 'mail' });
const config: DeviceConfig = {
  ...newDeviceConfig('d-abcdefghij', contractFolders()),
  bridges: [mail],
  routes: [route, { ...route, bridge: 'other' }],
};

describe('the name of a bridge', () => {
  test.each(['mail', 'Mail-2', 'a_b', 'x'.repeat(64)])('may be %s', (alias) => {
    expect(aliasProblem(alias, ['other'])).toBeNull();
  });

  test.each([
    ['', 'Name the server'],
    ['my mail', 'letters'],
    ['mail.', 'letters'],
    ['größe', 'letters'],
    ['x'.repeat(65), '1 to 64'],
    ['__proto__', 'letters'],
    ['mail', 'already'],
  ])('may not be “%s”, and it says why', (alias, why) => {
    expect(aliasProblem(alias, ['mail'])).toContain(why);
  });
});

describe('the program of a bridge', () => {
  test.each([
    'npx',
    '/usr/bin/node',
    '/Applications/My App/run',
    'C:\\Program Files\\node.exe',
    'uvx',
  ])('may be %s', (command) => {
    expect(commandProblem(command)).toBeNull();
  });

  test.each([
    ['', 'which program'],
    ['  ', 'which program'],
    ['npx -y mcp-mail-server', 'Only the program goes here: “npx”'],
    ['node /home/me/server.js', 'one argument per line'],
    ['${HOME}/bin/server', '${HOME} is not replaced here'],
    ['/bin/${KEY:-sk-secret}', /^\$\{KEY…\} is not replaced here\. Write the value itself\.$/],
    ['a\0b', 'NUL'],
    ['./server', 'Write the full path'],
    ['~/bin/server', 'Write the full path'],
  ])('may not be “%s”, and it says what to do', (command, why) => {
    expect(commandProblem(command)).toEqual(
      typeof why === 'string' ? expect.stringContaining(why) : expect.stringMatching(why),
    );
  });
});

describe('arguments, one a line', () => {
  test('are taken as they stand, spaces and quotes within them too; empty lines are none', () => {
    expect(readArguments('-y\r\n\n--name=My "Server"\n  two words\n')).toEqual({
      ok: true,
      value: ['-y', '--name=My "Server"', '  two words'],
    });
    expect(readArguments('')).toEqual({ ok: true, value: [] });
  });

  test.each([
    ['-y\n"mcp-mail-server', 'Line 2 begins with a quote'],
    ['"a" b', 'Line 1 begins with a quote'],
    ['a\n${TOKEN}', 'Line 2:'],
    ['-y\nserver.js', 'Line 2:'],
  ])('%j is refused with the line', (text, message) => {
    expect(readArguments(text)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(message) as string },
    });
  });

  test('whatever is saved is shown so that it is read again as it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^["\\ a\n\r\t-]{0,6}$/), { maxLength: 5 }),
        (args) => {
          fc.pre(args.every((arg) => textProblem(arg) === null));
          expect(readArguments(argumentsText(args))).toEqual({ ok: true, value: args });
        },
      ),
    );
    expect(readArguments(argumentsText(['', 'a\nb', '"q"', ' ', '\r', 'x\r']))).toEqual({
      ok: true,
      value: ['', 'a\nb', '"q"', ' ', '\r', 'x\r'],
    });
  });
});

test.each([
  ['PATH', [], null],
  ['', [], 'Give the variable a name'],
  ['A=b', [], 'cannot be the name'],
  ['__proto__', [], 'cannot be the name'],
  ['PASS', ['PASS'], 'is listed twice'],
])('a variable named “%s” beside %j: %s', (name, others, why) => {
  const problem = variableProblem(name, others);
  if (why === null) expect(problem).toBeNull();
  else expect(problem).toContain(why);
});

test.each(['1', '60', ' 90 ', '86400'])('%s seconds are a time limit', (text) => {
  expect(timeLimitProblem(text)).toBeNull();
});

test.each(['', '0', '-1', '1.5', '1e3', '86401', 'soon', '0x10'])(
  '“%s” is no time limit',
  (text) => {
    expect(timeLimitProblem(text)).toContain('whole seconds');
  },
);

test('a saved value stays without being shown; one that was typed takes its place; the rest goes', () => {
  const values = [
    { name: 'PASS', value: null },
    { name: 'USER', value: 'new' },
  ];
  expect(withSavedValues(values, { PASS: 'secret', USER: 'old', GONE: 'x' })).toEqual({
    ok: true,
    value: { PASS: 'secret', USER: 'new' },
  });
});

test.each(['PASS', 'toString', '__proto__'])(
  'a value of %s that is not saved is not made up',
  (name) => {
    expect(withSavedValues([{ name, value: null }], {})).toMatchObject({
      ok: false,
      error: { code: 'settings_invalid', message: expect.stringContaining(name) as string },
    });
  },
);

describe('saving a bridge', () => {
  test('puts it where it was, and keeps the routes', () => {
    const edited = { ...mail, args: ['other'] };
    expect(replaceBridge(config, mail, edited)).toEqual({
      ok: true,
      value: { ...config, bridges: [edited] },
    });
    const added = { ...mail, alias: 'second' };
    expect(replaceBridge(config, null, added)).toEqual({
      ok: true,
      value: { ...config, bridges: [mail, added] },
    });
  });

  test.each([
    ['it was changed meanwhile', { ...mail, command: 'node' }, mail],
    ['it was removed meanwhile', { ...mail, alias: 'gone' }, { ...mail, alias: 'gone' }],
    ['its name was taken meanwhile', null, mail],
  ])('writes over nothing when %s', (_what, before, after) => {
    expect(replaceBridge(config, before, after)).toMatchObject({
      ok: false,
      error: {
        code: 'settings_invalid',
        advice: expect.stringContaining('Not saved') as string,
      },
    });
  });

  test('removing one takes its routes with it, and no others', () => {
    const { bridges, routes } = removeBridge(config, 'mail');
    expect(bridges).toEqual([]);
    expect(routes).toEqual([{ ...route, bridge: 'other' }]);
  });
});
