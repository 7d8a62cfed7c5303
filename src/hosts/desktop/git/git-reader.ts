import { ok } from '../../../core/errors.js';
import { isFullId } from '../../../core/reasoning/commit-diff.js';
import type { GitReader, NamedObject } from '../../../ports/git-reader.js';
import { branchOf } from './repository-files.js';
import { unread, withGit, type GitOptions } from './run-git.js';

const mostOfAnswer = 64 * 1024;
const mostOfDiff = 20_000;

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

const asPatch = [
  ...['--stdin', '-p', '--root', '--no-commit-id', '--diff-merges=first-parent'],
  ...['--no-ext-diff', '--no-textconv'],
];

const others: readonly string[] = ['tag', 'tree', 'blob', 'missing', 'ambiguous'];

/** Git answers with lines such as `<id> commit <size>` or `<query> missing`. */
function readObject(line: string): NamedObject | null {
  const [id = '', is = ''] = line.split(' ');
  if (is === 'commit' && isFullId(id)) return { is, id };
  return others.includes(is) ? { is: is as Exclude<NamedObject['is'], 'commit'> } : null;
}

const notUnderstood = unread('its answer is not as expected');
