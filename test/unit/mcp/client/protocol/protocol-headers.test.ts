import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.js';
import {
  mirroredHeaders,
  parameterHeaders,
} from '../../../../../src/mcp/client/protocol/protocol-headers.js';

const text = (header: unknown, type = 'string') => ({ type, 'x-mcp-header': header });
const of = (properties: object, args: JsonObject) =>
  parameterHeaders({ type: 'object', properties } as JsonObject, args);

describe('an argument that the schema marks is repeated in a header:', () => {
  test.each<[string, object, JsonObject, object]>([
    ['a text', { a: text('Region') }, { a: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['a number', { a: text('N', 'integer') }, { a: 5 }, { 'mcp-param-n': '5' }],
    ['a yes or no', { a: text('B', 'boolean') }, { a: false }, { 'mcp-param-b': 'false' }],
    [
      'what no header may hold',
      { a: text('T') },
      { a: 'ü\r\nX-Evil: 1' },
      { 'mcp-param-t': '=?base64?w7wNClgtRXZpbDogMQ==?=' },
    ],
    ['spaces around', { a: text('T') }, { a: ' a' }, { 'mcp-param-t': '=?base64?IGE=?=' }],
    [
      'what only looks encoded',
      { a: text('T') },
      { a: '=?base64?YQ==?=' },
      { 'mcp-param-t': '=?base64?PT9iYXNlNjQ/WVE9PT89?=' },
    ],
    [
      'one further down',
      { o: { type: 'object', properties: { a: text('T') } } },
      { o: { a: 'x' } },
      { 'mcp-param-t': 'x' },
    ],
    ['nothing for what is absent or null', { a: text('A'), b: text('B') }, { b: null }, {}],
    ['nothing inherited', { toString: text('T') }, {}, {}],
  ])('%s', (_, properties, args, headers) => {
    expect(of(properties, args)).toEqual(headers);
  });

  test.each<[string, object]>([
    ['an x-mcp-header without a valid name', { a: text('a\r\nb') }],
    ['an x-mcp-header without a valid name', { a: text(7) }],
    ['the x-mcp-header x twice', { a: text('X'), b: text('x') }],
    [
      'an x-mcp-header for N, which is not text, a whole number or yes/no',
      { a: text('N', 'number') },
    ],
    ['an x-mcp-header where no argument is', { a: { type: 'array', items: text('T') } }],
    ['an x-mcp-header where no argument is', { a: { anyOf: [{ properties: { b: text('T') } }] } }],
  ])('or the tool is not called: %s', (problem, properties) => {
    expect(of(properties, {})).toBe(problem);
  });
});

test('a message that names its version is named in headers; others are not', () => {
  const params = {
    name: 'send_é',
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  };
  expect(mirroredHeaders({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toEqual({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': '=?base64?c2VuZF/DqQ==?=',
  });
  expect(
    mirroredHeaders({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } }),
  ).toEqual({});
});
