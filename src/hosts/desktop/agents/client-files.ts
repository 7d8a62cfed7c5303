import { constants } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../../core/errors.js';
import type { KnownClient } from '../../../core/views/client-entry.js';
import { configurationFolder, type VaultLocation } from '../device/device-folder.js';
import { replaceFile } from '../files/atomic-file.js';
import { openRegular } from '../files/regular-file.js';
import { describeSystemError, systemErrorCode } from '../system/system-error.js';

export type PersonsPlace = Omit<VaultLocation, 'vaultRoot'>;

export interface PersonsFile {
  readonly path: string;
  readonly text: string | null;
  readonly mode: number;
}

export function clientFile(client: KnownClient, place: PersonsPlace): string {
  const { env, platform = process.platform } = place;
  const home = homeOf(place);
  switch (client) {
    case 'claude-code':
      return join(movedTo(env['CLAUDE_CONFIG_DIR']) ?? home, '.claude.json');
    case 'codex':
      return join(movedTo(env['CODEX_HOME']) ?? join(home, '.codex'), 'config.toml');
    case 'gemini':
      return join(movedTo(env['GEMINI_CLI_HOME']) ?? home, '.gemini', 'settings.json');
    case 'desktop': {
      // On a Mac, the desktop app does not see an XDG_CONFIG_HOME that is set in a terminal.
      const folder = configurationFolder(platform === 'darwin' ? {} : env, platform, home);
      return join(folder, 'Claude', 'claude_desktop_config.json');
    }
    case 'cursor':
      return join(home, '.cursor', 'mcp.json');
  }
}

export function hookFile(place: PersonsPlace): string {
  const folder = movedTo(place.env['CLAUDE_CONFIG_DIR']) ?? join(homeOf(place), '.claude');
  return join(folder, 'settings.json');
}

function movedTo(folder: string | undefined): string | null {
  return folder !== undefined && isAbsolute(folder) ? folder : null;
}

function homeOf({ env, platform = process.platform, home }: PersonsPlace): string {
  const named = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return home ?? movedTo(named) ?? homedir();
}

export async function readPersonsFile(path: string): Promise<Result<PersonsFile>> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return refused('It is a link to another file.');
    const flags = constants.O_RDONLY;
    const { handle, stats } = await openRegular(path, { flags, refusesLinks: true });
    try {
      const { uid, mode } = stats;
      const user = process.getuid?.();
      if (user !== undefined && uid !== user) return refused('It belongs to another user.');
      if ((mode & 0o200) === 0) return refused('It is read-only.');
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      return ok({ path, text: decoder.decode(await handle.readFile()), mode: mode & 0o777 });
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return ok({ path, text: null, mode: 0o600 });
    if (error instanceof TypeError) return refused('It is not UTF-8 text.');
    return refused(`It can’t be read: ${describeSystemError(error)}.`);
  }
}

/** Replaces or creates a file. Fails if the file has changed since it was read. */
export async function writePersonsFile(file: PersonsFile, text: string): Promise<Result<void>> {
  const { path, mode } = file;
  const isAsRead = async (): Promise<boolean> => {
    const now = await readPersonsFile(path);
    return now.ok && now.value.text === file.text && now.value.mode === mode;
  };
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (await replaceFile(path, new TextEncoder().encode(text), mode, isAsRead)) {
      return ok(undefined);
    }
  } catch (error) {
    return refused(`It can’t be written: ${describeSystemError(error)}.`);
  }
  return refused('It was changed in the meantime.');
}

function refused(message: string): Result<never> {
  return fail('input_invalid', message, '');
}
