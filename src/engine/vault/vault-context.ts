import type { Folders } from '../../core/settings/device-config.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { VaultIndex } from './index/vault-index.js';
import type { Notes } from './notes.js';

export interface VaultContext {
  readonly notes: Notes;
  readonly index: VaultIndex;
  readonly book: LedgerBook;
  readonly folders: Folders;
}
