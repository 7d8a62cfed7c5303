import type { AuditEntry } from '../audit/entry.js';
import { addTo } from '../map-of-sets.js';

export type DraftEntry = Pick<AuditEntry, 'actor' | 'call' | 'drafted' | 'plan_id' | 'detail'>;

export class Drafters {
  private readonly byRequest = new Map<string, DraftEntry>();
  private readonly byCall = new Map<string, string>();
  private readonly fetched = new Set<string>();
  /** Maps a request's id to the id of the draft that replaced it. */
  readonly redrafts = new Map<string, string>();
  private readonly plans = new Map<string, Set<string>>();

  apply(entry: AuditEntry): void {
    const { event, request_id: id, plan_id: plan, actor, call, drafted, replaces, detail } = entry;
    if (plan !== undefined && actor.startsWith('Agent (')) addTo(this.plans, actor, plan);
    if (id === undefined) return;
    if (event === 'answer_fetched') this.fetched.add(id);
    if (event !== 'action_drafted' || this.byRequest.has(id)) return;
    if (replaces !== undefined) this.redrafts.set(replaces, id);
    this.byRequest.set(id, {
      ...{ actor, detail },
      ...(call === undefined ? {} : { call }),
      ...(drafted === undefined ? {} : { drafted }),
      ...(plan === undefined ? {} : { plan_id: plan }),
    });
    if (call !== undefined) this.byCall.set(keyOf(actor, call), id);
  }

  of(ids: readonly string[]): string | null {
    return this.find(ids)?.actor ?? null;
  }

  callOf(ids: readonly string[]): string | undefined {
    return this.find(ids)?.call;
  }

  draftedCall(ids: readonly string[]): string | undefined {
    const { call, drafted } = this.find(ids) ?? {};
    return call ?? drafted;
  }

  requestFor(actor: string, call: string): string | undefined {
    return this.byCall.get(keyOf(actor, call));
  }

  /**
   * True when the id already belongs to a different draft. The same draft may come twice, because an
   * agent may repeat it after a crash.
   */
  isOfAnother(id: string, { actor, plan_id: plan, detail, ...of }: DraftEntry): boolean {
    const known = this.byRequest.get(id);
    if (known === undefined) return false;
    const isSameCall = known.call === of.call && known.drafted === of.drafted;
    const isSame = known.actor === actor && isSameCall && known.detail === detail;
    return plan === undefined || known.plan_id !== plan || !isSame;
  }

  plansOf(actor: string): readonly string[] {
    return [...(this.plans.get(actor) ?? [])];
  }

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
