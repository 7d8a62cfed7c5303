import { addTo } from '../../core/map-of-sets.js';
import type { Problem } from '../../core/errors.js';
import type { RequestSummary, StepSummary } from '../../core/mission/summaries.js';
import type { AlertOffer } from '../../core/alert.js';
import type { UnknownOutcome } from '../../core/ledger/unknown-outcome.js';
import type { ActionRequest } from '../../core/request/request.js';
import type { Review } from '../../core/request/review/review.js';
import type { Waiting } from '../gate/verdict.js';

export type Returned = Pick<Review, 'wasRefused' | 'nothingSent' | 'isEdited' | 'changed'> & {
  readonly returnReason: string;
};

export type AsksWhere =
  | { readonly note: 'open'; readonly path: string }
  | { readonly note: 'rejected'; readonly path: string; readonly ended: string }
  | {
      readonly note: 'missing' | 'unreadable' | 'ended';
      readonly unread: string | null;
      readonly archived?: string | null;
      readonly hasText: boolean;
      readonly isOver?: boolean;
      readonly ended?: string;
    };

export type Finding =
  | { readonly is: 'failed'; readonly problem: Problem; readonly path?: string }
  | { readonly is: 'duplicates'; readonly paths: readonly string[]; readonly first?: string }
  | {
      readonly is: 'other_device';
      readonly path: string;
      readonly device: string;
      readonly takeOver: AlertOffer | null;
      readonly isRejected: boolean;
    }
  | { readonly is: 'not_prepared_here'; readonly path: string }
  | {
      readonly is: 'ran_elsewhere';
      readonly file: string | undefined;
      readonly doneActions: string;
    }
  | { readonly is: 'in_done'; readonly doneActions: string; readonly pending: string }
  | { readonly is: 'missing' }
  | {
      readonly is: 'unknown_outcome';
      readonly unknownOutcome: UnknownOutcome;
      readonly asks: AsksWhere;
    }
  | { readonly is: 'unrecorded_outcome'; readonly path: string; readonly attemptId: string }
  | { readonly is: 'came_back'; readonly request: ActionRequest; readonly back: Returned }
  | {
      readonly is: 'rejected';
      readonly path: string;
      readonly planId: string;
      readonly step: StepSummary;
      readonly textBefore: string;
      readonly because: { readonly words: string; readonly byPerson: boolean } | null;
    }
  | {
      readonly is: 'ticked_outside';
      readonly path: string;
      readonly planId: string;
      readonly stepId: string;
      readonly step: StepSummary | null;
      readonly tried: string | null;
    }
  | {
      readonly is: 'step_not_ticked';
      readonly planId: string;
      readonly path?: string;
      readonly why: string;
      readonly advice: string;
    }
  | {
      readonly is: 'unprepared';
      readonly request: RequestSummary;
      readonly problem: Problem;
    }
  | {
      readonly is: 'no_step';
      readonly request: RequestSummary;
      readonly where: string;
      readonly mend: string;
    }
  | {
      readonly is: 'waits_long';
      readonly request: RequestSummary;
      readonly hours: number;
      readonly saysNote: boolean;
    }
  | { readonly is: 'expired'; readonly request: RequestSummary; readonly wasTried: boolean }
  | { readonly is: 'verdict'; readonly request: RequestSummary; readonly verdict: Waiting };

export type FindingOf<K extends Finding['is']> = Extract<Finding, { readonly is: K }>;

export class Findings {
  private readonly byId = new Map<string, readonly Finding[]>();
  private readonly endedSteps = new Map<string, Set<string>>();

  of(id: string): readonly Finding[] {
    return this.byId.get(id) ?? [];
  }

  find<K extends Finding['is']>(id: string, kind: K): FindingOf<K> | undefined {
    return this.of(id).find((finding): finding is FindingOf<K> => finding.is === kind);
  }

  replace(id: string, findings: readonly Finding[]): void {
    for (const planId of plansOf(this.of(id))) this.endedSteps.get(planId)?.delete(id);
    for (const planId of plansOf(findings)) addTo(this.endedSteps, planId, id);
    if (findings.length === 0) this.byId.delete(id);
    else this.byId.set(id, findings);
  }

  dropVerdict(id: string): void {
    this.replace(
      id,
      this.of(id).filter(({ is }) => is !== 'verdict'),
    );
  }

  ofEndedSteps(planId: string): readonly string[] {
    return [...(this.endedSteps.get(planId) ?? [])];
  }
}

function plansOf(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding) =>
    finding.is === 'ticked_outside' || finding.is === 'step_not_ticked' ? finding.planId : [],
  );
}

export function dependedOn(findings: readonly Finding[]): string {
  return findings
    .flatMap((finding) => {
      if (finding.is === 'no_step') return [];
      return finding.is === 'verdict' ? finding.verdict.kind : finding.is;
    })
    .join();
}
