import type { AuditEntry } from '../audit/entry.js';
import { addTo } from '../map-of-sets.js';

interface Drafted {
  readonly actor: string;
  /** The digest of the call that it was drafted for; absent: an agent did not call the tool itself. */
  readonly call?: string | undefined;
}

/** Who drafted requests through Countersign, as the ledger says it. A note that somebody wrote has no drafter. */
export class Drafters {
  private readonly byRequest = new Map<string, Drafted>();
  /** The newest request that an agent got by calling a tool, by actor and digest of that call. */
  private readonly byCall = new Map<string, string>();
  private readonly fetched = new Set<string>();
  private readonly plans = new Map<string, Set<string>>();

  apply({ event, request_id: id, plan_id: plan, actor, call }: AuditEntry): void {
    if (plan !== undefined && actor.startsWith('Agent (')) addTo(this.plans, actor, plan);
    if (id === undefined) return;
    if (event === 'answer_fetched') this.fetched.add(id);
    // The first one counts: an id is drafted once.
    if (event !== 'action_drafted' || this.byRequest.has(id)) return;
    this.byRequest.set(id, { actor, call });
    if (call !== undefined) this.byCall.set(keyOf(actor, call), id);
  }

  /** The actor as logs name it, of the first of these ids that has one; `null`: nobody is known. */
  of(ids: readonly string[]): string | null {
    return this.find(ids)?.actor ?? null;
  }

  /** The digest of the call that an agent made, and got the first of these requests for. */
  callOf(ids: readonly string[]): string | undefined {
    return this.find(ids)?.call;
  }

  /** The newest request that an agent got by calling a tool with these very arguments. */
  requestFor(actor: string, call: string): string | undefined {
    return this.byCall.get(keyOf(actor, call));
  }

  /** The plans that an agent began or worked on, the oldest first. */
  plansOf(actor: string): readonly string[] {
    return [...(this.plans.get(actor) ?? [])];
  }

  /** Whether the agent that called the tool was told what became of a request. */
  isFetched(id: string): boolean {
    return this.fetched.has(id);
  }

  private find(ids: readonly string[]): Drafted | undefined {
    return ids.map((id) => this.byRequest.get(id)).find((one) => one !== undefined);
  }
}

function keyOf(actor: string, call: string): string {
  return `${actor} ${call}`;
}
