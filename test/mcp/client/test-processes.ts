import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { nodeProcesses, type NodeProcessesOptions } from '../../../src/hosts/desktop/processes.js';
import type { ChildProcesses } from '../../../src/mcp/client/child-processes.js';

/** Starts real processes outside of any vault that a test uses; no login shell is asked. */
export function testProcesses(options: Partial<NodeProcessesOptions> = {}): ChildProcesses {
  const vaultRoot = fileURLToPath(new URL('../../vaults', import.meta.url));
  return nodeProcesses({
    folder: tmpdir(),
    vaultRoot,
    loginShell: null,
    graceMs: 150,
    ...options,
  });
}

/** Where no process may be started. */
export const noProcesses: ChildProcesses = {
  spawn: () => Promise.reject(new Error('A process was started')),
  deviceStateProblem: () => Promise.reject(new Error('The disk was asked')),
};
