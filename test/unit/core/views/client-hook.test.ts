import { expect, test } from 'vitest';
import { hooksAreOff, showHook, withHook } from '../../../../src/core/views/client-hook.js';

const launch = { command: '/bin/node', args: ['/opt/c.mjs', 'hook', '--vault', '/v'] };

function after(text: string): string {
  const result = withHook(text, launch);
  return result.ok ? result.value : `refused: ${result.error.message}`;
}

test('the hook comes after the others, and once', () => {
  const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'x' }] };
  const text = JSON.stringify({ model: 'm', hooks: { PreToolUse: [other] } }, null, 2);
  const first = after(text);
  expect(JSON.parse(first)).toEqual({
    model: 'm',
    hooks: { PreToolUse: [other, JSON.parse(showHook(launch))] },
  });
  expect(after(first)).toBe(first);
});

test('a hook that is elsewhere in the file runs before no tool: ours is added', () => {
  const text = after('').replace('PreToolUse', 'PostToolUse');
  const hooks = JSON.parse(after(text)) as { hooks: Record<string, unknown> };
  expect(Object.keys(hooks.hooks)).toEqual(['PostToolUse', 'PreToolUse']);
});

test.each([
  ['{"disableAllHooks":true}', true],
  ['{"disableAllHooks":false}', false],
  ['{"hooks":{}}', false],
  ['[]', false],
])('whether %s turns hooks off: %s', (text, isOff) => {
  expect(hooksAreOff(text)).toBe(isOff);
});

test('it is asked about files that are written, and about every MCP tool, and blocks when it fails', () => {
  const { matcher, hooks } = JSON.parse(showHook(launch)) as { matcher: string; hooks: object[] };
  const matched = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'mcp__mail__send', 'Read', 'Bash'];
  expect(matched.filter((tool) => new RegExp(matcher).test(tool))).toEqual(matched.slice(0, 5));
  expect(hooks).toEqual([{ type: 'command', ...launch, onFailure: 'block' }]);
});

test.each([
  [after(''), 'refused: It already has another hook of Countersign.', ['--vault', '/other']],
  ['{"hooks":{"PreToolUse":{}}}', 'refused: “PreToolUse” in it is not a list.', []],
  ['{ // mine\n}', 'refused: It is not plain JSON', []],
])('nothing is added to %s', (text, message, more) => {
  const result = withHook(text, { ...launch, args: [...launch.args, ...more] });
  expect(result.ok ? result.value : `refused: ${result.error.message}`).toContain(message);
});
