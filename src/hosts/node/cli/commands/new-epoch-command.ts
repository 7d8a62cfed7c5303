import { nameNewLedger, type Environment } from '../../../desktop/device/device.js';
import { fileLock } from '../../../desktop/files/file-lock.js';
import { setLedgerAside } from '../../../desktop/logs/set-ledger-aside.js';
import { openVaultDevice, type VaultDevice } from '../../runner/vault-device.js';
import {
  confirmed,
  exitCodes,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

/** Sets this device's ledger aside, so that the next start begins a new ledger. */
export async function newEpochCommand(
  terminal: Terminal,
  env: Environment,
  options: { readonly vault: string },
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env);
  if (!device.ok) return sayProblem(terminal, device.error);
  const lock = fileLock(device.value.folder);
  const free = await lock.acquire();
  if (!free.ok) return sayProblem(terminal, free.error);
  await free.value();
  terminal.line(
    'This device’s ledger is set aside, not deleted. The new one starts with the calls on record in the',
  );
  terminal.line(
    'old one, in the audit files and in Done. Take over the requests that were prepared before; each',
  );
  terminal.line('asks whether it may have happened. Find the cause first.');
  const said = await confirmed(terminal, 'new epoch');
  if (!said.ok) return sayProblem(terminal, said.error);
  // Takes the lock only now, because a computer that slept during the question would lose it.
  const locked = await lock.acquire();
  if (!locked.ok) return sayProblem(terminal, locked.error);
  try {
    return await begin(terminal, device.value);
  } finally {
    await locked.value();
  }
}

async function begin(terminal: Terminal, device: VaultDevice): Promise<ExitCode> {
  const aside = await setLedgerAside(device.ledgerFile, Date.now());
  if (!aside.ok) return sayProblem(terminal, aside.error);
  const named = await nameNewLedger(device, true);
  if (!named.ok) return sayProblem(terminal, named.error);
  const done = styled(terminal, 'green', '✓');
  terminal.line(
    aside.value === null
      ? `${done} There was no ledger. The next start creates one.`
      : `${done} The old ledger is now in ${aside.value}. The next start creates a new one.`,
  );
  return exitCodes.well;
}
