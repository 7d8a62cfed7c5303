import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { downloadNotice, mayDownload } from '../../../mcp/client/may-download.js';
import type { Executor } from '../lifecycle/executor.js';
import { unexpected } from '../shared/press-problems.js';
import { formatProblem } from '../shared/format-problem.js';

/** What a test of a server came to. */
export interface BridgeTest {
  /** `null`: it could not be used. */
  readonly tools: readonly ToolDefinition[] | null;
  /** `24 tools`, or why not. */
  readonly says: string;
}

/** Starts or reaches a server and lists its tools; none is called. */
export async function testBridge(
  executor: Pick<Executor, 'inspect'>,
  alias: string,
): Promise<BridgeTest> {
  const asked = await executor.inspect(alias).catch(unexpected);
  if (asked.ok) {
    const { tools } = asked.value;
    return { tools, says: tools.length === 1 ? '1 tool' : `${tools.length} tools` };
  }
  return { tools: null, says: formatProblem(asked.error) };
}

/** `2 servers imported`, and how many of them failed their test. */
export function formatImportedServers(count: number, failed = 0): string {
  const imported = count === 1 ? '1 server imported' : `${count} servers imported`;
  if (failed === 0) return imported;
  if (failed < count) return `${imported}; ${failed} can’t be used yet`;
  const all = count === 1 ? 'but it can’t' : count === 2 ? 'neither can' : 'none can';
  return `${imported}, ${all} be used yet`;
}

/** What is said while a server is tested. */
export function whileTested(bridge: BridgeConfig): string {
  return `Asking for its list of tools…${mayDownload(bridge) ? ` ${downloadNotice}` : ''}`;
}
