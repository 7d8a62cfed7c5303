import { lstatSync, renameSync, rmSync, unlinkSync, type BigIntStats } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder, temporaryName } from '../../desktop/files/atomic-file.js';
import { systemErrorCode } from '../../desktop/system/system-error.js';
import { foldName } from '../../../core/note/vault-path.js';
import { isNameTaken, linkExclusively, renameExclusively } from './disk-note-create.js';

/** One name for all tries, so that a disk where names cannot be removed does not collect them. */
const trialName = temporaryName();

/** `changed` means that another program interfered: with the note, or with its new folder. */
export type MoveEnd = 'moved' | 'taken' | 'changed';

export interface MoveSteps {
  readonly staysInside: () => boolean;
  /**
   * Records the move. `claims` is true when the move first reserves the new name with an empty
   * file. Returns a function that removes the record.
   */
  readonly journal: (claims: boolean) => Promise<() => Promise<void>>;
  readonly onMoved: (before: BigIntStats) => void;
  readonly onWithdrawn: () => void;
}

/** Moves a file, and never overwrites another. */
export async function moveFile(from: string, to: string, steps: MoveSteps): Promise<MoveEnd> {
  if (await isNameTaken(to)) return endsEarlierMove(from, to, steps) ? 'moved' : 'taken';
  try {
    const end = await moveByLink(from, to, steps);
    return end ?? (await moveByRename(from, to, steps));
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
}

/** Finishes a move that a crash interrupted. */
export function finishMove(from: string, to: string, claims: boolean): void {
  const old = statsOf(from);
  const arrived = statsOf(to);
  if (old === null || arrived === null || !old.isFile() || !arrived.isFile()) return;
  if (isSameInode(old, arrived)) unlinkSync(from);
  else if (claims && arrived.size === 0n) renameSync(from, to);
}

function endsEarlierMove(from: string, to: string, { onMoved, staysInside }: MoveSteps): boolean {
  const [old, arrived] = [statsOf(from), statsOf(to)];
  if (!old || !arrived || !isSameInode(old, arrived) || !staysInside()) return false;
  // On a disk that ignores case, `from` and `to` may be the same name. Then removing `from` would
  // remove the note.
  if (old.nlink < 2n || foldName(from) === foldName(to)) return false;
  unlinkSync(from);
  onMoved(old);
  return true;
}

async function moveByLink(from: string, to: string, steps: MoveSteps): Promise<MoveEnd | null> {
  const crossOut = await steps.journal(false);
  try {
    const before = lstatSync(from, { bigint: true });
    if (!showsLinks(from) || !linkExclusively(from, to)) return null;
    steps.onMoved(before);
    let released: BigIntStats | null;
    try {
      // The new name must be on disk before the old one is removed, or a power cut could lose both.
      await syncFolder(dirname(to));
      released = steps.staysInside() ? releaseOldName(from, to, before) : null;
    } catch (error) {
      withdrawNewName(to, before);
      throw error;
    }
    if (released) {
      steps.onMoved(released);
      return 'moved';
    }
    withdrawNewName(to, before);
    steps.onWithdrawn();
    return 'changed';
  } finally {
    await crossOut();
  }
}

async function moveByRename(from: string, to: string, steps: MoveSteps): Promise<MoveEnd> {
  const crossOut = await steps.journal(true);
  try {
    const before = lstatSync(from, { bigint: true });
    if (!steps.staysInside()) return 'changed';
    renameExclusively(from, to);
    steps.onMoved(before);
    return 'moved';
  } finally {
    await crossOut();
  }
}

/** Some network drives make hard links, but show each name as another file. */
function showsLinks(file: string): boolean {
  // A name that only this process knows: nobody else can have put a file there.
  const trial = join(dirname(file), trialName);
  rmSync(trial, { force: true });
  if (!linkExclusively(file, trial)) return false;
  try {
    const [one, other] = [statsOf(file), statsOf(trial)];
    return one !== null && other !== null && isSameInode(one, other);
  } finally {
    rmSync(trial, { force: true });
  }
}

function releaseOldName(from: string, to: string, before: BigIntStats): BigIntStats | null {
  const old = statsOf(from);
  const arrived = statsOf(to);
  if (arrived === null) return null;
  if (old === null) return isSameInode(arrived, before) && arrived.nlink === 1n ? arrived : null;
  if (!isSameInode(old, arrived)) return null;
  unlinkSync(from);
  return arrived;
}

function withdrawNewName(to: string, before: BigIntStats): void {
  const arrived = statsOf(to);
  if (arrived !== null && isSameInode(arrived, before)) unlinkSync(to);
}

function statsOf(file: string): BigIntStats | null {
  return lstatSync(file, { bigint: true, throwIfNoEntry: false }) ?? null;
}

function isSameInode(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}
