import type { Problem } from '../../../core/errors.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import type { BridgeConfig } from '../../../core/settings/device-config.js';
import { downloadNotice, mayDownload } from '../../../mcp/client/may-download.js';
import type { Executor } from '../lifecycle/executor.js';
import { unexpected } from '../shared/press-problems.js';
import { formatProblem } from '../shared/format-problem.js';

export interface BridgeTest {
  readonly tools: readonly ToolDefinition[] | null;
  readonly says: string;
}

export async function testBridge(
  executor: Pick<Executor, 'inspect'>,
  alias: string,
): Promise<BridgeTest> {
  const asked = await executor.inspect(alias).catch(unexpected);
  if (asked.ok) {
    const { tools } = asked.value;
    return { tools, says: tools.length === 1 ? '1 tool' : `${tools.length} tools` };
  }
  return { tools: null, says: whyUnusable(alias, asked.error) };
}

export function whyUnusable(alias: string, problem: Problem): string {
  const { message } = problem;
  const named = `The server "${alias}" `;
  const rest = message.startsWith(named) ? message.slice(named.length) : message;
  return formatProblem({ ...problem, message: rest.charAt(0).toUpperCase() + rest.slice(1) });
}

export function formatImportedServers(ready: number, failed: number, leftOut: number): string {
  const counts = [
    [ready, 'ready'],
    [failed, 'can’t be used yet'],
    [leftOut, 'not imported'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words], place) => {
      const servers = count === 1 ? 'server ' : 'servers ';
      return `${count} ${place === 0 ? servers : ''}${words}`;
    })
    .join(', ');
}

export function whileTested(bridge: BridgeConfig): string {
  return `Asking for its list of tools…${mayDownload(bridge) ? ` ${downloadNotice}` : ''}`;
}
