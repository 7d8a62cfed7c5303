import type { Folders } from '../../core/settings/device-config.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { VaultIndex } from './index/vault-index.js';
import type { Notes } from './notes.js';

/** The notes of a vault, and the ledger's facts about them. */
export interface VaultContext {
  readonly notes: Notes;
  readonly index: VaultIndex;
  readonly book: LedgerBook;
  /** Folder names from the vault's settings. */
  readonly folders: Folders;
}
