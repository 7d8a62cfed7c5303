import type { Problem } from '../../errors.js';
import type { Json } from '../../json.js';
import type { Route } from '../../settings/device-config.js';
import { asImported, importedCall, importDigest } from './import-call.js';
import { isIncomplete } from './incomplete-request.js';
import type { ExternalField } from './external-field.js';
import type { ExternalRequest } from './external-request.js';
import type { ProposedCall } from '../action/proposed-call.js';
import { showInvisible } from '../../text/show-invisible.js';
import { kindOf, type ValueKind } from '../action/value-kind.js';

export interface ExternalFieldView {
  readonly name: string;
  readonly text: string;
  readonly kind: ValueKind;
  readonly isGuessed: boolean;
  readonly from: string | null;
}

export interface ExternalReview {
  readonly path: string;
  readonly isIncomplete: boolean;
  readonly folder: 'pending' | 'approved';
  readonly fields: readonly ExternalFieldView[];
  readonly arguments: readonly ExternalFieldView[];
  readonly unused: readonly string[];
  readonly call: ProposedCall | null;
  /** A digest of the note's text and of the call. */
  readonly shownDigest: string;
  /** Why a person cannot confirm the import. */
  readonly problems: readonly Problem[];
}

export interface ExternalReviewState {
  readonly folder: 'pending' | 'approved';
  readonly routes: readonly Route[] | null;
  readonly problems: readonly Problem[];
}

export function buildExternalReview(
  external: ExternalRequest,
  state: ExternalReviewState,
): ExternalReview {
  const read = state.routes && importedCall(external, state.routes);
  const call = read?.ok ? read.value : null;
  return {
    path: external.path,
    isIncomplete: isIncomplete(external),
    folder: state.folder,
    fields: Object.entries({
      Type: external.actionType,
      To: external.targetRecipient,
      Why: external.rationale,
      Plan: external.planId,
      Step: external.stepId,
      Since: external.createdDate,
      Until: external.expires,
    }).flatMap(([name, field]) => (field ? [viewOf(name, field)] : [])),
    arguments: argumentViews(external, call),
    unused: external.unused.map(showInvisible),
    call,
    shownDigest: importDigest(external.text, call),
    problems: [
      ...external.problems,
      ...(read?.ok === false && external.problems.length === 0 ? [read.error] : []),
      ...(call ? notWritable(external, call) : []),
      ...state.problems,
    ],
  };
}

function notWritable(external: ExternalRequest, call: ProposedCall): readonly Problem[] {
  const requestId = external.requestId ?? 'id';
  const note = asImported(external, call, { requestId, createdAt: 0 });
  return note.ok ? [] : [note.error];
}

function argumentViews(
  external: ExternalRequest,
  call: ProposedCall | null,
): readonly ExternalFieldView[] {
  const read = Object.entries(external.arguments).map(([name, field]) => viewOf(name, field));
  const ofRoute = Object.entries(call?.arguments ?? {}).filter(
    ([name]) => !Object.hasOwn(external.arguments, name),
  );
  return [
    ...read,
    ...ofRoute.map(([name, value]) => ({
      name: showInvisible(name),
      text: textOf(value),
      kind: kindOf(value),
      isGuessed: true,
      from: 'the route',
    })),
  ];
}

function viewOf(name: string, { value, key, how }: ExternalField): ExternalFieldView {
  const elsewhere = name === 'Why' ? null : 'the text below the properties';
  return {
    name,
    text: textOf(value),
    kind: kindOf(value),
    isGuessed: how === 'guessed',
    from: key === null ? elsewhere : `\`${showInvisible(key)}\``,
  };
}

function textOf(value: Json): string {
  return showInvisible(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}
