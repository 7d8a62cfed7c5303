import type { App } from 'obsidian';
import { expect, test, vi } from 'vitest';
import type { Executor } from '../../../../../src/hosts/obsidian/lifecycle/executor.js';
import { openCancelPlan } from '../../../../../src/hosts/obsidian/missions/open-cancel-plan.js';
import type { OpenModals } from '../../../../../src/hosts/obsidian/shared/open-modals.js';

type Cancel = (reason: string) => Promise<unknown>;
vi.mock('../../../../../src/hosts/obsidian/missions/step-modal.js', () => ({
  StepModal: class {
    readonly cancel: Cancel;
    constructor(_app: unknown, { act }: { readonly act: Cancel }) {
      this.cancel = act;
    }
  },
}));

const planId = 'PLAN-2026-001';

test('the window that cancels a plan reaches the engine that runs when it is pressed [GATE-9]', async () => {
  const cancelled: string[] = [];
  const executor = (name: string): Executor => {
    const cancelPlan = async (): Promise<unknown> => {
      cancelled.push(name);
      return { ok: false, error: { code: 'note_changed', message: 'No.', advice: 'Again.' } };
    };
    const engine = {
      plan: () => ({ planId, steps: [] }),
      requestsOf: () => [],
      operations: { cancelPlan },
    };
    return { engine } as unknown as Executor;
  };
  const session: { executor: Executor | null } = { executor: executor('first') };
  let cancel: Cancel = async () => null;
  const open = (modal: { readonly cancel: Cancel }): void => {
    ({ cancel } = modal);
  };
  const modals = { open } as unknown as OpenModals;
  openCancelPlan({} as App, modals, session, planId);
  session.executor = executor('second');
  await cancel('No.');
  session.executor = null;
  expect(await cancel('No.')).toMatchObject({ ok: false });
  expect(cancelled).toEqual(['second']);
});
