import type { Folders } from '../../core/settings/device-config.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { VaultIndex } from './index/vault-index.js';
import type { Notes } from './notes.js';

/** The notes of a vault, and what the ledger says of them. */
export interface VaultContext {
  readonly notes: Notes;
  readonly index: VaultIndex;
  readonly book: LedgerBook;
  /** Folder names as the vault's settings have them. */
  readonly folders: Folders;
}
