import { isJsonObject, type JsonObject } from '../../core/json.js';
import type { CallReport } from '../../core/request/outcome/call-report.js';
import { isToolResult } from '../../core/request/outcome/tool-result.js';

/** In UTF-16 units of JSON. */
export const longestAnswer = 1_000_000;
const mostKept = 16;

/** The newest answers of servers, in memory only. */
export class KeptAnswers {
  private readonly byRequest = new Map<string, JsonObject>();

  keep(requestId: string, report: CallReport): void {
    if (report.kind !== 'result') return;
    const { result, shown = result } = report;
    if (!isToolResult(result) || !isJsonObject(shown)) return;
    if (JSON.stringify(shown).length > longestAnswer) return;
    this.byRequest.set(requestId, shown);
    const [oldest] = this.byRequest.keys();
    if (this.byRequest.size > mostKept && oldest !== undefined) this.byRequest.delete(oldest);
  }

  of(requestId: string): JsonObject | null {
    return this.byRequest.get(requestId) ?? null;
  }
}
