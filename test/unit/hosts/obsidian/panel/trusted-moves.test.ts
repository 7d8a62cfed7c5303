import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LedgerRecord } from '../../../../../src/core/ledger/ledger-record.js';
import type { Review } from '../../../../../src/core/request/review/review.js';
import type { Press } from '../../../../../src/ui/actions/panel-actions.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import {
  pluginVault,
  settingsFile,
  type PluginVault,
} from '../../../../support/obsidian/plugin-vault.js';
import { runPlugin, type RunningPlugin } from '../../../../support/obsidian/running-plugin.js';

const holdMs = 10_000;

let vault: PluginVault;
let device: Device;
let plugin: RunningPlugin;
beforeEach(async () => {
  // There is no screen here: what a notice says is shown elsewhere.
  vi.stubGlobal('createFragment', () => null);
  vault = await pluginVault();
  device = await vault.start();
  plugin = await runPlugin(vault, device);
});
afterEach(async () => {
  await vault.close();
  vi.unstubAllGlobals();
});

const longerThanAHold = { timeout: 3 * holdMs, interval: 100 };

async function trust(trustMoves: boolean): Promise<void> {
  const { device: settings } = await plugin.executor();
  expect(await settings.change((config) => ({ ...config, trustMoves }))).toMatchObject({
    ok: true,
  });
}

const inApproved = ({ path }: Review): string => path.replace(/^Pending_Approval/, 'Approved');
/** A terminal, sync or an agent moves the note. */
const move = (review: Review): void => vault.folder.move(review.path, inApproved(review));

function stateFile(name: string): string {
  const parent = join(String(process.env['XDG_CONFIG_HOME']), 'countersign');
  return join(parent, String(readdirSync(parent)[0]), name);
}

/** When something of this kind was recorded of a request, ms since 1970. */
function recordedAt(kind: LedgerRecord['kind'], { requestId }: Review): number | undefined {
  const records = readFileSync(stateFile('ledger.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}}'))
    .map((line) => JSON.parse(line) as LedgerRecord);
  const found = records.find(
    (record) => record.kind === kind && record.audit.request_id === requestId,
  );
  return found && Date.parse(found.audit.at);
}

const held = (review: Review) =>
  panelThat(vault, device, ({ reviews }) =>
    reviews.some((one) => one.requestId === review.requestId && one.undoUntilMs !== null),
  );
/** Until it asks, on a panel that says so much of this device. */
const asks = (review: Review, trusts: boolean) =>
  panelThat(
    vault,
    device,
    ({ reviews, device: { trustsMoves } }) =>
      trustsMoves === trusts &&
      reviews.some((one) => one.requestId === review.requestId && one.asks),
  );

describe('moves into Approved are trusted', () => {
  test('by no call of a script, and by nothing that lies in the vault [GATE-23] [GATE-7]', async () => {
    const { controller: desk } = await vault.begun(device);
    const review = await plugin.draft('one');
    // What no browser vouches for is no press, whatever it says of itself.
    const forged = { event: new Event('click'), control: {}, steadyMs: 60_000 };
    desk.device.trustMoves(forged as unknown as Press);
    const { answer } = await panelThat(vault, device, (model) => model.answer !== null);
    expect(answer?.problem.message).toBe('That wasn’t a click by a person.');
    const commands = device.host.commands.listCommands().map(({ name }) => name);
    expect(commands.filter((name) => /trust/i.test(name))).toEqual([]);

    const own = JSON.parse(vault.settings() ?? '') as object;
    vault.folder.write(settingsFile, JSON.stringify({ ...own, trustMoves: true }));
    vault.folder.write('device.json', JSON.stringify({ trustMoves: true }));
    move(review);
    await asks(review, false);
    await device.restart();
    await asks(review, false);
    expect(plugin.sent('one')).toBe(0);
  }, 60_000);

  test('by a line that somebody writes into this device’s own file, once that is read; then the panel says so all the time', async () => {
    const review = await plugin.draft('one');
    const file = stateFile('device.json');
    const config = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...config, trustMoves: true }));
    move(review);
    // Until then the settings that were read, or last confirmed, hold.
    await asks(review, false);
    await device.restart();
    await asks(review, true);
    // What asked before still does.
    const other = await plugin.draft('two');
    move(other);
    await held(other);
    await expect.poll(() => plugin.sent('two'), longerThanAHold).toBe(1);
    expect(plugin.sent('one')).toBe(0);
    await trust(false);
    await asks(review, false);
  }, 90_000);
});

describe('where moves are trusted, a request that something else moves', () => {
  test('is held for 10 s, runs once, and is never said to have been signed; what lay there before asks [GATE-23] [GATE-7]', async () => {
    const earlier = await plugin.draft('earlier');
    move(earlier);
    await asks(earlier, false);
    await trust(true);
    const review = await plugin.draft('one');
    move(review);
    await held(review);
    await expect.poll(() => plugin.sent('one'), longerThanAHold).toBe(1);
    const [arrived, intent] = [recordedAt('arrived', review), recordedAt('intent', review)];
    expect((intent ?? 0) - (arrived ?? Infinity)).toBeGreaterThanOrEqual(holdMs);
    expect(recordedAt('approved', review)).toBeUndefined();
    await expect
      .poll(() => vault.folder.text(review.path.replace(/^Pending_Approval/, 'Done/Actions')))
      .toContain('status: executed');
    const done = vault.folder.text(review.path.replace(/^Pending_Approval/, 'Done/Actions'));
    expect(done).not.toContain('"stamp"');
    expect([plugin.sent('one'), plugin.sent('earlier')]).toEqual([1, 0]);
    await asks(earlier, true);
  }, 90_000);

  test('comes back by Undo, under a new id, and its old bytes never run [GATE-23] [GATE-9]', async () => {
    await trust(true);
    const review = await plugin.draft('one');
    const text = vault.folder.text(review.path);
    move(review);
    await held(review);
    const { engine } = await plugin.executor();
    const { requestId } = review;
    expect(await engine.personActions.undo({ requestId })).toMatchObject({ ok: true });
    await expect
      .poll(() => plugin.waiting('one'))
      .toMatchObject({ request: { supersedes: requestId }, folder: 'pending' });
    mkdirSync(join(vault.folder.path, 'Approved'), { recursive: true });
    vault.folder.write(inApproved(review), text);
    await expect.poll(() => readdirSync(join(vault.folder.path, 'Archive')).length).toBe(1);
    expect(plugin.sent('one')).toBe(0);
    expect(recordedAt('intent', review)).toBeUndefined();
  }, 60_000);

  test('is held over a restart, anew and no less [GATE-23]', async () => {
    await trust(true);
    const review = await plugin.draft('one');
    move(review);
    const { reviews } = await held(review);
    const until = reviews.find(({ requestId }) => requestId === review.requestId)?.undoUntilMs;
    await device.restart();
    const again = await held(review);
    const anew = again.reviews.find(({ requestId }) => requestId === review.requestId);
    expect(anew?.undoUntilMs).toBeGreaterThan(until ?? Infinity);
    await expect.poll(() => plugin.sent('one'), longerThanAHold).toBe(1);
    const [arrived, intent] = [recordedAt('arrived', review), recordedAt('intent', review)];
    expect((intent ?? 0) - (arrived ?? Infinity)).toBeGreaterThanOrEqual(holdMs);
  }, 90_000);
});
