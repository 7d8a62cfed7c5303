import type { LedgerRecord } from '../../src/core/ledger/ledger-record.js';
import type { Device } from './device.js';
import { epochOf } from './trails.js';
import { openNotes, requestAt } from './vault-notes.js';
import type { World } from './world.js';

/** A device's ledger is there no more. As every host does, the next one begins under a new device name. */
export function dropLedger(world: World, device: Device, earlier: readonly string[] = []): void {
  device.ledger = { text: null, synced: 0, versions: [], earlier };
  device.reached = { write: 0, id: '' };
  device.config = { ...device.config, device: world.newDeviceName() };
  world.rolledBack.delete(device.name);
}

/**
 * A person begins a new epoch: in the panel, which ends the engine first and goes on with the new one; or
 * in a terminal, where nothing may run.
 */
export function beginEpoch(world: World, device: Device): void {
  const { process } = device;
  if (!process) return setLedgerAside(world, device);
  if (!process.engine || process.as === 'runner') return;
  const isHalted = process.engine.view().alerts.some(({ kind }) => kind === 'halted');
  world.stop(device, () => {
    if (device.process) return;
    setLedgerAside(world, device, isHalted ? ['halted'] : []);
    world.start(device, 'plugin');
  });
}

function setLedgerAside(world: World, device: Device, more: readonly string[] = []): void {
  const { text, earlier } = device.ledger;
  if (text === null || epochOf(device) === '') return;
  const detail = [...more, ...leftBehind(device)].join();
  dropLedger(world, device, [...earlier, text]);
  world.witness.permitted.loseLedger(device);
  world.say('new epoch', device, { detail });
}

/** What the next ledger finds: requests that were prepared for this one, and a call without an outcome. */
function leftBehind(device: Device): readonly string[] {
  const epoch = epochOf(device);
  const left = new Set<string>();
  for (const path of openNotes(device, ['pending', 'approved'])) {
    const request = requestAt(device, path);
    if (request?.machine.preparation?.epoch !== epoch) continue;
    const isStamped = request.machine.stamp !== null;
    if (request.status === 'outcome_unknown') left.add('unknown');
    if (path.startsWith(`${device.config.folders.pending}/`)) left.add('waiting');
    else if (isStamped) left.add(request.planId === null ? 'approved' : 'approved in a plan');
  }
  if (hasUnfinishedCall(device)) left.add('unfinished');
  return [...left];
}

function hasUnfinishedCall({ ledger }: Device): boolean {
  const begun = new Set<string>();
  for (const line of (ledger.text ?? '').split('\n')) {
    const record = readRecord(line);
    if (record?.kind === 'intent') begun.add(record.id);
    if (record?.kind === 'outcome') begun.delete(record.id);
  }
  return begun.size > 0;
}

function readRecord(line: string): LedgerRecord | null {
  try {
    return JSON.parse(line) as LedgerRecord;
  } catch {
    return null;
  }
}
