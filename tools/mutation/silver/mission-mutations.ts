import type { Mutation } from '../mutation.js';

const missions = 'test/unit/core/mission/missions.test.ts';
const decision = 'test/unit/core/plan/rules/plan-decision.test.ts';
const dashboard = 'test/unit/core/views/dashboard-text.test.ts';
const writer = 'test/unit/engine/views/dashboard-writer.test.ts';
const resume = 'test/unit/engine/operations/resume-plan.test.ts';
const nineSteps = 'test/unit/engine/operations/nine-steps.test.ts';
const detect = 'test/unit/engine/operations/detect-blocks.test.ts';
const archive = 'test/unit/engine/operations/archive-plan.test.ts';
const plans = 'test/unit/engine/plans/reconcile-plan.test.ts';
const planning = 'test/unit/engine/plans/planning.test.ts';
const golden = 'test/unit/engine/golden-mission.test.ts';

/** Faults in which mission is current, what blocks it, and what the Dashboard says of it. */
export const missionMutations: readonly Mutation[] = [
  {
    name: 'a Draft goes before what is worked on',
    file: 'src/core/mission/missions.ts',
    find: 'statusRank[a.status] - statusRank[b.status] ||',
    replace: 'statusRank[b.status] - statusRank[a.status] ||',
    tests: [missions, resume, nineSteps],
  },
  {
    name: 'the oldest mission goes first',
    file: 'src/core/mission/missions.ts',
    find: 'b.createdMs - a.createdMs ||',
    replace: 'a.createdMs - b.createdMs ||',
    tests: [missions, resume, nineSteps],
  },
  {
    name: 'what is done still is a mission',
    file: 'src/core/mission/missions.ts',
    find: "return plan.status !== 'Done' && plan.status !== 'Cancelled';",
    replace: "return plan.status !== 'Cancelled';",
    tests: [nineSteps, plans],
  },
  {
    name: 'a session is not told which plan it resumes',
    file: 'src/core/mission/missions.ts',
    find: "return `${plan.ended ? 'Ended' : 'Resuming'} plan ${plan.planId}: ${plan.objective}`;",
    replace: 'return plan.objective;',
    tests: [resume, nineSteps],
  },
  {
    name: 'the first entry of the log is the checkpoint',
    file: 'src/engine/vault/index/read-entry.ts',
    find: 'const last = plan.log.findLast(',
    replace: 'const last = plan.log.find(',
    tests: [resume, nineSteps, 'test/unit/engine/crash.test.ts'],
  },
  {
    name: 'the checkpoint is not told in words',
    file: 'src/core/mission/format-resume.ts',
    find: "`Checkpoint: ${checkpoint ?? 'none, the log is empty'}`,",
    replace: "`Checkpoint: ${checkpoint === null ? 'none, the log is empty' : 'there is one'}`,",
    tests: [nineSteps],
  },
  {
    name: 'work begins anew at the first step',
    file: 'src/core/plan/step-order.ts',
    find: 'const first = plan.steps.find((step) => !step.done) ?? null;',
    replace: 'const first = plan.steps[0] ?? null;\n  if (first) return first;',
    tests: [resume, nineSteps, writer, plans],
  },
  {
    name: 'a plan is resumed as the index knows it, not as its note is',
    file: 'src/engine/operations/resume-plan.ts',
    find: 'const found = summarizePlan(read.value);',
    replace: 'const found = context.index.plan(planId) ?? summarizePlan(read.value);',
    tests: [nineSteps],
  },
  {
    name: 'the Dashboard is not written again',
    file: 'src/engine/views/dashboard-writer.ts',
    find: 'if (replaced.ok) return replaced.value === text ? null : replaced.value;',
    replace: 'if (replaced.ok) return null;',
    tests: [writer],
  },
  {
    name: 'the Dashboard follows after six seconds',
    file: 'src/engine/views/dashboard-writer.ts',
    find: 'const delayMs = 1_000;',
    replace: 'const delayMs = 6_000;',
    tests: [writer],
  },
  {
    name: 'the Dashboard is written for each change',
    file: 'src/engine/views/dashboard-writer.ts',
    find: 'const delayMs = 1_000;',
    replace: 'const delayMs = 0;',
    tests: [writer],
  },
  {
    name: 'the Dashboard has no objective',
    file: 'src/core/views/dashboard-text.ts',
    find: '`- **Objective**: ${withoutLinks(current.objective)}`,',
    replace: '',
    tests: [dashboard, writer],
  },
  {
    name: 'the Dashboard counts the current step from 0',
    file: 'src/core/views/dashboard-text.ts',
    find: '`- **Current step**: ${current.current.position} of',
    replace: '`- **Current step**: ${current.current.position - 1} of',
    tests: [dashboard, writer],
  },
  {
    name: 'the Dashboard says Blocked, and not why',
    file: 'src/core/views/dashboard-text.ts',
    find: 'return `Blocked: ${isOurs',
    replace: 'return `Blocked${isOurs',
    tests: [dashboard, writer],
  },
  {
    name: 'the Dashboard counts no pending approvals',
    file: 'src/core/views/dashboard-text.ts',
    find: '`- **Waiting for your approval**: ${view.waiting.length}`,',
    replace: "'- **Waiting for your approval**: 0',",
    tests: [dashboard],
  },
  {
    name: 'the Dashboard has no alerts',
    file: 'src/core/views/dashboard-text.ts',
    find: "'## 🚨 Alerts',\n    '',\n    ...alertLines(view.alerts),",
    replace: '',
    tests: [dashboard, writer],
  },
  {
    name: 'the Dashboard lists eleven events',
    file: 'src/core/views/dashboard-text.ts',
    find: 'return recent.slice(0, listed).map((entry) => {',
    replace: 'return recent.slice(0, listed + 1).map((entry) => {',
    tests: [dashboard],
  },
  {
    name: 'an event of the Dashboard has no time',
    file: 'src/core/views/dashboard-text.ts',
    find: 'return `- ${time} ${plan}${withoutLinks(activityText(entry))}`;',
    replace: "return time === '' ? time : `- ${plan}${withoutLinks(activityText(entry))}`;",
    tests: [dashboard],
  },
  {
    name: 'an event of the Dashboard does not say of which plan it is',
    file: 'src/core/views/dashboard-text.ts',
    find: "const plan = entry.plan_id === undefined ? '' : `${inLine(entry.plan_id)}: `;",
    replace: "const plan = '';",
    tests: [dashboard],
  },
  {
    name: 'a pending request does not block its plan',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: "if (!planTransition(plan.status, 'BLOCK').ok) return null;",
    replace: "if (planTransition(plan.status, 'BLOCK').ok || step) return null;",
    tests: [decision, plans, detect, writer],
  },
  {
    name: 'a block does not say since when',
    file: 'src/core/plan/blocked-reason.ts',
    find: ' since ${since.trim()}`;',
    replace: '`;',
    tests: [decision, plans],
  },
  {
    name: 'a block is not logged',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: ', ...appendLog(plan, [entry(rationale)])',
    replace: '',
    tests: [decision, plans, golden],
  },
  {
    name: 'a block says what it waits for, and not why',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: '`${reason}.${replaced} The note says: ${quoted(blocker.what)}. ${blocker.isIncomplete ? whyIncomplete : whyBlocked}`',
    replace: 'reason',
    tests: [decision, plans, golden],
  },
  {
    name: 'what no longer blocks is not released',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: "if (plan.status === 'Blocked' && isEndedByApproval(plan.blockedReason)) {",
    replace: "if (plan.status === 'Draft' && isEndedByApproval(plan.blockedReason)) {",
    tests: [plans],
  },
  {
    name: 'the reason of a block stays when it is released',
    file: 'src/core/plan/edit-plan.ts',
    find: "return [...edits, ...removeField(text, frontMatter, 'blocked_reason')];",
    replace: "return [...edits, ...removeField(text, frontMatter, 'blocked_reason').slice(9)];",
    tests: [plans],
  },
  {
    name: 'a plan that waits long is not warned about in its log',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: 'if (warned) return null;',
    replace: 'if (!warned) return null;',
    tests: [decision, plans, planning],
  },
  {
    name: 'a plan that waits long is warned about anew when other hours hold',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: 'said.startsWith(blockedFor) && told.includes(why),',
    replace: 'said === action && told.includes(why),',
    tests: [decision],
  },
  {
    name: 'high priority waits as long as any other',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: '{ high: 4, medium: 24, low: 24 }',
    replace: '{ high: 24, medium: 24, low: 24 }',
    tests: [decision, plans],
  },
  {
    name: 'a plan that waits long is no alert',
    file: 'src/engine/plans/reconcile-plan.ts',
    find: 'if (hours < threshold) return alerts;',
    replace: 'if (hours >= threshold) return alerts;',
    tests: [plans],
  },
  {
    name: 'a plan whose steps are all done stays a mission',
    file: 'src/core/plan/rules/plan-decision.ts',
    find: 'plan.steps.length > 0 && plan.steps.every(({ done }) => done)',
    replace: 'plan.steps.length > 0 && plan.steps.every(({ done }) => !done)',
    tests: [plans, archive],
  },
  {
    name: 'a finished plan stays where it is',
    file: 'src/engine/plans/reconcile-plan.ts',
    find: 'return plan && !isIncomplete(plan) ? plan : null;',
    replace: "return plan?.status === 'Cancelled' ? plan : null;",
    tests: [plans, archive],
  },
  {
    name: 'every request is a block, whether it waits or not',
    file: 'src/engine/operations/detect-blocks.ts',
    find: 'if (request.planId === null || !waitsForPerson(context, request)) continue;',
    replace: 'if (request.planId === null) continue;',
    tests: [detect],
  },
  {
    name: 'no blocked plan is found',
    file: 'src/engine/operations/detect-blocks.ts',
    find: "return waits && plan?.status === 'Blocked' ? [{ plan, waitingFor, incomplete }] : [];",
    replace: "return waits && plan?.status === 'Draft' ? [{ plan, waitingFor, incomplete }] : [];",
    tests: [detect],
  },
];
