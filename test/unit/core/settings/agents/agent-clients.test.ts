import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addAgent,
  agentToken,
  findAgent,
  hashToken,
  pauseAgent,
  resumeAgent,
  revokeAgent,
  withAgentPort,
} from '../../../../../src/core/settings/agents/agent-clients.js';
import { newDeviceConfig } from '../../../../../src/core/settings/device-config.js';
import { contractFolders } from '../../../../../src/core/settings/folders.js';

const empty = newDeviceConfig('d-abcdefg234', contractFolders());
const client = (name: string) => ({
  name,
  tokenHash: hashToken(name),
  added: '2026-11-29T02:00:00Z',
});

function added(...names: string[]) {
  return names.reduce((config, name) => {
    const done = addAgent(config, client(name));
    if (!done.ok) throw new Error(done.error.message);
    return done.value;
  }, empty);
}

test.each(['a', '7', 'Claude Code', 'codex_cli-2.0', 'x'.repeat(40)])(
  'a client is added as %j',
  (name) => {
    expect(added(name).agents).toEqual([client(name)]);
  },
);

test.each(['', ' a', 'a ', '-a', '.a', 'a\n', 'a)', 'Agent (x)', 'é', 'x'.repeat(41), '../a'])(
  'no client is called %j',
  (name) => {
    expect(addAgent(empty, client(name))).toHaveProperty('error.code', 'input_invalid');
  },
);

test('names that differ only in case are the same', () => {
  const config = added('Claude');
  expect(addAgent(config, client('CLAUDE'))).toHaveProperty(
    'error.message',
    'There is already a client “Claude”.',
  );
  expect(findAgent(config.agents ?? [], 'claude')?.name).toBe('Claude');
});

test('there are at most 50 clients', () => {
  const many = added(...Array.from({ length: 50 }, (_, index) => `c${index}`));
  expect(addAgent(many, client('one more'))).toHaveProperty('error.code', 'input_invalid');
});

test('one that is revoked is gone, and its name is free', () => {
  const left = revokeAgent(added('a', 'b'), 'A');
  expect(left.ok && left.value.agents?.map(({ name }) => name)).toEqual(['b']);
  expect(revokeAgent(added('a'), 'b')).toHaveProperty('error.message', 'There is no client “b”.');
});

test('one that is paused is so until it is resumed; the others are not', () => {
  const paused = pauseAgent(added('a', 'b'), 'a');
  if (!paused.ok) throw new Error(paused.error.message);
  expect(paused.value.agents).toEqual([{ ...client('a'), paused: true }, client('b')]);
  const again = resumeAgent(paused.value, 'a');
  expect(again.ok && again.value).toEqual(added('a', 'b'));
  expect(pauseAgent(empty, 'a')).toHaveProperty('error.code', 'input_invalid');
  expect(resumeAgent(empty, 'a')).toHaveProperty('error.code', 'input_invalid');
});

test('a token is 32 bytes; only its SHA-256 is kept', () => {
  const token = agentToken(new Uint8Array(32).fill(255));
  expect(token).toBe(`cs_${'_'.repeat(42)}8`);
  expect(hashToken(token)).toBe(createHash('sha256').update(token).digest('base64url'));
});

test('a port is chosen once, from 20000 to 32767', () => {
  expect(withAgentPort(empty, 0).agentPort).toBe(20_000);
  expect(withAgentPort(empty, 0.999_999_9).agentPort).toBe(32_767);
  expect(withAgentPort(withAgentPort(empty, 0), 0.5).agentPort).toBe(20_000);
});
