import { fail, type Problem } from '../errors.js';
import type { Json } from '../json.js';
import { memoizeLast } from '../memoize-last.js';
import { readFrontMatter, textField } from '../note/front-matter/front-matter.js';
import { positionAt } from '../text/lines.js';
import { readMachineLine } from '../note/machine-line.js';
import { scanStructure } from '../note/structure.js';
import { readActionFence } from './action/action-fence.js';
import { textsAndNamesIn } from './action/digests.js';
import { readMachineFields } from './machine-fields.js';
import { readRequestFields } from './request-fields.js';
import type { ActionRequest } from './request.js';

export type ParsedRequest =
  | { readonly request: ActionRequest; readonly problems: readonly [] }
  | {
      readonly request: null;
      readonly problems: readonly Problem[];
      /** Null if no id can be read from the note. */
      readonly requestId: string | null;
    };

/** Reads a request note as docs/vault-format.md describes. */
export const parseRequest = memoizeLast(readRequestNote);

function readRequestNote(text: string, path: string): ParsedRequest {
  const front = readFrontMatter(text, path);
  if (!front.ok) return { request: null, problems: [front.error], requestId: null };
  const problems: Problem[] = [];
  const fields = readRequestFields(text, front.value, path, problems);
  const call = readActionFence(text, front.value.bodyStart, path);
  if (!call.ok) problems.push(call.error);
  const machineLine = readMachineLine(text);
  if (!machineLine.ok) problems.push({ ...machineLine.error, path });
  const machine = machineLine.ok
    ? readMachineFields(machineLine.value?.value ?? {}, path)
    : machineLine;
  if (machineLine.ok && !machine.ok) {
    problems.push({ ...machine.error, ...positionAt(text, machineLine.value?.start ?? 0) });
  }
  const unclosed = unclosedEnd(text, front.value.bodyStart, path);
  if (unclosed && call.ok) problems.push(unclosed);
  if (machine.ok) {
    const said = { ...fields, machine: machine.value } as unknown as Json;
    // A lone surrogate (half a character) cannot be signed.
    if (textsAndNamesIn(said).some((one) => /\p{Surrogate}/u.test(one))) {
      const message = 'The note contains half a character, such as “\\ud800”.';
      const place = { path, ...positionAt(text, front.value.contentStart) };
      problems.push(fail('action_invalid', message, 'Remove it.', place).error);
    }
  }
  if (problems.length > 0 || !call.ok || !machine.ok) {
    return { request: null, problems, requestId: textField(front.value, 'request_id') };
  }
  return {
    request: {
      path,
      text,
      frontMatter: front.value,
      ...fields,
      call: call.value,
      machine: machine.value,
    },
    problems: [],
  };
}

function unclosedEnd(text: string, bodyStart: number, path: string): Problem | null {
  const { lines, unclosedFrom } = scanStructure(text, bodyStart);
  const line = unclosedFrom === null ? undefined : lines[unclosedFrom];
  if (line === undefined) return null;
  const message = 'The note ends inside a code block or a comment that is never closed.';
  const place = { path, ...positionAt(text, line.start) };
  return fail('action_invalid', message, 'Close the code block or the comment.', place).error;
}
