import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Engine } from '../../src/engine/engine.js';
import { quiet, type World } from '../../test/support/engine/world.js';
import type { Command } from './command.js';
import {
  isMission,
  type MissionModel,
  type ModelPlan,
  type ModelRequest,
  type ModelStep,
} from './mission-model.js';
import { pick, type Supplies } from './supplies.js';

const actor = 'Agent' as const;
const minute = 60_000;

/** What people and agents have the engine do, and what must come of it. */
export class EngineHand {
  /** By the engine. A note of another hand that went unseen may have had any. */
  private readonly givenIds = new Set<string>();
  /** Block ids, each with its plan, under which an action was carried out. */
  private readonly ranIds = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly model: MissionModel,
    private readonly supplies: Supplies,
  ) {}

  async act(engine: Engine, { do: kind, plan: at, step: stepAt, way }: Command): Promise<void> {
    const { model, world } = this;
    const { operations } = engine;
    const picked = pick(model.plans, at);
    const named = picked && model.notesOf(picked.id);
    const plan = named?.length === 1 ? named[0] : picked;
    const step = plan && pick(plan.steps, stepAt);
    const request = pick(model.requests, at);
    switch (kind) {
      case 'create':
        return this.create(engine, `[[item-${this.supplies.word()}]]`, stepAt, way);
      case 'create again':
        return this.create(engine, plan?.source ?? `[[item-${this.supplies.word()}]]`, stepAt, way);
      case 'complete': {
        if (!plan || !step) return;
        const input = { planId: plan.id, step: plan.steps.indexOf(step) + 1 };
        const done = await operations.updatePlanStep({
          ...input,
          rationale: 'It was time',
          skip: way % 3 === 0,
          actor,
        });
        const may = model.isWorked(plan) && !step.gated && !step.done && model.isReady(plan, step);
        expectOk(done, may, 'complete');
        if (may) step.done = true;
        return;
      }
      case 'have a step added': {
        if (!plan) return;
        const { words, gated } = this.supplies.newStep(way);
        const place = way % 2 === 0 && step ? plan.steps.indexOf(step) + 1 : plan.steps.length;
        const added = await operations.addPlanStep({
          planId: plan.id,
          text: words,
          gated,
          ...(place === plan.steps.length ? {} : { behind: place }),
          rationale: 'It was forgotten',
          actor,
        });
        const isMeant = model.keepsNumbers(plan, place);
        const isOpen = model.isClear(plan) && isMission(plan) && !model.ended.has(plan.id);
        const may = isOpen && plan.steps.length > 0 && isMeant;
        expectOk(added, may, kind);
        const made = { words, gated, done: false, after: null, blockId: null, wasRun: false };
        if (may) plan.steps.splice(place, 0, made);
        return;
      }
      case 'draft':
        if (plan && step) await this.draft(engine, plan, step);
        return;
      case 'approve': {
        const mine = request && model.plans.find(({ id }) => id === request.planId);
        const asked = mine?.steps.find(({ blockId }) => blockId === request?.blockId);
        if (!mine || !asked || !request || !this.wouldRun(mine, asked)) return;
        if (asked.words !== request.stepWords) return;
        this.moveRequest(request.id, 'Approved');
        await quiet(engine);
        ok(
          world.server.calls.some(({ requestId }) => requestId === request.id),
          'It did not run',
        );
        model.end(request);
        Object.assign(asked, { done: true, wasRun: true });
        this.ranIds.add(`${mine.id}#${asked.blockId ?? ''}`);
        return;
      }
      case 'reject':
        if (!request || !this.canBeTold(request)) return;
        this.moveRequest(request.id, 'Rejected');
        model.end(request);
        return;
      case 'withdraw': {
        if (!request || !this.canBeTold(request)) return;
        const { id: requestId } = request;
        expectOk(await operations.withdraw({ requestId, reason: 'Not now', actor }), true, kind);
        model.end(request);
        return;
      }
      case 'cancel': {
        if (!plan) return;
        const reason = 'Nobody needs it';
        const cancelled = await operations.cancelPlan({ planId: plan.id, reason, actor });
        expectOk(cancelled, model.isClear(plan), kind);
        if (model.isClear(plan)) plan.status = 'Cancelled';
        return;
      }
      case 'wait':
        await world.clock.advance(([1, 10, 90, 7 * 60, 26 * 60][way % 5] ?? 1) * minute);
        return;
      default:
        throw new Error(`Nobody knows how to ${kind}`);
    }
  }

  private async create(
    engine: Engine,
    source: string,
    stepCount: number,
    way: number,
  ): Promise<void> {
    const { model } = this;
    const mark = this.supplies.word();
    const steps = Array.from({ length: 1 + (stepCount % 4) }, (_, at) =>
      this.supplies.newStep(way + at),
    );
    // No two plans are made in one second: the contract does not say which of them is the newer.
    await this.world.clock.advance(1000);
    // Nor does it say so of two notes of one id, where one that is begun again was made by a clock that ran ahead.
    for (const plan of model.plans) {
      const { clock } = this.world;
      if (plan.source === source && plan.createdMs >= clock.now())
        clock.jumpTo(plan.createdMs + 1000);
    }
    const known = model.plans.filter(
      (plan) =>
        plan.source === source &&
        plan.state === 'whole' &&
        isMission(plan) &&
        !model.ended.has(plan.id),
    );
    const work = {
      objective: `Finish ${mark}`,
      context: 'Because.',
      sourceLink: source,
      steps: steps.map(({ words, gated }) => ({ text: words, gated })),
      actor,
    };
    let made = await engine.operations.initializePlan(work);
    if (!made.ok && made.error.code === 'plan_similar') {
      // The source names no note, so other work from it does not continue a plan unasked.
      const { message } = made.error;
      const plan = known.find(({ id }) => message.includes(id));
      ok(plan, message);
      made = await engine.operations.initializePlan({ ...work, goOnWith: plan.id });
    }
    if (!made.ok) throw new Error(`No plan was made: ${made.error.message}`);
    const { planId: id, path, resumed } = made.value;
    deepStrictEqual(resumed, known.length > 0, 'Resumed or not');
    if (resumed) return ok(known.some((plan) => plan.id === id));
    // What was begun from the same source, and is gone, is begun again.
    const isAgain = model.plans.some((plan) => plan.id === id && plan.source === source);
    const isTaken = (this.givenIds.has(id) && !isAgain) || model.notesOf(id).length > 0;
    ok(!isTaken, `${id} was given twice`);
    this.supplies.usedIds.add(id);
    this.givenIds.add(id);
    for (const [at, step] of steps.entries()) {
      if (!step.gated) continue;
      step.blockId = `s${at + 1}`;
      step.wasRun = this.ranIds.has(`${id}#${step.blockId}`);
    }
    const note = this.world.note(path);
    model.plans.push({
      id,
      mark,
      source,
      createdMs: Date.parse(/^created_date: (.+)$/m.exec(note)?.[1] ?? ''),
      priority: /^priority: (.+)$/m.exec(note)?.[1] ?? '',
      status: 'Active',
      waitsFor: null,
      steps,
      state: 'whole',
    });
  }

  private async draft(engine: Engine, plan: ModelPlan, step: ModelStep): Promise<void> {
    const { model, world } = this;
    const subject = this.supplies.word();
    const drafted = await engine.operations.draftExternalAction({
      planId: plan.id,
      step: plan.steps.indexOf(step) + 1,
      actionType: 'email',
      targetRecipient: `${subject}@example.com`,
      title: subject,
      rationale: 'It is ready.',
      arguments: { to: `${subject}@example.com`, subject, text: subject },
      actor,
    });
    const isAsked = model.requests.some(
      ({ planId, blockId }) => planId === plan.id && blockId === step.blockId,
    );
    const may = model.isWorked(plan) && step.gated && !step.done && !isAsked;
    expectOk(drafted, may, 'draft');
    if (!drafted.ok) return;
    const { requestId, path } = drafted.value;
    const note = world.note(path);
    const blockId = /^step_id: (.+)$/m.exec(note)?.[1] ?? '';
    ok(step.blockId === null || step.blockId === blockId, 'The step has another id now');
    step.blockId = blockId;
    // Its place had that id before, so the line may only have been worded anew.
    step.wasRun ||= this.ranIds.has(`${plan.id}#${blockId}`);
    model.requests.push({
      id: requestId,
      planId: plan.id,
      blockId,
      stepWords: step.words,
      createdMs: Date.parse(/^created_date: (.+)$/m.exec(note)?.[1] ?? ''),
    });
  }

  /** Only what is plainly right is approved here: what else may come is the gate's own matter. */
  private wouldRun(plan: ModelPlan, step: ModelStep): boolean {
    const { model } = this;
    const isOpen = step.gated && !step.done && !step.wasRun && model.isReady(plan, step);
    return isOpen && model.isWorked(plan) && plan.waitsFor !== null;
  }

  /** The end of a request waits, while its plan cannot be read. */
  private canBeTold({ planId }: ModelRequest): boolean {
    return this.model.notesOf(planId).every(({ state }) => state === 'whole');
  }

  private moveRequest(id: string, folder: string): void {
    const from = `Pending_Approval/${id}.md`;
    this.world.vault.outside.move(from, `${folder}/${id}.md`);
  }
}

function expectOk(
  result: { ok: boolean; error?: { message: string } },
  expected: boolean,
  what: string,
): void {
  const why = result.error?.message ?? 'it was done';
  deepStrictEqual(result.ok, expected, `To ${what}: ${why}`);
}
