import type { Problem } from '../core/errors.js';
import type { DeviceConfig, Folders } from '../core/settings/device-config.js';
import type { McpFileChange } from '../core/settings/agents/mcp-files.js';
import type { Planning } from '../core/settings/planning.js';
import type { AuditLog } from '../ports/audit-log.js';
import type { Bridges } from '../ports/bridges.js';
import type { CallLog } from '../ports/call-log.js';
import type { Clock } from '../ports/clock.js';
import type { GitReader } from '../ports/git-reader.js';
import type { Ids } from '../ports/ids.js';
import type { Keys } from '../ports/keys.js';
import type { Ledger } from '../ports/ledger.js';
import type { Notifier } from '../ports/notifier.js';
import type { NoteStore } from '../ports/note-store.js';
import type { MetadataCache, NoteIndex } from '../ports/metadata-cache.js';
import type { Signer } from '../ports/signer.js';

export interface EngineOptions {
  readonly store: NoteStore;
  readonly metadataCache?: MetadataCache;
  readonly noteIndex?: NoteIndex;
  readonly bridges: Bridges;
  readonly ledger: Ledger;
  readonly callLog?: CallLog;
  readonly auditLog: AuditLog;
  readonly keys: Keys;
  readonly signer?: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notifier: Notifier;
  readonly folders: Folders;
  readonly dashboardPath: string;
  readonly vaultId: string;
  readonly device: string;
  readonly hasUndoWindow?: boolean;
  readonly planning?: () => Planning;
  /** Set when the engine starts only for one decision at a terminal. */
  readonly isIdle?: true;
  readonly mcpFiles?: () => Promise<readonly McpFileChange[]>;
  /** Absent: git is not used. */
  readonly git?: GitReader;
  readonly refreshConfig?: () => Promise<void>;
  readonly config: () => DeviceConfig | Problem;
}
