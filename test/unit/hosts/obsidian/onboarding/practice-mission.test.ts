import { expect, test } from 'vitest';
import { ok } from '../../../../../src/core/errors.js';
import { effectDigest } from '../../../../../src/core/request/action/digests.js';
import type { JsonObject } from '../../../../../src/core/json.js';
import { startPracticeMission } from '../../../../../src/hosts/obsidian/onboarding/practice-mission.js';

test('two practice missions send mails that differ, so that neither asks for “I checked”', async () => {
  const sent: JsonObject[] = [];
  const operations = {
    initializePlan: async () => ok({ planId: 'PLAN-2026-001', path: 'Plans/PLAN-2026-001.md' }),
    draftExternalAction: async (input: { readonly arguments?: JsonObject }) => {
      sent.push(input.arguments ?? {});
      return ok({ requestId: 'r', path: 'Pending_Approval/r.md' });
    },
  } as unknown as Parameters<typeof startPracticeMission>[0];
  await startPracticeMission(operations, { nowMs: new Date(2026, 1, 21, 10, 40, 12).getTime() });
  await startPracticeMission(operations, { nowMs: new Date(2026, 1, 21, 10, 40, 13).getTime() });
  expect(sent[0]).toMatchObject({ subject: 'An email that goes nowhere, 21 Feb 2026, 10:40:12' });
  const effects = sent.map((args) =>
    effectDigest({ bridge_digest: 'b', tool: 'send_email', arguments: args, files: {} }),
  );
  expect(new Set(effects).size).toBe(2);
});
