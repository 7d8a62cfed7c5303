import { isJsonObject, type Json } from '../../core/json.js';
import type { CallReport } from '../../core/request/call-report.js';
import type { ToolDefinition } from '../../core/request/tool-definition.js';
import { schemaProblems } from './schema-problems.js';
import type { ProtocolError } from './sdk.js';
import { inputRequiredCode } from './wire-message.js';

/** The facts in a result from the wire. `tool` is the definition listed last, if any. */
export function reportResult(result: Json, tool: ToolDefinition | undefined): CallReport {
  const schema = tool?.outputSchema;
  if (schema === undefined || !isJsonObject(result)) return { kind: 'result', result };
  // A failed tool owes no structured content (MCP 2025-11-25, "Tools", "Output Schema").
  if (result['isError'] === true) return { kind: 'result', result };
  const structured = result['structuredContent'];
  const outputMismatch =
    structured === undefined
      ? 'The answer has no structured content.'
      : schemaProblems(schema, structured, 'the answer').join(' ');
  return outputMismatch === ''
    ? { kind: 'result', result }
    : { kind: 'result', result, outputMismatch };
}

/** The facts in a JSON-RPC error from the wire. */
export function reportRpcError(error: ProtocolError): CallReport {
  return error.code === inputRequiredCode
    ? { kind: 'input_required', detail: error.message }
    : { kind: 'rpc_error', code: error.code, message: error.message };
}
