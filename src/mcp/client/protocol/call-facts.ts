import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { maskedJson, type SecretMask } from '../../../core/secret-mask.js';
import type { CallReport } from '../../../core/request/outcome/call-report.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import type { Era } from '../../protocol/protocol-version.js';
import type { RpcReport } from './rpc-report.js';
import { schemaProblems } from '../../protocol/schema-problems.js';

export function reportCall(
  report: RpcReport,
  era: Era | null,
  tool: ToolDefinition | undefined,
  mask: SecretMask,
): CallReport {
  if (report.kind === 'rpc_error') {
    const { kind, code, message, refused } = report;
    return { kind, code, message, ...(refused && { refused }) };
  }
  if (report.kind !== 'result') return report;
  const { resultType, ...result } = report.result;
  // From MCP 2026-07-28 on, each result has a type.
  if (era === 'modern' && resultType === undefined) {
    return {
      kind: 'lost',
      detail: 'The server sent a result without a type.',
    };
  }
  const outputMismatch = mask(mismatchOf(result, tool));
  const shown = withoutSecrets(result, mask);
  return {
    kind: 'result',
    result,
    ...(JSON.stringify(shown) !== JSON.stringify(result) && { shown }),
    ...(outputMismatch !== '' && { outputMismatch }),
  };
}

const SEAM = '\n\u0000\u0000\n';

/** A secret may be split over several texts, so they are also masked together. */
function withoutSecrets(result: JsonObject, mask: SecretMask): Json {
  const shown = maskedJson(result, mask);
  const { content } = result;
  const items: readonly Json[] = Array.isArray(content) ? content : [];
  const texts = items.flatMap((item) =>
    isJsonObject(item) && typeof item['text'] === 'string'
      ? [item['text'].replaceAll('\u0000', '')]
      : [],
  );
  const together = mask(texts.join(SEAM));
  return texts.length < 2 || together.split(SEAM).length === texts.length || !isJsonObject(shown)
    ? shown
    : { ...shown, content: [{ type: 'text', text: together.replaceAll(SEAM, '\n') }] };
}

function mismatchOf(result: JsonObject, tool: ToolDefinition | undefined): string {
  const schema = tool?.outputSchema;
  // A failed tool's result needs no structured content (MCP 2025-11-25, "Output Schema").
  if (schema === undefined || result['isError'] === true) return '';
  const structured = result['structuredContent'];
  return structured === undefined
    ? 'The answer has no structured content.'
    : schemaProblems(schema, structured, 'answer')
        .map(({ sentence }) => sentence)
        .join(' ');
}
