import { ok } from '../../../core/errors.js';
import { isFullId } from '../../../core/reasoning/commit-diff.js';
import type { GitReader, NamedObject } from '../../../ports/git-reader.js';
import { branchOf } from './repository-files.js';
import { unread, withGit, type GitOptions } from './run-git.js';

const mostOfAnswer = 64 * 1024;
/** What is kept of a diff, in bytes. */
const mostOfDiff = 20_000;

/** `GitReader` with the `git` of this computer. Nothing is started before something is asked. */
export function gitReader(options: GitOptions): GitReader {
  return {
    branch: branchOf,
    find: (settings, ids) =>
      withGit(options, settings, async (run) => {
        if (!ids.every((id) => /^[0-9a-f]{7,64}$/iu.test(id))) return notUnderstood;
        const input = ids.map((id) => `${id.toLowerCase()}\n`).join('');
        const checked = await run(['cat-file', '--batch-check'], input, mostOfAnswer);
        if (!checked.ok) return checked;
        const lines = checked.value.text.split('\n');
        const found = ids.flatMap((_, at) => readObject(lines[at] ?? '') ?? []);
        return found.length === ids.length ? ok(found) : notUnderstood;
      }),
    diff: (settings, commit) =>
      withGit(options, settings, async (run) =>
        isFullId(commit)
          ? run(['diff-tree', ...asPatch], `${commit}\n`, mostOfDiff)
          : notUnderstood,
      ),
  };
}

/** Whatever attributes say, no program shows what differs. Of a merge, what it brought to the branch. */
const asPatch = [
  ...['--stdin', '-p', '--root', '--no-commit-id', '--diff-merges=first-parent'],
  ...['--no-ext-diff', '--no-textconv'],
];

const others: readonly string[] = ['tag', 'tree', 'blob', 'missing', 'ambiguous'];

/** A line of `cat-file --batch-check`: `<id> commit <size>`, or `<what was asked for> missing`. */
function readObject(line: string): NamedObject | null {
  const [id = '', is = ''] = line.split(' ');
  if (is === 'commit' && isFullId(id)) return { is, id };
  return others.includes(is) ? { is: is as Exclude<NamedObject['is'], 'commit'> } : null;
}

const notUnderstood = unread('its answer is not as expected');
