import type { App } from 'obsidian';
import { ok, type Result } from '../../../core/errors.js';
import { withSlashes } from '../../../core/note/vault-path.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';
import type { NoteStore } from '../../../ports/note-store.js';
import type { MetadataCache } from '../../../ports/metadata-cache.js';
import type { Signer } from '../../../ports/signer.js';
import type { Desktop } from '../../desktop/desktop.js';
import { openDesktopAccess, type DesktopAccess } from './desktop-access.js';
import { openDeviceDatabase } from '../storage/device-database.js';
import { draftMemory, type DraftMemory } from '../storage/draft-memory.js';
import { KnownTools } from '../storage/known-tools.js';
import { noteJournal, restoreInterrupted } from '../storage/notes/note-journal.js';
import { obsidianMetadataCache } from '../storage/metadata-cache.js';
import { signingKey } from '../storage/signing-key.js';
import { vaultNoteStore } from '../storage/notes/vault-note-store.js';

export interface OpenVault {
  readonly settings: VaultSettings;
  readonly side: DesktopAccess;
  readonly store: NoteStore;
  readonly metadataCache: MetadataCache;
  readonly signer: Signer;
  readonly tools: KnownTools;
  readonly drafts: DraftMemory;
  close(): void;
}

export async function openVault(app: App, settings: VaultSettings): Promise<Result<OpenVault>> {
  const side = await openDesktopAccess(app.vault, settings);
  const { desktop } = side;
  // The vault's id may be wrong, so nothing is created until a person says which vault this is.
  if (!desktop && side.problem?.code === 'vault_id_changed') {
    return { ok: false, error: side.problem };
  }
  const database = await openDeviceDatabase(settings.vaultId, app);
  if (!database.ok) return database;
  const locate = desktop?.locate ?? (async () => ok(undefined));
  const restored = await restoreInterrupted(
    database.value,
    { vault: app.vault, locate },
    settings.folders,
  );
  if (!restored.ok) {
    database.value.close();
    return restored;
  }
  const store = vaultNoteStore(app, {
    journal: noteJournal(database.value),
    cut: restored.value.cut,
    ...(desktop ? onDisk(desktop) : {}),
  });
  return ok({
    settings,
    side,
    store,
    metadataCache: obsidianMetadataCache(app),
    signer: signingKey(database.value),
    tools: new KnownTools(app),
    drafts: draftMemory(database.value),
    close: () => {
      database.value.close();
    },
  });
}

function onDisk({ locate, locateFile, versionOf, linksIn, vaultRoot }: Desktop) {
  return { locate, locateFile, versionOf, linksIn, root: withSlashes(vaultRoot) };
}
