import { parsePlan } from '../../../src/core/plan/parse-plan.js';
import type { Plan } from '../../../src/core/plan/plan.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { ActionRequest } from '../../../src/core/request/request.js';
import type { Engine } from '../../../src/engine/engine.js';
import { invoiceMail, invoiceMission, quiet, type World } from '../../support/engine/world.js';

/** What the mission is made from. */
export const briefPath = 'Inbox/EMAIL_client-a-invoice.md';
const brief =
  'Please send the January invoice over $1,500 to Client A by email, then log the transaction.\n';

/** A brief arrives. */
export function dropBrief(world: World): void {
  world.vault.outside.write(briefPath, brief);
}

/**
 * A person and an agent who look at the vault and do what is still to be done, until the mission is
 * archived, or its outcome is unknown and only a person who looks outside could go on.
 */
export async function workMission(world: World, engine: Engine): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await quiet(engine);
    if (!(await workOn(world, engine))) break;
  }
  await engine.flushDashboard();
  await quiet(engine);
}

/** Does the next thing; whether there was one. */
async function workOn(world: World, engine: Engine): Promise<boolean> {
  const plan = planIn(world);
  if (!plan) {
    if (world.paths('Done/Plans').length > 0) return false;
    await engine.operations.startPlan({ ...invoiceMission, path: briefPath });
    return true;
  }
  const step = plan.steps.find(({ done }) => !done);
  if (!step) return false;
  if (!step.gated) {
    const rationale = `Worked on: ${step.text}`;
    const { taskId: planId } = plan;
    await engine.operations.updatePlanStep({
      planId,
      step: step.position,
      rationale,
      actor: 'Agent',
    });
    return true;
  }
  const request = requestIn(world, 'Pending_Approval');
  if (request) {
    if (request.status === 'outcome_unknown' || !request.machine.preparation) return false;
    const to = request.path.replace('Pending_Approval/', 'Approved/');
    world.vault.outside.move(request.path, to);
    return true;
  }
  if (requestIn(world, 'Approved')) return false;
  await engine.operations.draftExternalAction(invoiceMail);
  return true;
}

function planIn(world: World): Plan | null {
  const [path] = world.paths('Plans');
  return path === undefined ? null : parsePlan(world.note(path), path).plan;
}

/** The request in a folder, if there is one. */
export function requestIn(world: World, folder: string): ActionRequest | null {
  const [path] = world.paths(folder);
  return path === undefined ? null : parseRequest(world.note(path), path).request;
}
