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
import type { NoteIndex } from '../ports/note-index.js';
import type { NoteStore } from '../ports/note-store.js';
import type { MetadataCache } from '../ports/metadata-cache.js';
import type { Signer } from '../ports/signer.js';

/** What an engine needs from its host. */
export interface EngineOptions {
  readonly store: NoteStore;
  /** What the host knows of notes without reading them. */
  readonly metadataCache?: MetadataCache;
  /** What earlier starts read of notes; absent: all notes are read. */
  readonly noteIndex?: NoteIndex;
  readonly bridges: Bridges;
  readonly ledger: Ledger;
  /** Absent: nothing is called under a standing permission. */
  readonly callLog?: CallLog;
  readonly auditLog: AuditLog;
  readonly keys: Keys;
  /** This device's own key; absent where nobody can press a button. */
  readonly signer?: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notifier: Notifier;
  readonly folders: Folders;
  readonly dashboardPath: string;
  readonly vaultId: string;
  readonly device: string;
  /** A trusted move is held, with Undo, before it counts; absent: not, as without a screen. */
  readonly hasUndoWindow?: boolean;
  /** What planning goes by now; absent: the defaults. The same object while it stays so. */
  readonly planning?: () => Planning;
  /** It does only what people ask of it, and nothing by itself: for one decision at a terminal. */
  readonly isIdle?: true;
  /** The MCP configurations in the vault that no person has seen as they are now; absent: nobody looks. */
  readonly mcpFiles?: () => Promise<readonly McpFileChange[]>;
  /** Finds the commits of decisions, where a person turned that on; absent: nobody does. */
  readonly git?: GitReader;
  /** Reads the safety settings again before anything is called; absent: `config` knows them at any time. */
  readonly refreshConfig?: () => Promise<void>;
  /** The safety settings as they are now; a `Problem` keeps everything from being dispatched. */
  readonly config: () => DeviceConfig | Problem;
}
