import { describe, expect, test } from 'vitest';
import { readWireLine, wantedInput } from '../../../../src/mcp/protocol/wire-message.js';

describe('a line that is no JSON-RPC message is noise:', () => {
  test.each([
    '',
    'Listening…',
    '{"half":',
    '[]',
    '42',
    'null',
    '{}',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":[1],"result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
  ])('%j', (line) => {
    expect(readWireLine(line)).toEqual({ kind: 'noise' });
  });
});

test('a message is passed on as it came', () => {
  const message = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'é' }] } };
  expect(readWireLine(JSON.stringify(message))).toEqual({ kind: 'message', message });
});

describe('a message is not passed on when', () => {
  test.each([
    [
      'it is nested too deeply',
      `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(100)}${']'.repeat(100)}}`,
    ],
    ['it would change prototypes', '{"jsonrpc":"2.0","id":1,"result":{"a":[{"__proto__":1}]}}'],
    ['a number would become Infinity', '{"jsonrpc":"2.0","id":1,"result":{"n":-1e400}}'],
  ])('%s', (_, line) => {
    const answer = { jsonrpc: '2.0', id: 1 };
    expect(readWireLine(line)).toMatchObject({ kind: 'unusable', answer });
  });
});

test('only questions to the person count as wanted input', () => {
  const request = (method: string) => ({ jsonrpc: '2.0' as const, id: 1, method });
  expect(wantedInput(request('elicitation/create'))).toBe('elicitation/create');
  expect(wantedInput(request('sampling/createMessage'))).toBe('sampling/createMessage');
  expect(wantedInput(request('ping'))).toBeNull();
  expect(wantedInput({ jsonrpc: '2.0', method: 'elicitation/create' })).toBeNull();
});
