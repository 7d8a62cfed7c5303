import { canonicalJson, digestJson } from '../../digest.js';
import { fail, ok, type Result } from '../../errors.js';
import type { Json, JsonObject } from '../../json.js';
import { isoSeconds } from '../../time.js';
import { applyEdits, type Edit } from '../../text/edit.js';
import { setField, textField } from '../../note/front-matter/front-matter.js';
import { lineEndOf } from '../../text/lines.js';
import type { Route } from '../../settings/device-config.js';
import { fenceName } from '../action/action-fence.js';
import type { ExternalRequest } from './external-request.js';
import { parseRequest } from '../parse-request.js';
import { actionYamls } from '../render-request.js';
import type { ProposedCall } from '../action/proposed-call.js';

const plurals: ReadonlyMap<string, string> = new Map([
  ['social_post', 'social posts'],
  ['api_call', 'API calls'],
  ['other', 'messages and other actions'],
]);

/** Returns the call that an external request asks for. */
export function importedCall(
  { actionType, arguments: args, problems, path }: ExternalRequest,
  routes: readonly Route[],
): Result<ProposedCall> {
  const [unclear] = problems;
  if (unclear) return { ok: false, error: unclear };
  const [route, second] = routes.filter((one) => one.actionType === actionType?.value);
  if (!route || second) {
    const type = actionType?.value ?? 'action';
    const what = plurals.get(type) ?? `${type}s`;
    return fail(
      'route_missing',
      route
        ? `Several servers are set up for ${what}.`
        : `Countersign doesn’t know yet which tool to use for ${what}.`,
      route
        ? 'Write the action block yourself, with the server you mean.'
        : `In the settings, add a server for this, and a route for \`${type}\` to one of its tools. Or ask the agent to add the action block.`,
      { path },
    );
  }
  const read = Object.entries(args).map(([name, { value }]): [string, Json] => [name, value]);
  const all: JsonObject = { ...route.arguments, ...Object.fromEntries(read) };
  return ok({ bridge: route.bridge, tool: route.tool, arguments: all });
}

export function importDigest(text: string, call: ProposedCall | null): string {
  return digestJson({ text, call: call && { ...call } });
}

/** Returns the note of an external request as the text of a request with an action block. */
export function asImported(
  external: ExternalRequest,
  call: ProposedCall,
  { requestId, createdAt }: { readonly requestId: string; readonly createdAt: number },
): Result<string> {
  const { text, path, frontMatter } = external;
  const properties = missingProperties(external, requestId, createdAt).flatMap(([key, value]) =>
    setField(text, frontMatter, key, value),
  );
  const notes = actionYamls(call).map((yaml) =>
    applyEdits(text, [...properties, fenceEdit(external, yaml)]),
  );
  const readings = notes.map((note) => parseRequest(note, path));
  const at = readings.findIndex(
    ({ request }) =>
      request?.requestId === requestId &&
      canonicalJson({ ...request.call }) === canonicalJson({ ...call }),
  );
  const note = notes[at];
  if (note !== undefined) return ok(note);
  const problem = readings.at(-1)?.problems[0];
  return fail(
    'foreign_unclear',
    problem?.message ?? 'This cannot be written as a request.',
    problem?.advice ?? 'Change its texts.',
    { path },
  );
}

function missingProperties(
  external: ExternalRequest,
  requestId: string,
  createdAt: number,
): readonly (readonly [string, string])[] {
  const wanted: readonly (readonly [string, string | undefined])[] = [
    ['type', 'approval_request'],
    ['request_id', requestId],
    ['action_type', external.actionType?.value],
    ['target_recipient', external.targetRecipient?.value],
    ['approval_required_by', 'human'],
    ['rationale', external.rationale.value],
    ['created_date', external.createdDate?.value ?? isoSeconds(createdAt)],
    ['expires', external.expires?.value],
    ['status', 'pending'],
  ];
  return wanted.flatMap(([key, value]) => {
    const isList = external.frontMatter.ranges.get(key)?.style === 'collection';
    const said = (textField(external.frontMatter, key) ?? '').trim();
    const isEmpty = said === '' || key === 'type';
    return isEmpty && !isList && value !== undefined ? [[key, value] as const] : [];
  });
}

function fenceEdit({ text, frontMatter }: ExternalRequest, yaml: string): Edit {
  const eol = lineEndOf(text);
  const at = frontMatter.bodyStart;
  const lead = text.charCodeAt(at - 1) === 10 ? '' : eol;
  const fence = `\`\`\`${fenceName}\n${yaml}\`\`\`\n`.replaceAll('\n', eol);
  const startsBlank = text.slice(at).trim() === '' || /^[ \t]*\r?\n/.test(text.slice(at));
  return { at, remove: 0, insert: `${lead}${fence}${startsBlank ? '' : eol}` };
}
