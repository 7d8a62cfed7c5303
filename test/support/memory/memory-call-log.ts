import { ok } from '../../../src/core/errors.js';
import type { Json } from '../../../src/core/json.js';
import type { CallLog } from '../../../src/ports/call-log.js';
import type { WriteHooks } from './simulated-crash.js';

/** What outlives a process of a log of calls. */
export interface MemoryCallLogFile {
  lines: Json[];
}

export function memoryCallLog(file: MemoryCallLogFile, hooks: WriteHooks = {}): CallLog {
  return {
    recent: async (read) => ok(file.lines.map(read)),
    async append(line) {
      hooks.beforeWrite?.('call log');
      file.lines.push(line);
      hooks.afterWrite?.('call log');
      return ok(undefined);
    },
    sync: async () => ok(undefined),
    dropBefore: async () => ok(undefined),
  };
}
