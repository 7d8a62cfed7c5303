import { fail, ok, type Result } from '../../../core/errors.js';
import { diffName, diffNote, isFullId, shortCommit } from '../../../core/reasoning/commit-diff.js';
import type { NewEntry } from '../../../core/reasoning/new-entries.js';
import { isConfig, type GitSettings } from '../../../core/settings/device-config.js';
import { quoted, quotedPath } from '../../../core/text/quote.js';
import { foldLine } from '../../../core/text/text-line.js';
import type { GitReader } from '../../../ports/git-reader.js';
import type { OperationContext } from '../shared/operation.js';

interface DiffNote {
  readonly path: string;
  readonly text: string;
}

export interface WithCommits {
  readonly entries: readonly NewEntry[];
  readonly branch: string | null;
  readonly diffs: readonly DiffNote[];
  readonly notices: readonly string[];
}

export async function withCommits(
  context: OperationContext,
  planId: string,
  wanted: readonly NewEntry[],
): Promise<Result<WithCommits>> {
  const { git } = context;
  const settings = git && (await gitSettings(context));
  if (!git || !settings) return ok({ entries: wanted, branch: null, diffs: [], notices: [] });
  const entries = await withFullIds(git, settings, wanted);
  if (!entries.ok) return entries;
  const branch = await git.branch(settings);
  const kept = settings.diffs
    ? await diffsOf(context, git, settings, planId, entries.value)
    : { entries: [], diffs: [], notices: [] };
  return ok({ ...kept, entries: [...entries.value, ...kept.entries], branch });
}

export async function keepDiffs(
  { notes }: OperationContext,
  diffs: WithCommits['diffs'],
): Promise<Result<void>> {
  for (const { path, text } of diffs) {
    const created = await notes.create(path, text);
    if (!created.ok) return created;
  }
  return ok(undefined);
}

async function gitSettings(context: OperationContext): Promise<GitSettings | undefined> {
  await context.refreshConfig();
  const config = context.config();
  return isConfig(config) ? config.git : undefined;
}

async function withFullIds(
  git: GitReader,
  settings: GitSettings,
  wanted: readonly NewEntry[],
): Promise<Result<readonly NewEntry[]>> {
  const links = wanted.flatMap((entry, at) => {
    const id = foldLine(entry.text ?? '');
    return entry.do === 'link_commit' && /^[0-9a-f]{7,64}$/iu.test(id) ? [{ at, id }] : [];
  });
  if (links.length === 0) return ok(wanted);
  const found = await git.find(
    settings,
    links.map(({ id }) => id),
  );
  if (!found.ok) return found;
  const entries = [...wanted];
  for (const [which, { at, id }] of links.entries()) {
    const object = found.value[which] ?? { is: 'missing' };
    if (object.is === 'commit') {
      entries[at] = { ...entries[at], do: 'link_commit', text: object.id };
      continue;
    }
    const where = wanted.length === 1 ? '' : `Entry ${at + 1} (link_commit): `;
    const is =
      object.is === 'missing'
        ? 'is no commit'
        : object.is === 'ambiguous'
          ? 'begins more than one id'
          : `is a ${object.is}, and no commit,`;
    return fail(
      'input_invalid',
      `${where}${quoted(id)} ${is} in the repository of ${quotedPath(settings.folder)}.`,
      'See `git log`. Nothing was recorded.',
    );
  }
  return ok(entries);
}

async function diffsOf(
  { notes, folders }: OperationContext,
  git: GitReader,
  settings: GitSettings,
  planId: string,
  wanted: readonly NewEntry[],
): Promise<Pick<WithCommits, 'entries' | 'diffs' | 'notices'>> {
  const entries: NewEntry[] = [];
  const diffs: DiffNote[] = [];
  const notices: string[] = [];
  const links = wanted.flatMap(({ do: verb, of, text = '' }) =>
    verb === 'link_commit' && of !== undefined && isFullId(text) ? [{ of, commit: text }] : [],
  );
  for (const commit of new Set(links.map((link) => link.commit))) {
    const name = diffName(planId, commit);
    const path = `${folders.logs}/reasoning/${name}.md`;
    const short = shortCommit(commit);
    const notKept = (why: string): unknown =>
      notices.push(`The diff of ${short} was not kept: ${why}`);
    const diff = await git.diff(settings, commit);
    if (!diff.ok || diff.value.text === '') {
      notKept(diff.ok ? 'It changed no file.' : diff.error.message);
      continue;
    }
    const text = diffNote(planId, commit, diff.value);
    const found = await notes.read(path);
    if (found.ok && found.value !== text) {
      notKept(`${path} is there already, and says something else.`);
      continue;
    }
    if (!found.ok) diffs.push({ path, text });
    notices.push(`The diff of ${short} is in ${path}.`);
    const decisions = links.flatMap((link) => (link.commit === commit ? link.of : []));
    for (const of of new Set(decisions))
      entries.push({ do: 'create_action', of, text: `Commit ${short}: [[${name}|its diff]]` });
  }
  return { entries, diffs, notices };
}
