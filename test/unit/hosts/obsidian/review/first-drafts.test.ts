import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Gesture } from '../../../../../src/core/request/approval/gesture.js';
import type { SinceDrafted } from '../../../../../src/core/request/review/review.js';
import { compareDraft, draftOf } from '../../../../../src/hosts/obsidian/review/first-drafts.js';
import { callNote, requestOf } from '../../../../support/builders/request-note.js';
import { memoryStorage } from '../../../../stand-in/device/memory-storage.js';
import type { Device } from '../../../../stand-in/open-device.js';
import { panelThat } from '../../../../support/obsidian/panel-that.js';
import { pluginVault, type PluginVault } from '../../../../support/obsidian/plugin-vault.js';
import { renameInApp } from '../../../../support/obsidian/rename-in-app.js';
import { runPlugin } from '../../../../support/obsidian/running-plugin.js';

const callOf = (args: unknown) => requestOf(callNote(args));

test('what differs from the first text is told argument by argument; without a difference nothing is', () => {
  const draft = draftOf(callOf({ to: 'a', count: 1 }), Date.UTC(2026, 1, 21));
  expect(compareDraft(draft, callOf({ count: 1, to: 'a' }).call)).toBeNull();
  expect(
    compareDraft(draft, {
      ...callOf({ count: '1' }).call,
      arguments: { to: 'b\u202e', count: '1' },
    }),
  ).toEqual({
    readDate: '2026-02-21T00:00:00.000Z',
    changes: [
      { name: 'To', before: 'a', after: 'b‹U+202E›' },
      { name: 'Count', before: '1', after: '1', beforeKind: 'number' },
    ],
  });
});

test('of a call that was too long to be kept it is known that it differs, and no more', () => {
  const text = 'x'.repeat(60_000);
  const draft = draftOf(callOf({ text }), 0);
  expect(draft.call).toBeNull();
  expect(compareDraft(draft, callOf({ text }).call)).toBeNull();
  expect(compareDraft(draft, callOf({ text: `${text}.` }).call)).toMatchObject({ changes: null });
});

let vault: PluginVault;
beforeEach(async () => {
  vault = await pluginVault();
});
afterEach(() => vault.close());

/** What the panel says of the one request that waits, once that is so. */
async function since(
  device: Device,
  isWanted: (since: SinceDrafted | null) => boolean,
): Promise<SinceDrafted | null> {
  const of = ({ drafted = {} }: { drafted?: Record<string, SinceDrafted> }) =>
    Object.values(drafted)[0] ?? null;
  const model = await panelThat(vault, device, ({ reviews, drafted = {} }) =>
    reviews.length === 1 && reviews[0]?.blocked === null ? isWanted(of({ drafted })) : false,
  );
  return of({ drafted: { ...model.drafted } });
}

/** The requests that the device remembers the first text of. */
async function readFirst(of: PluginVault, device: Device): Promise<readonly string[]> {
  const { controller: desk } = await of.begun(device);
  const { drafts } = desk as unknown as { drafts: { drafts: ReadonlyMap<string, unknown> } };
  return [...drafts.drafts.keys()];
}

test('a request that was edited says so on its card, also after a restart and when it came back under a new id', async () => {
  const storage = memoryStorage();
  const device = await vault.start({ storage });
  const plugin = await runPlugin(vault, device);
  const { path, requestId } = await plugin.draft('January invoice');
  await expect.poll(() => readFirst(vault, device)).toContain(requestId);
  expect(await since(device, (is) => is === null)).toBeNull();

  const edited = vault.folder.text(path).replace('to: client@example.com', 'to: other@example.com');
  writeFileSync(join(vault.folder.path, path), edited);
  const change = {
    ...{ name: 'To', before: 'client@example.com', after: 'other@example.com' },
  };
  expect((await since(device, (is) => is !== null))?.changes).toEqual([change]);

  await device.close('quit');
  const again = await vault.start({ storage });
  expect((await since(again, (is) => is !== null))?.changes).toEqual([change]);

  // Moved and moved back, it is another request; what was drafted is still the same.
  const there = path.replace('Pending_Approval', 'Approved');
  const { session } = await vault.begun(again);
  await expect.poll(() => session.executor).not.toBeNull();
  const [waiting] = (await session.executor?.engine.reviews(1)) ?? [];
  const gesture = { kind: 'press', atMs: Date.now() } as Gesture;
  const shown = { requestId: waiting?.requestId ?? '', shownDigest: waiting?.shownDigest ?? '' };
  await session.executor?.device.pause();
  const approved = await session.executor?.engine.personActions.approve({
    ...{ ...shown, checked: [], gesture },
  });
  expect(approved).toMatchObject({ ok: true });
  await renameInApp(again, there, path);
  const returned = await panelThat(
    vault,
    again,
    ({ reviews: [review] }) => review !== undefined && review.requestId !== shown.requestId,
  );
  expect(returned.reviews[0]?.requestId).toMatch(/-r[a-z2-7]{4}$/);
  expect((await since(again, (is) => is !== null))?.changes).toEqual([change]);
}, 60_000);
