import { parsePlan } from '../../src/core/plan/parse-plan.js';
import type { Plan } from '../../src/core/plan/plan.js';
import { parseRequest } from '../../src/core/request/parse-request.js';
import type { ActionRequest } from '../../src/core/request/request.js';
import type { Place } from './command.js';
import type { Device } from './device.js';

/** Paths of the notes below a folder, sorted. */
export function notesIn({ vault }: Device, folder: string): readonly string[] {
  return [...vault.entries.keys()]
    .filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.md'))
    .sort();
}

/** Paths of the request notes in Pending, Approved and Rejected. */
export function openNotes(device: Device, places: readonly Place[] = allPlaces): readonly string[] {
  return places.flatMap((place) => notesIn(device, device.config.folders[place]));
}

const allPlaces: readonly Place[] = ['pending', 'approved', 'rejected'];

/** The `nth` of a list, counted round and round. */
export function nthOf<T>(list: readonly T[], nth: number): T | undefined {
  return list[nth % list.length];
}

/** The request in a note, if it is one. */
export function requestAt({ vault }: Device, path: string): ActionRequest | null {
  const text = vault.outside.read(path);
  return text === null ? null : parseRequest(text, path).request;
}

/**
 * The plans in the plans folder that can be read.
 * @param read what of a text is read
 */
export function plansOf(device: Device, read = (text: string): string => text): readonly Plan[] {
  return notesIn(device, device.config.folders.plans).flatMap((path) => {
    const { plan } = parsePlan(read(device.vault.outside.read(path) ?? ''), path);
    return plan ?? [];
  });
}

/** The name of a path, without its folder. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Rewrites a note as somebody does who knows nothing of Countersign. */
export function rewrite(
  { vault }: Device,
  path: string,
  change: (text: string) => string,
): boolean {
  const text = vault.outside.read(path);
  if (text === null || change(text) === text) return false;
  vault.outside.write(path, change(text));
  return true;
}
