import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail } from '../../../../../src/core/errors.js';
import type { OpenVault } from '../../../../../src/hosts/obsidian/lifecycle/open-vault.js';
import {
  RoleManager,
  type RoleManagerHost,
} from '../../../../../src/hosts/obsidian/lifecycle/role-manager.js';

const starts = vi.hoisted(() => ({ count: 0, code: 'locked' }));
vi.mock('../../../../../src/hosts/obsidian/lifecycle/executor.js', () => ({
  startExecutor: async () => {
    starts.count += 1;
    return fail(starts.code as 'locked', 'Held.', 'Wait.');
  },
}));
vi.mock('../../../../../src/engine/observer.js', () => ({
  Observer: { start: async () => ({ subscribe: () => undefined, stop: async () => undefined }) },
}));
vi.mock('../../../../../src/hosts/obsidian/lifecycle/own-key.js', () => ({
  readOwnKey: async () => null,
  approverHere: () => null,
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A keeper that starts on settings that say that actions run here. */
async function begin(state: object) {
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
  const keeper = new RoleManager(vault as unknown as OpenVault, host as unknown as RoleManagerHost);
  await keeper.begin();
  return { keeper, onWork };
}

test.each([
  ['locked', true],
  ['audit_read_failed', true],
  ['ledger_invalid', false],
])('a start that fails with %s is tried again: %s', async (code, isTriedAgain) => {
  Object.assign(starts, { count: 0, code });
  const state = { read: async () => ({ ok: true, value: { runsActions: true } }) };
  const { keeper, onWork } = await begin(state);
  expect(onWork).toHaveBeenLastCalledWith(
    expect.anything(),
    { code, message: 'Held.', advice: 'Wait.' },
    isTriedAgain,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts.count > 1).toBe(isTriedAgain);
  await keeper.end();
});

test('switched off while it waits, it waits no more, also where that cannot be written', async () => {
  Object.assign(starts, { count: 0, code: 'locked' });
  const read = async () => ({ ok: true, value: { runsActions: true } });
  const change = async () => fail('device_state_write_failed', 'The disk is full.', 'Make room.');
  const { keeper, onWork } = await begin({ read, change });
  const { count } = starts;
  expect(await keeper.switchOff()).toMatchObject({
    error: { message: expect.stringContaining('no longer waits to run actions') as string },
  });
  expect(onWork).toHaveBeenLastCalledWith(expect.anything(), null, false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts.count).toBe(count);
  await keeper.end();
});
