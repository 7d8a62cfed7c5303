import { fail, ok, type Problem, type Result } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { bridgeDigest, textsAndNamesIn, toolDigest } from '../../core/request/action/digests.js';
import type { ToolDefinition } from '../../core/request/action/tool-definition.js';
import { authoriseAction } from '../../core/request/approval/authorised-action.js';
import type { CallReport } from '../../core/request/outcome/call-report.js';
import { outcomeOf, type Outcome } from '../../core/request/outcome/decide-outcome.js';
import type { AgentTool } from '../../core/settings/agents/agent-tools.js';
import {
  findPermission,
  type FoundPermission,
} from '../../core/settings/agents/standing-permission.js';
import { isConfig } from '../../core/settings/device-config.js';
import type { BridgeInspection } from '../../ports/bridges.js';
import type { GateContext } from './gate-context.js';
import {
  endPermission,
  permissionOf,
  recordPermission,
  serverEdited,
  toolChanged,
  whyEnded,
} from './permissions.js';
import { whyNothingRuns } from './preconditions.js';
import { badArguments, inspectForAgent } from './preparation.js';

/** An agent calls a tool, as it was listed to it. */
export interface ToolCallInput {
  readonly tool: AgentTool;
  readonly arguments: JsonObject;
  /** As logs name it. */
  readonly actor: string;
}

/** What came of a call that nobody was asked about. */
export type PermittedCall =
  { readonly kind: 'answered'; readonly report: CallReport; readonly outcome: Outcome } | Asks;

/** A person decides on the call. */
interface Asks {
  readonly kind: 'asks';
  /** Why the permission that the client had holds no more, as a sentence; `null`: it had none for this call. */
  readonly ended: string | null;
}

/** In UTF-16 units of their JSON: each call is kept in the log. What is longer asks a person. */
const longestArguments = 16_000;
/** No system has a file with a longer name, in UTF-16 units. */
const longestName = 255;
/** That the arguments of one call may name in the vault, in all their spellings. */
const mostPaths = 500;

/** Nobody allowed this. */
const noPermission: Asks = { kind: 'asks', ended: null };

/**
 * Calls a tool at once where a person gave a standing permission for exactly this tool, server and client; otherwise a
 * person is asked. Everything is looked at again right before the call; the call is in the call log before it is made,
 * is made once, and is never tried again.
 *
 * Fails where nothing may be called at all now, where the arguments are not valid, and when the hour is used up.
 */
export async function callPermitted(
  context: GateContext,
  call: ToolCallInput,
): Promise<Result<PermittedCall>> {
  const { bridges, permittedCalls } = context;
  const { bridge } = call.tool;
  await context.refreshConfig();
  const first = permissionNow(context, call);
  if (!first.ok) return first;
  if ('kind' in first.value) return ok(first.value);
  const { digest } = first.value;
  const inspected = await inspectForAgent(context, bridge, 'Nothing was called.');
  if (!inspected.ok) return inspected;
  const definition = sameTool(first.value, call.tool, inspected.value);
  if (typeof definition === 'string') {
    context.lookAgain('permissions:');
    const recorded = await endPermission(context, permissionOf(call.tool, digest), definition);
    return recorded ? notCalled(recorded) : ok({ kind: 'asks', ended: definition });
  }
  const bad = await badArguments(context, call.arguments, definition);
  if (bad) return fail('input_invalid', bad.reason, 'Nothing was called.');
  const isLarge = JSON.stringify(call.arguments).length > longestArguments;
  if (isLarge || (await namesVaultFile(context, call.arguments))) return ok(noPermission);
  const unread = await permittedCalls.open();
  if (unread) return notCalled(unread);
  const unrecorded = await recordPermission(context, call.tool, first.value);
  if (unrecorded) return notCalled(unrecorded);
  // NO AWAIT BETWEEN THIS AND THE PLACE IN THE HOUR: another call could take the last one.
  const again = permissionNow(context, call, digest);
  if (!again.ok) return again;
  if ('kind' in again.value) return ok(again.value);
  const logged = {
    id: `c-${context.ids.random(20)}`,
    ...{ actor: call.actor, bridge, tool: call.tool.shown.name, arguments: call.arguments },
  };
  const used = permittedCalls.take(logged);
  if (used) return notCalled(used);
  const begun = await permittedCalls.begin(logged);
  if (!begun.ok) return notCalled(begun.error);
  const action = authoriseAction({
    requestId: logged.id,
    ...{ bridge, connection: inspected.value.connection },
    ...{ tool: logged.tool, arguments: logged.arguments },
  });
  const report = await bridges
    .call(action, () => whyNotNow(context, call, digest))
    .catch(
      (error: unknown) =>
        ({ kind: 'lost', detail: `The server failed: ${String(error)}` }) as const,
    );
  const outcome = outcomeOf(report, null);
  await permittedCalls.end(logged, outcome.kind);
  return ok({ kind: 'answered', report, outcome });
}

/** What a person could do about it is nothing for an agent. */
function notCalled({ code, message, advice }: Problem): Result<never> {
  const ask = 'Nothing was called. Ask a person to look at Countersign.';
  return fail(code, message, code === 'input_invalid' ? advice : ask);
}

/**
 * What the settings permit now. Fails where nothing runs on this device.
 * @param digest the permission that was found before; another one does not take its place
 */
function permissionNow(
  context: GateContext,
  { tool, actor }: ToolCallInput,
  digest?: string,
): Result<FoundPermission | Asks> {
  const { book, folders } = context;
  const config = context.config();
  if (!isConfig(config)) return notCalled(config);
  const found = findPermission(config, tool, actor);
  if (!found) return ok(noPermission);
  if (digest !== undefined && found.digest !== digest) return ok(noPermission);
  const stopped =
    context.bridges.closedProblem() ??
    whyNothingRuns({ halted: book.halted, conflictWith: book.conflictWith, config, folders });
  if (stopped) {
    const why = 'reason' in stopped ? stopped.reason : stopped.message;
    return fail(
      'nothing_runs',
      why,
      'Nothing was called. End your turn: only a person can change that.',
    );
  }
  const ended = whyEnded(book, config, tool, found);
  return ok(ended === null ? found : { kind: 'asks', ended });
}

/** The tool as its server lists it; what of it, or of the server, is not as the person had it, as a sentence. */
function sameTool(
  { permission }: FoundPermission,
  tool: AgentTool,
  { target, launch, tools }: BridgeInspection,
): ToolDefinition | string {
  const named = tools.filter(({ name }) => name === tool.shown.name);
  const [now] = named;
  if (!now) return 'The server no longer has this tool.';
  if (named.length > 1) return 'The server lists this tool more than once.';
  if (toolDigest(now) !== tool.digest) return toolChanged;
  const isSame = bridgeDigest(target) === permission.server && launch === permission.launch;
  return isSame ? now : serverEdited;
}

/** Whether a text of the arguments names a file of the vault, in any way that a server may read it. */
async function namesVaultFile({ bridges, notes }: GateContext, args: JsonObject): Promise<boolean> {
  const texts = textsAndNamesIn(args);
  const paths = new Set(texts.flatMap(pathsMeant));
  // Nobody looks at so many; a person is asked.
  if (paths.size > mostPaths) return true;
  // Hidden files are no notes.
  const hidden = [...paths].filter((path) => /(?:^|\/)\./u.test(path));
  if (await bridges.namesVault(texts, hidden)) return true;
  // Where the disk does not say whether there is one, there may be.
  const versions = [...paths].map((path) => notes.version(path).catch(() => path));
  return (await Promise.all(versions)).some((version) => version !== null);
}

/** The paths in the vault that a server may read in a text: it may trim it, decode it, and add an ending. */
function pathsMeant(text: string): readonly string[] {
  const marks = /["'`<>()[\]|,;=\n\t]+/u;
  const parts = [text, ...text.split(marks), ...text.split(/[\s"'`<>()[\]|,;=]+/u)];
  const paths = parts.flatMap((part) => [part, decoded(part)]).flatMap(asPaths);
  return paths.flatMap((path) => {
    const spellings = path.includes('/') || path.includes('.') ? [path, `${path}.md`] : [path];
    return spellings.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')]);
  });
}

/** A text as a path, also without a mark before it, and without a heading, block or line behind it. */
function asPaths(text: string): readonly string[] {
  const bare = text.trim().replace(/^(?:file:|[@!])+/u, '');
  const short = bare.replace(/(?:[#?].*|(?::\d+)+|\.+)$/su, '');
  const paths = [...new Set([text, bare, short].map(asPath))];
  return paths.filter(
    (path) => path !== '' && path.split('/').every((name) => name.length <= longestName),
  );
}

/** As a system reads it, from the vault’s folder on. */
function asPath(text: string): string {
  const names: string[] = [];
  for (const name of text.trim().replaceAll('\\', '/').split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The last look, right before the first byte is sent: why the call is not made, as a sentence. */
async function whyNotNow(
  context: GateContext,
  call: ToolCallInput,
  digest: string,
): Promise<string | null> {
  await context.refreshConfig();
  // Another process may have taken the lock while this one was frozen.
  await context.book.lookAtLedger();
  // NO AWAIT FROM HERE ON.
  const now = permissionNow(context, call, digest);
  if (!now.ok) return now.error.message;
  if (!('kind' in now.value)) return null;
  return now.value.ended ?? 'A person ended the permission just now.';
}
