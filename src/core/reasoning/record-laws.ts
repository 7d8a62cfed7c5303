import { kindNames, type DecisionGraph } from './decision-graph.js';
import {
  kindOfId,
  mayName,
  referenceKeys,
  type NodeKind,
  sortOfId,
  type RecordEntry,
} from './record-entry.js';
import { quoted } from '../text/quote.js';
import { otherOutcome, outcomeName, readExpectation } from './beliefs/likelihoods.js';
import { usualNone } from './beliefs/question.js';

export class RecordState {
  private readonly kinds = new Map<string, NodeKind>();
  private readonly labels = new Map<string, string>();
  private readonly paths = new Map<string, string>();
  private readonly decisionOf = new Map<string, string>();
  private readonly choices = new Map<string, string>();
  private readonly rejected = new Set<string>();
  private readonly conflicting: ReadonlySet<string>;
  private readonly priors = new Map<string, number>();
  private readonly nones = new Map<string, number>();
  private readonly outcomes = new Map<string, Set<string>>();

  constructor({ nodes, edges, conflicting, expected }: DecisionGraph) {
    this.conflicting = new Set(conflicting.keys());
    for (const { probe, text } of expected) this.addOutcomes(probe, text);
    for (const { id, kind, text, place, parentId, values } of nodes.values()) {
      this.kinds.set(id, kind);
      if (sortOfId(id) === 'question') this.nones.set(id, values?.none ?? usualNone);
      if (sortOfId(id) === 'probe' && parentId !== null) this.decisionOf.set(id, parentId);
      if (values?.prior !== undefined && parentId !== null) this.addPrior(parentId, values.prior);
      this.labels.set(id, text);
      if (place) this.paths.set(id, place.path);
    }
    for (const { kind, from, to } of edges) {
      if (kind === 'considers') this.decisionOf.set(to, from);
      if (kind === 'chooses') this.choices.set(from, to);
      if (kind === 'rejects') this.rejected.add(to);
      if (kind === 'carries_out') this.nones.set(this.decisionOf.get(to) ?? '', 0);
    }
  }

  has(id: string): boolean {
    return this.kinds.has(id);
  }

  textOf(id: string): string {
    return this.labels.get(id) ?? '';
  }

  pathOf(id: string): string | null {
    return this.paths.get(id) ?? null;
  }

  /** Says why a record must not get this entry. Null if it may. */
  whyNot(
    { is, of, refs, ...values }: RecordEntry,
    named: (id: string) => string = (id) => id,
  ): readonly [message: string, advice: string] | null {
    const all = [
      ...(of === null ? [] : [['of', of] as const]),
      ...referenceKeys.flatMap((key) => (refs[key] ?? []).map((id) => [key, id] as const)),
    ];
    for (const [there, id] of all) {
      const kind = this.kinds.get(id);
      if (kind === undefined) return [`Nothing in this record has the id ${named(id)}.`, lookUp];
      if (!mayName(is, there, { id, kind }))
        return [`${named(id)} is ${kindNames[kind]}, and can’t be named there.`, lookUp];
    }
    const why = this.whyNotOfQuestion({ is, of, refs, ...values }, named);
    if (why) return why;
    if ((is !== 'chosen' && is !== 'rejected') || of === null) return null;
    const decision = this.decisionOf.get(of);
    if (decision === undefined) return [`${named(of)} is an option of no decision.`, lookUp];
    const again = `A decision is made once. Record a new one that supersedes ${named(decision)}.`;
    if (this.conflicting.has(decision))
      return [`The choices of ${named(decision)} contradict each other, so none applies.`, again];
    const choice = this.choices.get(decision);
    if (choice === of) return [`${named(of)} was chosen already.`, again];
    if (is === 'chosen' && choice !== undefined)
      return [`${named(choice)} was chosen for ${named(decision)} already.`, again];
    return this.rejected.has(of) ? [`${named(of)} was rejected already.`, again] : null;
  }

  private whyNotOfQuestion(
    {
      is,
      of,
      refs,
      prior,
      outcome,
      text,
    }: Pick<RecordEntry, 'is' | 'of' | 'refs' | 'prior' | 'outcome' | 'text'>,
    named: (id: string) => string,
  ): readonly [message: string, advice: string] | null {
    if (is === 'hypothesis' && of !== null && prior !== undefined) {
      const none = this.nones.get(of) ?? 0;
      const sum = (this.priors.get(of) ?? 0) + prior + none;
      if (sum > 1.001)
        return [
          `The hypotheses of ${named(of)} would begin with ${Number(sum.toFixed(4))} together${none === 0 ? '' : ` with “none of these” (${none})`}, which is more than 1.`,
          'Give a smaller number, or none: then it gets what is left. If too little is left, ask a new question.',
        ];
    }
    const probe = refs.probe?.[0];
    if (probe === undefined) return null;
    if (is === 'expected') {
      const question =
        of !== null && sortOfId(of) === 'question' ? of : this.decisionOf.get(of ?? '');
      if (question !== this.decisionOf.get(probe))
        return [`${named(probe)} is a probe of another question than ${named(of ?? '')}.`, lookUp];
      return null;
    }
    const known = this.outcomes.get(probe);
    if (!known || known.has(outcomeName(outcome ?? text))) return null;
    return [
      `${quoted(outcome ?? text)} is no outcome of ${named(probe)}.`,
      `Give one of these as \`outcome\`: ${[...known].map((one) => quoted(one)).join(', ')}.`,
    ];
  }

  private addPrior(question: string, prior: number): void {
    this.priors.set(question, (this.priors.get(question) ?? 0) + prior);
  }

  private addOutcomes(probe: string, text: string): void {
    const read = readExpectation(text);
    const known = this.outcomes.get(probe) ?? new Set([otherOutcome]);
    if (read.ok) this.outcomes.set(probe, new Set([...read.value.keys(), ...known]));
  }

  add({ is, id, of, text, prior, none, refs }: RecordEntry): void {
    if (is === 'hypothesis' && of !== null && prior !== undefined) this.addPrior(of, prior);
    if (is === 'expected') for (const probe of refs.probe ?? []) this.addOutcomes(probe, text);
    if (is === 'observation')
      for (const probe of refs.probe ?? []) this.nones.set(this.decisionOf.get(probe) ?? '', 0);
    if (id !== null) {
      if (is === 'question') this.nones.set(id, none ?? usualNone);
      const kind = kindOfId(id);
      if (kind !== null) this.kinds.set(id, kind);
      this.labels.set(id, text);
      if ((is === 'option' || is === 'hypothesis' || is === 'probe') && of !== null)
        this.decisionOf.set(id, of);
      return;
    }
    if (of === null) return;
    if (is === 'chosen') this.choices.set(this.decisionOf.get(of) ?? '', of);
    if (is === 'rejected') this.rejected.add(of);
  }
}

const lookUp = 'The decision tree of the plan shows all ids.';

export interface KnownRecord {
  readonly planId: string;
  readonly planText: string;
  readonly longText: string;
  readonly inPlan: number;
  readonly state: RecordState;
}
