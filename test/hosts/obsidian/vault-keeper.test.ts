import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail } from '../../../src/core/errors.js';
import type { OpenVault } from '../../../src/hosts/obsidian/open-vault.js';
import { VaultKeeper, type KeeperHost } from '../../../src/hosts/obsidian/vault-keeper.js';

const starts = vi.hoisted(() => ({ count: 0, code: 'locked' }));
vi.mock('../../../src/hosts/obsidian/executor.js', () => ({
  startExecutor: async () => {
    starts.count += 1;
    return fail(starts.code as 'locked', 'Held.', 'Wait.');
  },
}));
vi.mock('../../../src/engine/observer.js', () => ({
  Observer: { start: async () => ({ subscribe: () => undefined, stop: async () => undefined }) },
}));
vi.mock('../../../src/hosts/obsidian/own-key.js', () => ({
  readOwnKey: async () => null,
  approverHere: () => null,
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['locked', true],
  ['audit_read_failed', true],
  ['ledger_invalid', false],
])('a start that fails with %s is tried again: %s', async (code, isTriedAgain) => {
  Object.assign(starts, { count: 0, code });
  const state = { read: async () => ({ ok: true, value: { runsActions: true } }) };
  const vault = { side: { desktop: { state } }, settings: {}, close: () => undefined };
  const onWork = vi.fn();
  const host = {
    clock: {
      setTimer(ms: number, act: () => void) {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
    },
    isClosing: () => false,
    inBackground: (work: () => Promise<void>) => work(),
    onWork,
  };
  const keeper = new VaultKeeper(vault as unknown as OpenVault, host as unknown as KeeperHost);
  await keeper.begin();
  expect(onWork).toHaveBeenLastCalledWith(
    expect.anything(),
    { code, message: 'Held.', advice: 'Wait.' },
    isTriedAgain,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts.count > 1).toBe(isTriedAgain);
  await keeper.end();
});
