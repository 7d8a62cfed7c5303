import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import {
  nodeProcesses,
  type NodeProcessesOptions,
} from '../../../src/hosts/desktop/servers/processes.js';
import type { ChildProcesses } from '../../../src/mcp/client/transport/child-processes.js';

/** Starts real processes outside of any vault that a test uses; no login shell is asked. */
export function testProcesses(options: Partial<NodeProcessesOptions> = {}): ChildProcesses {
  // From the project's root, where tests and scripts run: a bundle lies elsewhere.
  const vaultRoot = resolve('test/support/vaults');
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
  namesVault: () => Promise.reject(new Error('The disk was asked')),
};
