import { isJsonObject, type JsonObject } from '../../core/json.js';
import type { CallReport } from '../../core/request/outcome/call-report.js';
import { isToolResult } from '../../core/request/outcome/tool-result.js';

/** Longest answer that is kept, in UTF-16 units of its JSON. A longer one would only fill a model’s memory. */
export const longestAnswer = 1_000_000;
const mostKept = 16;

/**
 * The newest answers of servers, unchanged except for secrets, for whoever asked for the calls. They are in memory only; ledger and note
 * contain their text.
 */
export class KeptAnswers {
  private readonly byRequest = new Map<string, JsonObject>();

  /** Keeps the answer to a request’s call, unless it is too long. */
  keep(requestId: string, report: CallReport): void {
    if (report.kind !== 'result') return;
    const { result, shown = result } = report;
    if (!isToolResult(result) || !isJsonObject(shown)) return;
    if (JSON.stringify(shown).length > longestAnswer) return;
    this.byRequest.set(requestId, shown);
    const [oldest] = this.byRequest.keys();
    if (this.byRequest.size > mostKept && oldest !== undefined) this.byRequest.delete(oldest);
  }

  /** The whole result without secrets; `null` if it was not kept, or is no longer. */
  of(requestId: string): JsonObject | null {
    return this.byRequest.get(requestId) ?? null;
  }
}
