import type { AuditEntry } from '../audit/entry.js';
import { addTo } from '../map-of-sets.js';

/** What the ledger says of a draft; without `call`, the agent did not call the tool itself. */
export type DraftEntry = Pick<AuditEntry, 'actor' | 'call' | 'drafted' | 'plan_id' | 'detail'>;

/** Who drafted requests through Countersign, according to the ledger. A note that somebody wrote has no drafter. */
export class Drafters {
  private readonly byRequest = new Map<string, DraftEntry>();
  /** The newest request that an agent received for calling a tool, by actor and digest of that call. */
  private readonly byCall = new Map<string, string>();
  private readonly fetched = new Set<string>();
  private readonly plans = new Map<string, Set<string>>();

  apply({ event, request_id: id, plan_id: plan, actor, call, drafted, detail }: AuditEntry): void {
    if (plan !== undefined && actor.startsWith('Agent (')) addTo(this.plans, actor, plan);
    if (id === undefined) return;
    if (event === 'answer_fetched') this.fetched.add(id);
    // Only the first one, because an id is drafted once.
    if (event !== 'action_drafted' || this.byRequest.has(id)) return;
    this.byRequest.set(id, {
      ...{ actor, detail },
      ...(call === undefined ? {} : { call }),
      ...(drafted === undefined ? {} : { drafted }),
      ...(plan === undefined ? {} : { plan_id: plan }),
    });
    if (call !== undefined) this.byCall.set(keyOf(actor, call), id);
  }

  /** The actor, by its name in logs, for the first of these ids that has one; `null` if none is known. */
  of(ids: readonly string[]): string | null {
    return this.find(ids)?.actor ?? null;
  }

  /** The digest of the agent's call for which the first of these requests was returned. */
  callOf(ids: readonly string[]): string | undefined {
    return this.find(ids)?.call;
  }

  /** The digest of the call with which the first of these requests was drafted; older records may not have it. */
  draftedCall(ids: readonly string[]): string | undefined {
    const { call, drafted } = this.find(ids) ?? {};
    return call ?? drafted;
  }

  /** The newest request that an agent received for calling a tool with exactly these arguments. */
  requestFor(actor: string, call: string): string | undefined {
    return this.byCall.get(keyOf(actor, call));
  }

  /** Whether an id belongs to another draft. Repeating a draft for a step after a crash is not another one. */
  isOfAnother(id: string, { actor, plan_id: plan, detail, ...of }: DraftEntry): boolean {
    const known = this.byRequest.get(id);
    if (known === undefined) return false;
    const isSameCall = known.call === of.call && known.drafted === of.drafted;
    const isSame = known.actor === actor && isSameCall && known.detail === detail;
    return plan === undefined || known.plan_id !== plan || !isSame;
  }

  /** The plans that an agent began or worked on, the oldest first. */
  plansOf(actor: string): readonly string[] {
    return [...(this.plans.get(actor) ?? [])];
  }

  /** Whether the agent that called the tool received the outcome of a request. */
  isFetched(id: string): boolean {
    return this.fetched.has(id);
  }

  private find(ids: readonly string[]): DraftEntry | undefined {
    return ids.map((id) => this.byRequest.get(id)).find((one) => one !== undefined);
  }
}

function keyOf(actor: string, call: string): string {
  return `${actor} ${call}`;
}
