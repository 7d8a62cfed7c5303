import { describe, expect, test } from 'vitest';
import {
  bridgeDigest,
  effectDigest,
  textsAndNamesIn,
  textsIn,
  toolDigest,
} from '../../../../../src/core/request/action/digests.js';
import type {
  BridgeTarget,
  ToolDefinition,
} from '../../../../../src/core/request/action/tool-definition.js';
import { sha256ByNode } from '../../../../support/builders/canonical-by-hand.js';

const tool: ToolDefinition = {
  name: 'send_email',
  description: 'Sends a mail.',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  outputSchema: { type: 'object' },
  annotations: { destructiveHint: true },
};

describe('the digest of a tool', () => {
  test('is over the canonical JSON of its five fields', () => {
    expect(toolDigest(tool)).toBe(
      sha256ByNode(
        '{"annotations":{"destructiveHint":true},"description":"Sends a mail.",' +
          '"inputSchema":{"properties":{"to":{"type":"string"}},"type":"object"},' +
          '"name":"send_email","outputSchema":{"type":"object"}}',
      ),
    );
    expect(toolDigest({ name: 'ping', inputSchema: {} })).toBe(
      sha256ByNode(
        '{"annotations":null,"description":null,"inputSchema":{},"name":"ping","outputSchema":null}',
      ),
    );
  });

  test.each<[string, Partial<ToolDefinition>]>([
    ['name', { name: 'send_mail' }],
    ['description', { description: 'Sends a mail, and a copy to us.' }],
    ['input schema', { inputSchema: { type: 'object', properties: { bcc: {} } } }],
    ['output schema', { outputSchema: {} }],
    ['annotations', { annotations: { destructiveHint: false } }],
    ['way of being called', { onlyAsTask: true }],
  ])('changes with its %s', (_name, change) => {
    expect(toolDigest({ ...tool, ...change })).not.toBe(toolDigest(tool));
  });

  test('does not change with what else a server lists, nor with the order of keys', () => {
    const listed = { title: 'Mail', icons: [], ...tool, _meta: { x: 1 } };
    expect(toolDigest(listed)).toBe(toolDigest(tool));
    const reversed = Object.fromEntries(
      Object.entries(tool).reverse(),
    ) as unknown as ToolDefinition;
    expect(toolDigest(reversed)).toBe(toolDigest(tool));
  });
});

describe('the digest of a bridge', () => {
  const stdio: BridgeTarget = {
    transport: 'stdio',
    command: 'npx',
    args: ['-y', 'mcp-mail-server'],
    names: ['EMAIL_PASS', 'EMAIL_USER'],
  };
  const http: BridgeTarget = {
    transport: 'http',
    url: 'https://example.com/mcp',
    names: ['Authorization'],
  };

  test('is over what it reaches and the names of what it is given', () => {
    expect(bridgeDigest(stdio)).toBe(
      sha256ByNode(
        '{"args":["-y","mcp-mail-server"],"command":"npx","names":["EMAIL_PASS","EMAIL_USER"],"transport":"stdio"}',
      ),
    );
    expect(bridgeDigest(http)).toBe(
      sha256ByNode(
        '{"names":["Authorization"],"transport":"http","url":"https://example.com/mcp"}',
      ),
    );
  });

  test.each<[string, BridgeTarget]>([
    ['another command', { ...stdio, command: 'node' }],
    ['another argument', { ...stdio, args: ['-y', 'mcp-mail-server@2'] }],
    ['arguments in another order', { ...stdio, args: ['mcp-mail-server', '-y'] }],
    ['arguments joined', { ...stdio, args: ['-y mcp-mail-server'] }],
    ['another variable', { ...stdio, names: ['EMAIL_PASS', 'SMTP_HOST'] }],
    ['one variable less', { ...stdio, names: ['EMAIL_USER'] }],
    ['another transport', http],
  ])('changes with %s', (_name, target) => {
    expect(bridgeDigest(target)).not.toBe(bridgeDigest(stdio));
  });

  test.each<[string, BridgeTarget]>([
    ['another URL', { ...http, url: 'https://example.com/other' }],
    ['another header', { ...http, names: ['X-Key'] }],
  ])('changes with %s', (_name, target) => {
    expect(bridgeDigest(target)).not.toBe(bridgeDigest(http));
  });

  test('does not change with the values of its variables', () => {
    const withValues = { ...stdio, env: { EMAIL_PASS: 'secret' } };
    expect(bridgeDigest(withValues)).toBe(bridgeDigest(stdio));
  });
});

describe('the digest of an effect', () => {
  const effect = {
    bridge_digest: 'b'.repeat(64),
    tool: 'send_email',
    arguments: { to: 'a@example.com', n: 1 },
    files: { 'a.md': 'd'.repeat(64) },
  };

  test('is the same whatever else the request says', () => {
    const same = { ...effect, arguments: { n: 1, to: 'a@example.com' }, request_id: 'other' };
    expect(effectDigest(same)).toBe(effectDigest(effect));
    expect(effectDigest(effect)).toBe(
      sha256ByNode(
        `{"arguments":{"n":1,"to":"a@example.com"},"bridge_digest":"${'b'.repeat(64)}",` +
          `"files":{"a.md":"${'d'.repeat(64)}"},"tool":"send_email"}`,
      ),
    );
  });

  test.each([
    ['bridge', { bridge_digest: 'a'.repeat(64) }],
    ['tool', { tool: 'other' }],
    ['arguments', { arguments: { to: 'b@example.com', n: 1 } }],
    ['files', { files: {} }],
  ])('changes with its %s', (_name, change) => {
    expect(effectDigest({ ...effect, ...change })).not.toBe(effectDigest(effect));
  });
});

test('every text among the arguments is found, however deep', () => {
  const value = { a: 'x', b: ['y', { c: 'z' }, 1, null, true], d: {} };
  expect(textsIn(value)).toEqual(['x', 'y', 'z']);
  expect(textsAndNamesIn(value)).toEqual(['a', 'x', 'b', 'y', 'c', 'z', 'd']);
});

test('the practice bridge has one digest, which no other bridge has', () => {
  const practice = bridgeDigest({ transport: 'practice', names: [] });
  expect(practice).toBe(sha256ByNode('{"names":[],"transport":"practice"}'));
  expect(practice).not.toBe(bridgeDigest({ transport: 'stdio', command: '', args: [], names: [] }));
});
