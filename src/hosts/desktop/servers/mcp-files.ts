import { constants } from 'node:fs';
import { join } from 'node:path';
import { RunningDigest } from '../../../core/digest.js';
import {
  changedMcpFiles,
  mcpFiles,
  tooLarge,
  type McpFileChange,
  type McpFileDigests,
} from '../../../core/settings/agents/mcp-files.js';
import type { DeviceState } from '../../../ports/device-state.js';
import { openRegular } from '../files/regular-file.js';
import { systemErrorCode } from '../system/system-error.js';

const mostBytes = 4 * 1024 * 1024;

/** Finds MCP configurations in the vault that are new or have changed since a person saw them. */
export async function lookAtMcpFiles(
  root: string,
  state: DeviceState,
): Promise<readonly McpFileChange[]> {
  const read = await state.read();
  return read.ok ? changedMcpFiles(await readMcpFiles(root), read.value?.seenMcpFiles ?? {}) : [];
}

async function readMcpFiles(root: string): Promise<McpFileDigests> {
  const digests: Record<string, string> = {};
  for (const path of mcpFiles) {
    const digest = await digestOf(join(root, path));
    if (digest !== null) digests[path] = digest;
  }
  return digests;
}

async function digestOf(file: string): Promise<string | null> {
  try {
    const { handle, stats } = await openRegular(file, { flags: constants.O_RDONLY });
    try {
      if (stats.size > mostBytes) return tooLarge;
      const digest = new RunningDigest();
      digest.update(await handle.readFile());
      return digest.hex();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = systemErrorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : `unread ${code}`;
  }
}
