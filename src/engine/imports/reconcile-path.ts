import { quotedPath } from '../../core/text/quote.js';
import { describeProblem } from '../../core/errors.js';
import type { ExternalReview } from '../../core/request/imports/external-review.js';
import type { Alert } from '../../core/alert.js';
import { forgetBrokenPlan, reportBrokenPlan } from '../plans/broken-plans.js';
import { followUnread } from '../requests/missing-request.js';
import type { Incoming } from '../../core/request/imports/note-form.js';
import { firstNames } from '../../core/screens/format-status.js';
import type { EngineContext } from '../context.js';
import type { IndexEntry } from '../vault/index/read-entry.js';
import type { VaultIndex } from '../vault/index/vault-index.js';
import { externalPlanAlerts } from './external-plans.js';
import { readExternalNote, type ReadingContext } from './external-requests.js';
import { forgetItem } from '../plans/suggestion.js';
import { reconcileItem, reconcileMissingItem } from '../tasks/reconcile-task.js';

export async function reconcilePath(context: EngineContext, path: string): Promise<void> {
  context.alerts.replace({ kind: 'path', id: path }, await alertsOf(context, path));
}

export function reconcileStrays({ alerts, index }: EngineContext, place: string): void {
  const id = place === 'approved' ? 'approved' : 'pending';
  alerts.replace({ kind: 'strays', id }, strayAlerts(index, id));
}

async function alertsOf(context: EngineContext, path: string): Promise<readonly Alert[]> {
  const entry = context.index.entryAt(path);
  if (entry?.kind === 'item') return reconcileItem(context, path);
  if (!entry) {
    forgetItem(context, path);
    await reconcileMissingItem(context, path);
  }
  if (entry?.kind === 'broken') await reportBrokenPlan(context, entry);
  else forgetBrokenPlan(context, path);
  followUnread(context, path, entry);
  context.earlier.importable.delete(path);
  if (entry?.kind === 'other' && entry.place === 'plans') {
    const alerts = await externalPlanAlerts(context, path);
    if (alerts.some(({ offers }) => offers?.do === 'adopt_plan')) {
      context.earlier.importable.add(path);
    }
    return alerts;
  }
  return entry ? noteAlerts(context, entry) : [];
}

export async function noteAlerts(
  context: ReadingContext,
  entry: IndexEntry,
): Promise<readonly Alert[]> {
  switch (entry.kind) {
    case 'broken': {
      const { path } = entry;
      const [problem] = entry.problems;
      if (!problem) return [];
      const more = entry.problems.length - 1;
      const said = describeProblem({ ...problem, path, advice: '' });
      const others = `(and ${more} more ${more === 1 ? 'problem' : 'problems'}).`;
      return [
        {
          subject: { kind: 'path', id: path },
          kind: 'invalid',
          text: more > 0 ? `${said.replace(/\.$/, '')} ${others}` : said,
          advice: `${problem.advice} The note is left untouched.`,
          path,
        },
      ];
    }
    case 'external':
      return entry.place === 'rejected' ? [] : externalAlerts(context, entry.path);
    case 'other':
      return entry.place === 'plans' ? externalPlanAlerts(context, entry.path) : [];
    default:
      return [];
  }
}

export function strayAlerts(index: VaultIndex, place: 'pending' | 'approved'): readonly Alert[] {
  const byKind = new Map<Incoming | null, string[]>();
  for (const path of index.strayNotes(place)) {
    const entry = index.entryAt(path);
    const is = entry?.kind === 'other' ? (entry.incoming ?? null) : null;
    byKind.set(is, [...(byKind.get(is) ?? []), path]);
  }
  const { [place]: folder, needsAction } = index.folders;
  return [...byKind].map(([is, paths]): Alert => {
    const [path = ''] = paths;
    const isOne = paths.length === 1;
    const [a, plural] = isOne ? ['an ', ''] : ['', 's'];
    const words = `${is ? `${a}incoming ${is}${plural}, ` : ''}not ${isOne ? 'a ' : ''}request${plural}`;
    const names = firstNames(paths.map((each) => each.slice(folder.length + 1)));
    return {
      subject: { kind: 'strays', id: place },
      kind: 'not_a_request',
      text: isOne
        ? `${quotedPath(path)} is ${words}.`
        : `${paths.length} notes in ${folder} are ${words}: ${names}.`,
      advice: strayWords(is, needsAction).join(' '),
      ...(isOne ? { path } : {}),
    };
  });
}

/**
 * Returns two texts about a note that is no request: why nothing runs, and what a person can do.
 */
export function strayWords(is: Incoming | null, needsAction: string): readonly [string, string] {
  return is
    ? [
        `Incoming ${is}s are not drafts, so nothing will be sent.`,
        `Move what needs an answer to ${needsAction}, and the rest elsewhere.`,
      ]
    : [
        'No property says what should be done, so nothing runs.',
        'To send something, add the properties `action: send_email` (or `payment`, `social_post`, `whatsapp`) and `to: …`. Move other notes out of this folder.',
      ];
}

async function externalAlerts(context: ReadingContext, path: string): Promise<readonly Alert[]> {
  const external = await readExternalNote(context, path);
  if (!external) return [];
  const [problem] = external.problems;
  return [
    {
      subject: { kind: 'path', id: path },
      ...(external.isIncomplete
        ? { kind: 'incomplete', text: formatIncomplete(external) }
        : {
            kind: 'foreign',
            text: `${quotedPath(path)} is not in Countersign’s format, so it can’t run.`,
          }),
      advice: problem
        ? `${problem.message} ${problem.advice}`
        : 'Check how Countersign reads it and confirm that in the panel, or with `countersign adopt` in a terminal.',
      path,
    },
  ];
}

function formatIncomplete({ path, folder }: ExternalReview): string {
  const lacks = 'it has no action block';
  return folder === 'approved'
    ? `${quotedPath(path)} is incomplete, so its move to Approved runs nothing: ${lacks}.`
    : `${quotedPath(path)} is incomplete, so nobody can approve it: ${lacks}.`;
}
