import { expect, test } from 'vitest';
import { emptyPanelModel, type PanelModel } from '../../../../src/core/screens/panel-model.js';
import {
  missingIn,
  noPractice,
  practiceSource,
  practiceState,
  treeOf,
} from '../../../../src/core/screens/start-model.js';
import type { PlanSummary } from '../../../../src/core/mission/summaries.js';
import { practiceDigest } from '../../../../src/core/request/action/digests.js';
import type { Review } from '../../../../src/core/request/review/review.js';

test('paths are drawn as one tree, with the folders around them', () => {
  const there = new Set(['Base', 'Base/Inbox']);
  const tree = treeOf(['Base/Inbox', 'Base/Done/Plans', 'Base/Done/Actions', 'Base/D.md'], (path) =>
    there.has(path),
  );
  const node = (name: string, isThere: boolean, children: readonly unknown[] = []) => ({
    ...{ name, isThere, children },
  });
  const done = node('Done/', false, [node('Plans/', false), node('Actions/', false)]);
  expect(tree).toEqual([node('Base/', true, [node('Inbox/', true), done, node('D.md', false)])]);
  expect(missingIn(tree)).toEqual(['Done/', 'Plans/', 'Actions/', 'D.md']);
});

const mail = 'Practice/2026_send_email_client.md';
const executed = { fromMs: 0, untilMs: 1 };
const plan: PlanSummary = {
  ...{ path: 'Plans/PLAN-2026-002.md', planId: 'PLAN-2026-002', createdMs: 0 },
  ...{ priority: 'medium', status: 'Active', blockedReason: null, objective: 'Practise.' },
  ...{ doneSteps: 0, warned: false, current: null, checkpoint: null, sourceLink: practiceSource },
  steps: [{ position: 2, id: 's2', text: 'Send', done: false, gated: true, after: null }],
};
const requestOf = (path: string, bridge: string, digest: string | null = null): Review =>
  ({
    ...{ path, planId: plan.planId },
    request: {
      call: { bridge },
      machine: { preparation: digest === null ? null : { bridge_digest: digest } },
    },
  }) as unknown as Review;
const panel = (runs: boolean, reviews: readonly Review[] = []): PanelModel => ({
  ...emptyPanelModel,
  reviews,
  device: {
    ...{ ...emptyPanelModel.device, runs },
    bridges: [
      { alias: 'bank', reaches: 'npx bank' },
      { alias: 'practice', reaches: 'npx mine' },
      { alias: 'practice-2', reaches: '', isPractice: true },
    ],
  },
});

test('a practice mission that was never begun is not done', () => {
  expect(practiceState(noPractice, panel(true), null)).toEqual({ is: 'none' });
});

test('one that is under way names the request of the practice bridge that waits for it, and no other', () => {
  const record = { plan, executed: null };
  const foreign = ['bank', 'practice'].map((bridge) => requestOf(`${bridge}.md`, bridge));
  expect(practiceState(record, panel(true, foreign), null)).toEqual({
    ...{ is: 'under_way', plan, request: null },
  });
  const own = requestOf('own.md', 'practice-2');
  expect(practiceState(record, panel(true, [...foreign, own]), null)).toMatchObject({
    request: 'own.md',
  });
});

test('a device that knows no bridges goes by what the request was prepared for', () => {
  const record = { plan, executed: null };
  const reviews = [
    requestOf('a.md', 'practice-2'),
    requestOf('b.md', 'practice-2', '0'.repeat(64)),
    requestOf('c.md', 'any', practiceDigest),
  ];
  expect(practiceState(record, panel(false, reviews), null)).toMatchObject({ request: 'c.md' });
});

test('it is done with the call that is recorded, also when its mail was thrown away', () => {
  expect(practiceState({ plan: null, executed }, panel(true), mail)).toEqual({
    ...{ is: 'approved', mail, plan: null },
  });
  expect(practiceState({ plan, executed }, panel(true), null)).toEqual({
    ...{ is: 'approved', mail: null, plan },
  });
});

test('a note that lies where practice mails do proves nothing', () => {
  expect(practiceState(noPractice, panel(true), 'Practice/Scales in C.md')).toEqual({ is: 'none' });
});
