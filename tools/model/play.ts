import { deepStrictEqual } from 'node:assert/strict';
import type { Engine } from '../../src/engine/engine.js';
import { indexStates, KeptIndex } from '../../test/support/engine/kept-index.js';
import { createWorld, quiet, type World } from '../../test/support/engine/world.js';
import {
  planCrash,
  type CrashMoment,
  type WriteHooks,
} from '../../test/support/memory/simulated-crash.js';
import type { Command } from './command.js';
import { EngineHand } from './engine-hand.js';
import { MissionModel, type ModelPlan } from './mission-model.js';
import { noteOf, NoteHand } from './note-hand.js';
import { said } from './said.js';
import { pick, Supplies } from './supplies.js';

const minute = 60_000;
/** A second note of one id keeps the first as it is, so it matters what was written before. */
const mayFreeze: ReadonlySet<Command['do']> = new Set(['write a note of a taken id', 'bring back']);
/** What comes on top of these would find an open plan or an archived one, as it happens. */
const mayFinish: ReadonlySet<Command['do']> = new Set(['complete', 'cancel', 'approve']);

/** Plays a sequence on a vault and in the model, and compares them whenever nothing is left to do. */
export async function play(sequence: readonly Command[]): Promise<void> {
  const index = new KeptIndex(indexStates[sequence.length % indexStates.length] ?? 'missing');
  const player = new Player(await createWorld(), index);
  await player.open();
  for (const command of sequence) {
    const under = player.act(command);
    if (under) await under;
  }
  await player.open();
  await player.compare();
  await player.restart();
  await player.finish();
  await index.close();
}

class Player {
  private readonly model = new MissionModel();
  private readonly hand: NoteHand;
  /** `null`: nobody runs. */
  private engine: Engine | null = null;
  private readonly supplies = new Supplies();
  private readonly engineHand: EngineHand;

  constructor(
    private readonly world: World,
    private readonly index: KeptIndex,
  ) {
    this.hand = new NoteHand(world);
    this.engineHand = new EngineHand(world, this.model, this.supplies);
  }

  private async start(hooks?: WriteHooks): Promise<Engine> {
    return this.world.start(hooks, { noteIndex: await this.index.open() });
  }

  async open(): Promise<void> {
    this.engine ??= await this.start();
  }

  /** Hasty edits by hand come one on top of the other, before anybody sees the first. */
  act(command: Command): Promise<void> | null {
    if (mayFreeze.has(command.do)) return this.actInPeace(command);
    if (command.do === 'stop midway') return this.stopMidway();
    if (command.do === 'crash') return this.crash(command.way);
    if (!this.byHand(command)) return this.actThroughTheEngine(command);
    return command.isHasty ? null : this.compare();
  }

  private async actInPeace(command: Command): Promise<void> {
    await this.compare();
    this.byHand(command);
    await this.compare();
  }

  private async actThroughTheEngine(command: Command): Promise<void> {
    await this.open();
    await this.compare();
    if (command.do === 'restart') await this.restart();
    else if (command.do === 'close') await this.finish();
    else if (this.engine) await this.engineHand.act(this.engine, command);
    if (!command.isHasty || mayFinish.has(command.do)) await this.compare();
  }

  /** Ends in good order, with whatever is still to be done. */
  private async stopMidway(): Promise<void> {
    await this.finish();
    await this.open();
    await this.compare();
  }

  /** Ends at one of the next writes, and begins anew. */
  private async crash(way: number): Promise<void> {
    await this.finish();
    const moments: readonly CrashMoment[] = ['before', 'torn', 'after'];
    const hooks = planCrash(1 + Math.floor(way / 3), moments[way % 3]);
    try {
      const dying = await this.start(hooks);
      await quiet(dying);
      await dying.stop();
    } catch (error) {
      if (!hooks.crashed) throw error;
    }
    await this.open();
    await this.compare();
  }

  /** A process that just started must say the same, and have nothing to write. */
  async restart(): Promise<void> {
    const plans = (): Record<string, string> =>
      Object.fromEntries(this.world.paths('Plans').map((path) => [path, this.world.note(path)]));
    // A clock that was set is noticed with the next look.
    this.engine?.lookAtEverything();
    await this.compare();
    await this.finish();
    const before = plans();
    await this.open();
    await this.compare();
    deepStrictEqual(plans(), before, 'A start rewrote plans that were settled');
  }

  async finish(): Promise<void> {
    await this.engine?.stop();
    this.engine = null;
  }

  async compare(): Promise<void> {
    if (!this.engine) return;
    await quiet(this.engine);
    this.model.settle();
    const expected = this.model.says();
    deepStrictEqual(await said(this.engine), expected);
    await this.engine.flushDashboard();
    const [current] = expected.missions;
    const dashboard = this.world.note('Dashboard.md');
    const line = /^\*\*Current mission\*\*: (?:\[\[(?:[^|\]]+\|)?)?([^[\]|]+)(?:\]\])?$/m.exec(
      dashboard,
    )?.[1];
    deepStrictEqual(line, current?.id, 'The Dashboard names another mission');
  }

  /** What people and other programs do to notes; whether it was that. */
  private byHand({ do: kind, plan: at, step: stepAt, way }: Command): boolean {
    const { model, hand } = this;
    const whole = model.plans.filter(({ state }) => state === 'whole');
    const plan = pick(whole, at);
    const step = plan && pick(plan.steps, stepAt);
    switch (kind) {
      case 'write a note':
      case 'write a note of a taken id': {
        const taken = kind === 'write a note' ? undefined : pick(model.plans, at)?.id;
        this.writeNote(taken ?? this.supplies.freeId(way), stepAt, way);
        return true;
      }
      case 'tick':
        if (plan && step) hand.mark(plan, step, way);
        return true;
      case 'add a step':
        if (plan) hand.addStep(plan, this.supplies.newStep(way), stepAt, way);
        return true;
      case 'remove a step':
        if (plan && step) hand.removeStep(plan, step);
        return true;
      case 'reorder':
        if (plan && step) hand.moveUp(plan, step, way);
        return true;
      case 'set the status':
        if (plan) hand.setStatus(plan, way);
        return true;
      case 'set the priority':
        if (plan) hand.setPriority(plan, way);
        return true;
      case 'set the date':
        if (plan) hand.setDate(plan, way * 26 + stepAt, this.supplies.moment());
        return true;
      case 'move':
      case 'rename':
        if (plan)
          hand.move(plan, kind === 'move' ? `Plans/at-${way % 3}` : null, this.supplies.word());
        return true;
      case 'take away':
        if (plan) hand.takeAway(plan);
        return true;
      case 'bring back':
        hand.bringBack(
          pick(
            model.plans.filter(({ state }) => state === 'away'),
            at,
          ),
        );
        return true;
      case 'break':
        if (plan) hand.break(plan, way);
        return true;
      case 'repair':
        hand.repair(
          pick(
            model.plans.filter(({ state }) => state === 'broken'),
            at,
          ),
        );
        return true;
      case 'reformat':
        if (plan) hand.reformat(plan, way);
        return true;
      case 'set the clock':
        this.world.clock.jumpTo(this.world.clock.now() + (way - 5) * 13 * 60 * minute);
        return true;
      default:
        return false;
    }
  }

  private writeNote(id: string, stepCount: number, way: number): void {
    const mark = this.supplies.word();
    const plan: ModelPlan = {
      id,
      mark,
      source: `Inbox/${mark}.md`,
      createdMs:
        Date.parse('2026-02-20T08:00:00Z') + way * 7 * 60 * minute + this.supplies.moment(),
      priority: 'medium',
      status: way % 4 === 1 ? 'Draft' : 'Active',
      waitsFor: null,
      steps: Array.from({ length: stepCount % 5 }, (_, at) => this.supplies.newStep(way + at, at)),
      state: 'whole',
    };
    this.supplies.usedIds.add(id);
    this.model.plans.push(plan);
    this.world.vault.outside.write(`Plans/${mark}.md`, noteOf(plan, way));
  }
}
