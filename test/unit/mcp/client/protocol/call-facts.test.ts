import { describe, expect, test } from 'vitest';
import { secretMask } from '../../../../../src/core/secret-mask.js';
import type { JsonObject } from '../../../../../src/core/json.js';
import { reportCall } from '../../../../../src/mcp/client/protocol/call-facts.js';

const content = [{ type: 'text', text: 'done' }];
const result = (of: JsonObject) => ({ kind: 'result', result: of }) as const;

describe('a result', () => {
  test('is reported as it came, without its type', () => {
    const complete = result({ content, resultType: 'complete', more: 1 });
    expect(reportCall(complete, 'modern', undefined, secretMask([]))).toEqual(
      result({ content, more: 1 }),
    );
    expect(reportCall(result({ content }), 'legacy', undefined, secretMask([]))).toEqual(
      result({ content }),
    );
  });

  test('without a type proves nothing where each result has one', () => {
    expect(reportCall(result({ content }), 'modern', undefined, secretMask([]))).toMatchObject({
      kind: 'lost',
    });
  });

  const tool = {
    name: 'record',
    inputSchema: {},
    outputSchema: { type: 'object', required: ['n'] },
  };
  test.each<[string, JsonObject, string | undefined]>([
    ['as promised', { structuredContent: { n: 1 } }, undefined],
    ['of a tool that failed', { isError: true }, undefined],
    ['without what was promised', {}, 'The answer has no structured content.'],
    ['other than promised', { structuredContent: {} }, 'In the answer, “n” is missing.'],
  ])('%s is held against the output schema', (_, of, outputMismatch) => {
    const report = reportCall(result({ content, ...of }), 'legacy', tool, secretMask([]));
    expect(report).toEqual({
      ...result({ content, ...of }),
      ...(outputMismatch !== undefined && { outputMismatch }),
    });
  });
});

test('of an error no more is reported than its code and its words', () => {
  const error = { kind: 'rpc_error', code: -32602, message: 'no', data: { a: 1 } } as const;
  expect(reportCall(error, 'modern', undefined, secretMask([]))).toEqual({
    kind: 'rpc_error',
    code: -32602,
    message: 'no',
  });
});
