import { Lexer } from 'yaml';
import { canonicalJson } from '../digest.js';
import { fail, ok, type Result } from '../errors.js';
import type { Json, JsonObject } from '../json.js';
import { aliasesLines } from '../note/front-matter/aliases.js';
import { applyEdits, type Edit } from '../text/edit.js';
import { setField } from '../note/front-matter/front-matter.js';
import { lineEndOf } from '../text/lines.js';
import { fencedBlocks } from '../note/structure.js';
import { foldLine } from '../text/text-line.js';
import { fenceName } from './action/action-fence.js';
import { callName } from './call-title.js';
import { parseRequest } from './parse-request.js';
import { actionYamls } from './render-request.js';
import type { ActionRequest } from './request.js';
import type { ProposedCall } from './action/proposed-call.js';

export function withArguments(request: ActionRequest, args: JsonObject): Result<ActionRequest> {
  const call: ProposedCall = { ...request.call, arguments: args };
  const recipient = recipientAfter(request, args);
  for (const yaml of hasComments(request) ? [] : actionYamls(call)) {
    const text = applyEdits(request.text, [
      ...setField(request.text, request.frontMatter, 'target_recipient', recipient),
      ...nameEdits(request, call, recipient),
      ...blockEdits(request, yaml),
    ]);
    const read = parseRequest(text, request.path).request;
    if (read?.requestId === request.requestId && sameCall(read.call, call)) return ok(read);
  }
  return fail(
    'input_invalid',
    'These arguments can’t be written into the note.',
    'Nothing was changed. Use other texts, or edit the note itself.',
    { path: request.path },
  );
}

function sameCall(a: ProposedCall, b: ProposedCall): boolean {
  return canonicalJson({ ...a }) === canonicalJson({ ...b });
}

export function hasComments(request: ActionRequest): boolean {
  return blockEdits(request, '').some(({ at, remove }) => {
    const lexemes = [...new Lexer().lex(request.text.slice(at, at + remove))];
    return lexemes.some((lexeme) => lexeme.startsWith('#'));
  });
}

function blockEdits({ text, frontMatter }: ActionRequest, yaml: string): readonly Edit[] {
  const block = fencedBlocks(text, frontMatter.bodyStart).find(({ info }) => info === fenceName);
  if (!block) return [];
  const { contentStart, contentEnd } = block;
  const insert = yaml.replaceAll('\n', lineEndOf(text));
  return [{ at: contentStart, remove: contentEnd - contentStart, insert }];
}

function recipientAfter({ call, targetRecipient }: ActionRequest, args: JsonObject): string {
  const named = Object.entries(call.arguments).find(([name, value = null]) => {
    return Object.hasOwn(args, name) && sameName(onlyText(value), targetRecipient);
  });
  const after = named && onlyText(args[named[0]] ?? null);
  return after === undefined || foldLine(after) === '' || sameName(after, targetRecipient)
    ? targetRecipient
    : foldLine(after);
}

function onlyText(value: Json): string {
  const only: Json = Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value;
  return typeof only === 'string' ? only : '';
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function nameEdits(
  { text, frontMatter, call, targetRecipient }: ActionRequest,
  now: ProposedCall,
  recipient: string,
): readonly Edit[] {
  const place = frontMatter.ranges.get('aliases');
  const [before] = aliasesLines(callName(call, targetRecipient));
  const [after] = aliasesLines(callName(now, recipient));
  if (!place || before === undefined || after === undefined) return [];
  const { keyStart: at, valueEnd } = place;
  return text.slice(at, valueEnd) === before ? [{ at, remove: valueEnd - at, insert: after }] : [];
}
