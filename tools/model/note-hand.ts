import type { World } from '../../test/support/engine/world.js';
import type { ModelPlan, ModelStatus, ModelStep } from './mission-model.js';

/** A plan note as an agent or a person writes it, more or less neatly. */
export function noteOf(plan: ModelPlan, way: number): string {
  const created = new Date(plan.createdMs).toISOString();
  const date = way % 2 === 0 ? created.replace('.000', '') : created.replace('T', ' ');
  return `---
tags: [work]
status: ${way % 3 === 0 ? plan.status.toLowerCase() : plan.status}
task_id: ${way % 5 === 0 ? `"${plan.id}"` : plan.id}
source_link: ${plan.source} # where it came from
created_date: ${date}
priority: ${way % 3 === 1 ? plan.priority.toUpperCase() : plan.priority}
---
Some words above.

# ${way % 2 === 0 ? 'Objective' : 'OBJECTIVE'}
Finish ${plan.mark}

## Context

## Ideas of mine
- [ ] Not a step

## Roadmap
${plan.steps.map((step, at) => stepLine(step, at, way)).join('\n')}
    - [x] Not a step either

### Reasoning Logs
I did some things.
`;
}

/** One line of a Roadmap in one of the forms that are read. */
function stepLine(step: ModelStep, at: number, way: number): string {
  const bullet = [`${at + 1}.`, '-', '*', '+', `${at + 1})`][way % 5] ?? '-';
  const box = step.done ? '[X]' : '[ ]';
  const before = step.gated && way % 2 === 0 ? '✋ ' : '';
  const behind = step.gated && way % 2 === 1 ? ' (REQUIRES APPROVAL)' : '';
  const after = step.after === null ? '' : ` (after ${step.after.join(', ')})`;
  const id = step.blockId === null ? '' : ` ^${step.blockId}`;
  return `${bullet} ${box} ${before}${step.words}${behind}${after}${id}`;
}

const statuses: readonly ModelStatus[] = [
  'Active',
  'Draft',
  'Blocked',
  'Active',
  'Done',
  'Cancelled',
];

/** What people, agents and other programs do to plan notes, here and in the model. */
export class NoteHand {
  private readonly kept = new Map<ModelPlan, string>();

  constructor(private readonly world: World) {}

  mark(plan: ModelPlan, step: ModelStep, way: number): void {
    const mark = (step.done ? [' ', '-', '>'] : ['x', 'X', '/'])[way % 3] ?? ' ';
    this.rewriteLine(plan, step, (line) => line.replace(/\[.\]/, `[${mark}]`));
    step.done = mark === 'x' || mark === 'X';
    step.isSetAside = mark === '-' || mark === '>';
  }

  addStep(plan: ModelPlan, step: ModelStep, at: number, way: number): void {
    const position = at % (plan.steps.length + 1);
    const isLast = position === plan.steps.length;
    const line = stepLine(step, position, way);
    this.rewrite(plan, (text) => {
      const other = plan.steps[isLast ? position - 1 : position];
      const lines = text.split('\n');
      const found = lines.findIndex((candidate) =>
        other ? candidate.includes(other.words) : /^## Roadmap\r?$/.test(candidate),
      );
      lines.splice(isLast ? found + 1 : found, 0, line);
      return lines.join('\n');
    });
    plan.steps.splice(position, 0, step);
  }

  removeStep(plan: ModelPlan, step: ModelStep): void {
    this.rewriteLine(plan, step, () => null);
    plan.steps = plan.steps.filter((other) => other !== step);
  }

  /** Above the step before it, or to the top. */
  moveUp(plan: ModelPlan, step: ModelStep, way: number): void {
    const from = plan.steps.indexOf(step);
    const to = way % 2 === 0 ? 0 : Math.max(0, from - 1);
    const above = plan.steps[to];
    if (from === to || !above) return;
    this.rewrite(plan, (text) => {
      const lines = text.split('\n');
      const at = (words: string): number => lines.findIndex((line) => line.includes(words));
      const [line = ''] = lines.splice(at(step.words), 1);
      lines.splice(at(above.words), 0, line);
      return lines.join('\n');
    });
    plan.steps.splice(from, 1);
    plan.steps.splice(to, 0, step);
  }

  setStatus(plan: ModelPlan, way: number): void {
    const status = statuses[way % statuses.length] ?? 'Active';
    const reason = status === 'Blocked' ? `\nblocked_reason: The office is closed` : '';
    this.rewrite(plan, (text) =>
      text
        .replace(/^blocked_reason:.*\r?\n/m, '')
        .replace(/^status:.*$/m, `status: ${status}${reason}`),
    );
    plan.status = status;
    plan.waitsFor = null;
  }

  setPriority(plan: ModelPlan, way: number): void {
    plan.priority = ['high', 'medium', 'low'][way % 3] ?? 'low';
    this.rewrite(plan, (text) => text.replace(/^priority:.*$/m, `priority: ${plan.priority}`));
  }

  setDate(plan: ModelPlan, hours: number, plusMs: number): void {
    plan.createdMs = Date.parse('2026-02-15T00:00:00Z') + hours * 3_600_000 + plusMs;
    const date = new Date(plan.createdMs + 7_200_000).toISOString().replace('.000Z', '+02:00');
    this.rewrite(plan, (text) => text.replace(/^created_date:.*$/m, `created_date: ${date}`));
  }

  /** To another folder below Plans, or (`null`) to another name where it lies. */
  move(plan: ModelPlan, folder: string | null, name: string): void {
    const from = this.pathOf(plan);
    const to = folder === null ? from.replace(/[^/]+$/, `${name}.md`) : `${folder}/${name}.md`;
    this.world.vault.outside.move(from, to);
  }

  takeAway(plan: ModelPlan): void {
    const path = this.pathOf(plan);
    this.kept.set(plan, this.world.note(path));
    this.world.vault.outside.remove(path);
    plan.state = 'away';
  }

  bringBack(plan: ModelPlan | undefined): void {
    if (!plan) return;
    this.world.vault.outside.write(`Plans/back/${plan.mark}.md`, this.kept.get(plan) ?? '');
    plan.state = 'whole';
  }

  break(plan: ModelPlan, way: number): void {
    const path = this.pathOf(plan);
    const text = this.world.note(path);
    this.kept.set(plan, text);
    const breaks: readonly ((text: string) => string)[] = [
      (whole) => whole.replace(/^status:.*$/m, 'status: Working on it'),
      (whole) => whole.replace(/^source_link:.*$/m, 'source_link: "[[half'),
      (whole) => whole.replace(/^## Roadmap/m, '## Steps'),
      (whole) => whole.replace(/^created_date:.*$/m, 'created_date: yesterday'),
      (whole) => whole.replace(/^priority:.*\r?\n/m, ''),
      (whole) => `${whole}\n# Objective\nAnother one\n`,
    ];
    const broken = breaks[way % breaks.length]?.(text) ?? '';
    this.kept.set(plan, text);
    this.world.vault.outside.write(path, broken);
    plan.state = 'broken';
  }

  /** The text as it was, over what must be as it was broken. */
  repair(plan: ModelPlan | undefined): void {
    if (!plan) return;
    this.world.vault.outside.write(this.pathOf(plan), this.kept.get(plan) ?? '');
    plan.state = 'whole';
  }

  /** Changes that mean nothing. */
  reformat(plan: ModelPlan, way: number): void {
    const changes: readonly ((text: string) => string)[] = [
      (text) => text.replace(/\r?\n/g, '\r\n'),
      (text) => text.replaceAll('\r\n', '\n'),
      (text) => text.replace(/^## Roadmap/m, '## Remarks\nSee [[elsewhere]].\n\n## Roadmap'),
      (text) => `${text.trimEnd()}\n- something that is no entry\n`,
      (text) => text.replace(/^(?:due: .*\r?\n)?task_id:/m, 'due: 2026-03-01\ntask_id:'),
    ];
    this.rewrite(plan, (text) => changes[way % changes.length]?.(text) ?? text);
  }

  private rewriteLine(
    plan: ModelPlan,
    { words }: ModelStep,
    change: (line: string) => string | null,
  ): void {
    this.rewrite(plan, (text) =>
      text
        .split('\n')
        .flatMap((line) => (line.includes(words) ? (change(line) ?? []) : line))
        .join('\n'),
    );
  }

  private rewrite(plan: ModelPlan, change: (text: string) => string): void {
    const path = this.pathOf(plan);
    this.world.vault.outside.write(path, change(this.world.note(path)));
  }

  private pathOf({ mark }: ModelPlan): string {
    const line = new RegExp(`^Finish ${mark}\\r?$`, 'm');
    const path = this.world
      .paths('Plans')
      .find((candidate) => line.test(this.world.note(candidate)));
    if (path === undefined) throw new Error(`No note of ${mark} lies in the plans folder`);
    return path;
  }
}
