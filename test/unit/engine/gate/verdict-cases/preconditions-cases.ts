import type { CheckCode } from '../../../../../src/engine/gate/verdict.js';
import { mailRoute } from '../../../../support/builders/mail-route.js';
import { invoiceMission, folders, quiet } from '../../../../support/engine/world.js';
import {
  approve,
  deafTo,
  edit,
  idOf,
  inApproved,
  look,
  move,
  planned,
  rewrite,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { setAside } from '../../../../support/engine/earlier-ledger.js';
import {
  approvedAfter,
  approvedMail,
  afterUndoing,
  configure,
  configuredThenLook,
  editPlan,
  plan,
  trusting,
  type VerdictCase,
} from './verdict-case.js';

const audit = 'Logs/audit/d-aaaaaaaaaa-2026-02.jsonl';
const foreignLine = `{"actor":"Countersign","at":"2026-02-21T10:00:00.000Z","detail":"","event":"x","hash":"${'1'.repeat(64)}","prev":"${'0'.repeat(64)}","seq":1}\n`;

/** Cases of the checks of *Allowed*: device, request, plan, step and limits. */
export const allowedCases = {
  ledger_halted: {
    async arrange(bench) {
      const path = await planned(bench);
      await bench.engine.stop();
      rewrite(bench.world, audit, (text) => text + foreignLine);
      bench.engine = await startEngine(bench.world);
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'wait',
    says: /Nothing runs: The audit log contains entry 1/,
    // Only a new ledger goes on, and what it takes over gets another id.
    final: true,
  },
  executor_paused: {
    config: { paused: true },
    arrange: approvedMail,
    does: 'wait',
    says: /is approved, but actions are paused/,
    next: configuredThenLook({ paused: false }),
  },
  folders_not_confirmed: {
    config: { folders: { ...folders, approved: 'Yes' } },
    arrange: approvedMail,
    does: 'wait',
    says: /folder names have changed \(approved: Yes → Approved\)/,
    next: configuredThenLook({ folders }),
  },
  expired: {
    config: { paused: true },
    async arrange(bench) {
      const path = await standalone(bench, { expires: '2026-02-21T11:00:00Z' });
      await approve(bench, path);
      await bench.world.clock.advance(3_600_000);
      configure(bench, { paused: false });
      await look(bench);
      return inApproved(path);
    },
    does: 'return',
    says: /expired at 2026-02-21T11:00:00Z/,
    withoutPlan: true,
    status: 'expired',
    async next(bench, path) {
      const drafted = await bench.engine.operations.redraft({
        requestId: idOf(bench.world, path),
        actor: 'Human',
      });
      if (!drafted.ok) throw new Error(drafted.error.message);
      await quiet(bench.engine);
      await approve(bench, drafted.value.path);
    },
  },
  id_used: {
    async arrange(bench) {
      const path = await standalone(bench);
      const proposed = bench.world.note(path);
      await approve(bench, path);
      await bench.engine.stop();
      // What the ledger spent that was set aside is spent in the new one.
      setAside(bench.world.ledgerFile);
      bench.engine = await startEngine(bench.world);
      bench.world.vault.outside.write(
        inApproved(path),
        proposed.replace(/%% countersign .*%%\n/, ''),
      );
      await quiet(bench.engine);
      return inApproved(path);
    },
    callsBefore: 1,
    does: 'archive',
    says: /was run before, or may have been/,
    withoutPlan: true,
    final: true,
  },
  plan_not_found: {
    async arrange(bench) {
      const path = await planned(bench);
      bench.world.vault.outside.move(plan, 'Elsewhere.md');
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'return',
    says: /plan PLAN-2026-001 no longer exists/,
    withoutPlan: true,
    next: afterUndoing(({ world }) => {
      world.vault.outside.move('Elsewhere.md', plan);
    }),
  },
  plan_unreadable: {
    arrange: approvedAfter(editPlan('status: Blocked', 'status: [')),
    does: 'return',
    says: /The plan PLAN-2026-001 can’t be read/,
    withoutPlan: true,
    next: afterUndoing(editPlan('status: [', 'status: Active')),
  },
  plan_not_running: {
    arrange: approvedAfter(editPlan('status: Blocked', 'status: Draft')),
    does: 'return',
    says: /plan PLAN-2026-001 is a draft/,
    next: afterUndoing(editPlan('status: Draft', 'status: Active')),
  },
  step_not_found: {
    arrange: approvedAfter(editPlan(' ^s2', ' ^s9')),
    does: 'return',
    says: /has no step \^s2/,
    next: afterUndoing(editPlan(' ^s9', ' ^s2')),
  },
  step_not_gated: {
    arrange: approvedAfter(editPlan('✋ ', '')),
    does: 'return',
    says: /no longer has a ✋/,
    next: afterUndoing(editPlan('Send email', '✋ Send email')),
  },
  step_done: {
    // Told of the plan's change, the engine withdraws the request before the gate can return it.
    ports: deafTo(plan),
    async arrange(bench) {
      const path = await planned(bench);
      bench.world.server.duringInspect = () => {
        bench.world.server.duringInspect = () => undefined;
        editPlan('2. [ ]', '2. [x]')(bench);
      };
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'archive',
    says: /Step 2 is marked done/,
    final: true,
  },
  step_reworded: {
    arrange: approvedAfter(editPlan('Send email to', 'Call')),
    does: 'return',
    says: /read “Send email to .*” when this was prepared, and reads “Call/,
  },
  attempts_not_confirmed: {
    config: trusting,
    async arrange(bench) {
      bench.world.server.answer = () => ({ kind: 'timeout', afterMs: 60_000 });
      await move(bench, await planned(bench));
      bench.world.server.answer = () => ({
        kind: 'result',
        result: { content: [{ type: 'text', text: 'ok' }] },
      });
      const path = bench.world.only('Pending_Approval');
      await move(bench, path);
      return inApproved(path);
    },
    callsBefore: 1,
    does: 'ask',
    says: /was, or may have been, tried before: .*client-a-january-invoice \(unknown\)/,
    next: (bench, path) =>
      approve(bench, path, { confirms: [bench.world.server.calls[0]?.requestId ?? ''] }),
  },
  over_budget: {
    config: {
      routes: [mailRoute({ budgetPerHour: 1 })],
    },
    async arrange(bench) {
      await approve(bench, await standalone(bench, { arguments: { to: 'first', subject: '' } }));
      const path = await planned(bench);
      await approve(bench, path);
      return inApproved(path);
    },
    callsBefore: 1,
    does: 'wait',
    says: /” is approved, but this device has reached its limit of 1 send_email call per hour/,
    async next({ world, engine }) {
      await world.clock.advance(3_600_001);
      await quiet(engine);
    },
  },
  dead_wait: {
    async arrange(bench) {
      const { operations } = bench.engine;
      const step = (text: string) => ({ text, gated: true });
      await operations.initializePlan({
        ...invoiceMission,
        steps: [step('Send the invoice'), step('Send the reminder')],
      });
      const inPlan = { planId: 'PLAN-2026-001' };
      const first = await standalone(bench, { ...inPlan, step: 1, title: 'first' });
      const second = await standalone(bench, { ...inPlan, step: 2, title: 'second' });
      await move(bench, first, first.replace('Pending_Approval', 'Rejected'));
      await approve(bench, second);
      return inApproved(second);
    },
    does: 'alert',
    says: /waits for step 1, which was rejected/,
    next: (bench) => edit(bench, plan, (text) => text.replace('1. [ ]', '1. [x]')),
  },
  before_its_turn: {
    async arrange(bench) {
      await bench.engine.operations.initializePlan(invoiceMission);
      const path = await standalone(bench, { planId: 'PLAN-2026-001', step: 2 });
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'wait',
    says: /is approved and waiting for step 1 \(“Write the invoice”\)/,
    async next({ engine }) {
      const step = { planId: 'PLAN-2026-001', step: 1, rationale: 'Written' };
      await engine.operations.updatePlanStep({ ...step, actor: 'Agent' });
      await quiet(engine);
    },
  },
} satisfies Readonly<Partial<Record<CheckCode, VerdictCase>>>;
