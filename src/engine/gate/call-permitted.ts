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

export interface ToolCallInput {
  readonly tool: AgentTool;
  readonly arguments: JsonObject;
  readonly actor: string;
}

export type PermittedCall =
  { readonly kind: 'answered'; readonly report: CallReport; readonly outcome: Outcome } | Asks;

interface Asks {
  readonly kind: 'asks';
  readonly ended: string | null;
}

const longestArguments = 16_000;
const longestName = 255;
const mostPaths = 500;

const noPermission: Asks = { kind: 'asks', ended: null };

/** Calls a tool without a request, if a person allowed that in advance. */
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
  // NO AWAIT FROM HERE TO `take`: the permission could end in between.
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
  await permittedCalls.end(logged, outcome.kind, report.kind !== 'not_sent');
  return ok({ kind: 'answered', report, outcome });
}

function notCalled({ code, message, advice }: Problem): Result<never> {
  const ask = 'Nothing was called. Ask a person to look at Countersign.';
  return fail(code, message, code === 'input_invalid' ? advice : ask);
}

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
  if (ended === null) return ok(found);
  if (!book.permissions.hasEnded(found.digest)) context.lookAgain('permissions:');
  return ok({ kind: 'asks', ended });
}

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

async function namesVaultFile({ bridges, notes }: GateContext, args: JsonObject): Promise<boolean> {
  const texts = textsAndNamesIn(args);
  const paths = new Set(texts.flatMap(pathsMeant));
  if (paths.size > mostPaths) return true;
  const hidden = [...paths].filter((path) => /(?:^|\/)\./u.test(path));
  if (await bridges.namesVault(texts, hidden)) return true;
  const versions = [...paths].map((path) => notes.version(path).catch(() => path));
  return (await Promise.all(versions)).some((version) => version !== null);
}

/** A server may change a text before it opens it as a path: trim it, decode it, or add `.md`. */
function pathsMeant(text: string): readonly string[] {
  const marks = /["'`<>()[\]|,;=\n\t]+/u;
  const parts = [text, ...text.split(marks), ...text.split(/[\s"'`<>()[\]|,;=]+/u)];
  const paths = parts.flatMap((part) => [part, decoded(part)]).flatMap(asPaths);
  return paths.flatMap((path) => {
    const spellings = path.includes('/') || path.includes('.') ? [path, `${path}.md`] : [path];
    return spellings.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')]);
  });
}

function asPaths(text: string): readonly string[] {
  const bare = text.trim().replace(/^(?:file:|[@!])+/u, '');
  const short = bare.replace(/(?:[#?].*|(?::\d+)+|\.+)$/su, '');
  const paths = [...new Set([text, bare, short].map(asPath))];
  return paths.filter(
    (path) => path !== '' && path.split('/').every((name) => name.length <= longestName),
  );
}

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

async function whyNotNow(
  context: GateContext,
  call: ToolCallInput,
  digest: string,
): Promise<string | null> {
  await context.refreshConfig();
  // While this process was frozen, another process may have taken the ledger's lock.
  await context.book.lookAtLedger();
  // NO AWAIT FROM HERE ON, or the permission could end in between.
  const now = permissionNow(context, call, digest);
  if (!now.ok) return now.error.message;
  if (!('kind' in now.value)) return null;
  return now.value.ended ?? 'A person ended the permission just now.';
}
