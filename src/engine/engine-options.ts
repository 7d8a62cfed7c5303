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
  /** Index entries that earlier starts saved. Without them, all notes are read. */
  readonly noteIndex?: NoteIndex;
  readonly bridges: Bridges;
  readonly ledger: Ledger;
  readonly callLog?: CallLog;
  readonly auditLog: AuditLog;
  readonly keys: Keys;
  /** This device's signing key. Absent if nobody can press a button here. */
  readonly signer?: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notifier: Notifier;
  readonly folders: Folders;
  readonly dashboardPath: string;
  readonly vaultId: string;
  readonly device: string;
  /** True when a trusted move is held for an undo window. Absent on a device without a screen. */
  readonly hasUndoWindow?: boolean;
  readonly planning?: () => Planning;
  /** Set when the engine carries out a single decision of a person at a terminal. */
  readonly isIdle?: true;
  /**
   * Returns the MCP configurations in the vault whose current content no person has seen. Absent:
   * they are not checked.
   */
  readonly mcpFiles?: () => Promise<readonly McpFileChange[]>;
  /** Finds the commits that decisions name, if a person turned that on. Absent: git is not used. */
  readonly git?: GitReader;
  /** Reads the safety settings again before a call. Absent: `config` is always up to date. */
  readonly refreshConfig?: () => Promise<void>;
  /** Returns the current safety settings, or a `Problem` that blocks every dispatch. */
  readonly config: () => DeviceConfig | Problem;
}
