import { canonicalJson, sha256Hex } from '../../core/digest.js';
import { fail, ok, type Result } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
import { unnamedArguments } from '../../core/request/action/undeclared-arguments.js';
import { quoted, quotedPath } from '../../core/text/quote.js';
import {
  bridgeDigest,
  effectsOf,
  textsAndNamesIn,
  textsIn,
  toolDigest,
} from '../../core/request/action/digests.js';
import type { ActionRequest, Preparation } from '../../core/request/request.js';
import { isOtherLaunch, type RequestFacts } from '../../core/ledger/request-facts.js';
import {
  whyNeverCalled,
  type BridgeTarget,
  type ToolDefinition,
} from '../../core/request/action/tool-definition.js';
import { isConfig } from '../../core/settings/device-config.js';
import { confirmedDashboard } from '../../core/settings/folders.js';
import type { BridgeInspection, Bridges } from '../../ports/bridges.js';
import { attemptedStep } from '../vault/step-of-request.js';
import type { GateContext } from './gate-context.js';
import { changedAfter, returned, type Verdict } from './verdict.js';

const longestProblems = 600;

type Pinned = Pick<Preparation, 'files' | 'file_state'>;

export interface FreshPreparation {
  readonly preparation: Preparation;
  readonly tool: ToolDefinition;
  readonly launch: string;
  readonly connection: string;
}

/** Most agents give up a call after a minute. */
const inspectLimitMs = 30_000;

/**
 * Inspects a server, and gives up early because an agent waits.
 * @param not says what was not done, such as “Nothing was called.”
 */
export async function inspectForAgent(
  { bridges, clock }: { readonly bridges: Pick<Bridges, 'inspect'> } & Pick<GateContext, 'clock'>,
  alias: string,
  not: string,
  limitMs = inspectLimitMs,
): Promise<Result<BridgeInspection>> {
  const inspected = await new Promise<Result<BridgeInspection>>((resolve, reject) => {
    const late = `The server “${alias}” did not list its tools in time.`;
    const stop = clock.setTimer(limitMs, () => resolve(fail('bridge_unreachable', late, '')));
    bridges.inspect(alias).then(resolve, reject).finally(stop);
  });
  if (inspected.ok) return inspected;
  const { code, message } = inspected.error;
  return fail(code, message, `${not} Try again later, or ask a person to look at that server.`);
}

/** Computes what the executor adds to a request (docs/gate.md#prepare-and-sign). */
export async function computePreparation(
  context: GateContext,
  request: ActionRequest,
  nonceFor: (launch: string) => string | undefined = () => undefined,
): Promise<Result<FreshPreparation>> {
  const { bridge, tool: toolName, arguments: args } = request.call;
  const inspection = await context.bridges.inspect(bridge);
  if (!inspection.ok) return inspection;
  const tools = inspection.value.tools.filter(({ name }) => name === toolName);
  const [tool] = tools;
  if (!tool || tools.length > 1) {
    return fail(
      'tool_unknown',
      tool
        ? `The server "${bridge}" lists the tool ${toolName} more than once.`
        : `The server "${bridge}" has no tool ${toolName}.`,
      'Use the name of a tool that the server lists.',
      { path: request.path },
    );
  }
  const never = whyNeverCalled(tool);
  if (never !== null) {
    return fail('tool_unknown', `${never}.`, 'Use another tool.', { path: request.path });
  }
  const config = context.config();
  if (!isConfig(config)) return { ok: false, error: config };
  const patterns = config.routes.flatMap((route) =>
    route.bridge === bridge && route.tool === toolName ? (route.success ?? []) : [],
  );
  const [success = null] = patterns;
  if (patterns.some((pattern) => pattern !== success)) {
    return fail(
      'settings_invalid',
      `Routes to ${bridge}.${toolName} have different patterns for what counts as success.`,
      'Give them the same one in the settings, or delete one of the routes.',
      { path: request.path },
    );
  }
  const { target, launch } = inspection.value;
  const nonce = nonceFor(launch);
  const bridge_digest = bridgeDigest(target);
  const named = opensFilesHere(target) ? pathsIn(context, textsIn(args)) : [];
  // A log cannot be attached, because it changes with each approval.
  const log = named.find((path) => isIn(config.folders.logs, path));
  if (log !== undefined) {
    return fail(
      'request_not_ready',
      `${quotedPath(log)} is in the folder of Countersign’s logs, so it can’t be attached.`,
      'Write what should be sent into another note.',
      { path: request.path },
    );
  }
  const digested = await digestFiles(context, named);
  if (!digested.ok) return digested;
  const { files, file_state } = digested.value;
  const { index } = context;
  const own = [confirmedDashboard(config), ...index.planPaths(request.planId ?? '')];
  // A request must be prepared again when its attachment changes. Countersign often changes its own
  // notes.
  const written = Object.keys(files).find((path) => own.includes(path) || index.requestAt(path));
  if (written !== undefined) {
    return fail(
      'request_not_ready',
      `Countersign itself writes ${quotedPath(written)}, so it can’t be attached.`,
      'Attach a copy of it.',
      { path: request.path },
    );
  }
  const effects = effectsOf(request.call, { bridge_digest, files });
  const attempts = context.book.facts
    .attempts(attemptedStep(context.index, request), effects, request.requestId, request.supersedes)
    .map(({ id }) => id);
  return ok({
    tool,
    launch,
    connection: inspection.value.connection,
    preparation: {
      epoch: context.book.epoch,
      bridge_digest,
      tool_digest: toolDigest(tool),
      files,
      ...(file_state === undefined ? {} : { file_state }),
      success,
      ...(nonce === undefined ? {} : { nonce }),
      attempts,
    },
  });
}

/** Returns a verdict if something has changed since the approval; null if nothing has. */
export function notTheSame(
  approved: Preparation,
  { preparation: fresh, launch }: FreshPreparation,
  prepared: RequestFacts['prepared'],
): Verdict | null {
  if (approved.bridge_digest !== fresh.bridge_digest) {
    return changedAfter('bridge_changed', 'server');
  }
  if (isOtherLaunch(prepared, launch)) {
    return changedAfter('account_changed', 'account');
  }
  if (approved.tool_digest !== fresh.tool_digest) {
    return changedAfter('tool_changed', 'tool');
  }
  if (canonicalJson(pinnedBy(approved)) !== canonicalJson(pinnedBy(fresh))) {
    return otherFiles;
  }
  if (approved.success !== fresh.success) {
    return changedAfter('success_changed', 'success');
  }
  return null;
}

function pinnedBy({ files, file_state }: Preparation): JsonObject {
  return { files, file_state: file_state ?? null };
}

export const otherFiles = changedAfter('files_changed', 'files');

export async function filesChanged(
  { notes }: Pick<GateContext, 'notes'>,
  { files, file_state }: Preparation,
): Promise<Result<boolean>> {
  const paths = Object.keys(files);
  if (paths.length === 0) return ok(false);
  for (const [path, digest] of Object.entries(files)) {
    const now = await notes.digest(path);
    if (!now.ok && !notPinned.includes(now.error.code)) return now;
    if (!now.ok || now.value !== digest) return ok(true);
  }
  return ok((await fileState(notes, paths)) !== file_state);
}

export async function areUntouched(
  { notes }: Pick<GateContext, 'notes'>,
  preparation: Preparation | null,
): Promise<boolean> {
  const paths = Object.keys(preparation?.files ?? {});
  return paths.length === 0 || (await fileState(notes, paths)) === preparation?.file_state;
}

async function fileState(notes: GateContext['notes'], paths: readonly string[]): Promise<string> {
  const versions = await Promise.all(paths.map((path) => notes.version(path)));
  return sha256Hex(canonicalJson(paths.map((path, at) => [path, versions[at] ?? null]).sort()));
}

export async function badArguments(
  context: { readonly bridges: Pick<Bridges, 'argumentProblems' | 'deviceStateProblem'> },
  args: JsonObject,
  tool: ToolDefinition,
): Promise<Verdict | null> {
  const problems = context.bridges.argumentProblems(tool, args);
  const unnamed = unnamedArguments(tool.inputSchema, args);
  const listed = quoted(unnamed.join(', '), longestProblems);
  const notListed =
    unnamed.length === 0 ? '' : `The tool does not list these arguments: ${listed}.`;
  if (problems.length > 0) {
    const said = quoted(problems.join(' ').replace(/\.$/u, ''), longestProblems);
    return returned(
      'arguments_invalid',
      `The arguments do not match the tool: ${said}. ${notListed}`.trim(),
    );
  }
  if (unnamed.length > 0) {
    return returned('arguments_not_named', notListed);
  }
  // Countersign's own state holds secrets.
  const problem = await context.bridges.deviceStateProblem(textsAndNamesIn(args));
  return problem === null ? null : returned('arguments_name_device_state', problem);
}

/** A server on another computer cannot open files here. */
function opensFilesHere(target: BridgeTarget): boolean {
  return target.transport !== 'http' || thisComputer.test(target.url);
}

const thisComputer = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i;

const notPinned: readonly string[] = [
  'note_missing',
  'note_not_a_file',
  'path_not_allowed',
  'path_outside_vault',
];

function pathsIn({ notes }: GateContext, texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => notes.vaultPathOf(text) ?? []))].sort();
}

/** Many disks ignore case and Unicode normalization. */
function isIn(folder: string, path: string): boolean {
  const [whole, part] = [folder, path].map((name) => name.normalize('NFKC').toLowerCase());
  return `${part}/`.startsWith(`${whole}/`);
}

async function digestFiles(
  context: GateContext,
  paths: readonly string[],
): Promise<Result<Pinned>> {
  const { notes } = context;
  if (paths.length === 0) return ok({ files: {} });
  const before = await fileState(notes, paths);
  const files: [path: string, digest: string][] = [];
  for (const path of paths) {
    const digest = await notes.digest(path);
    if (digest.ok) files.push([path, digest.value]);
    else if (!notPinned.includes(digest.error.code)) return digest;
  }
  const pinned = files.map(([path]) => path);
  if (pinned.length === 0) return ok({ files: {} });
  const file_state = await fileState(notes, pinned);
  if ((await fileState(notes, paths)) !== before) {
    return fail(
      'note_changed',
      'An attached file is being changed.',
      'It is read again in a moment.',
    );
  }
  // Built from entries, so that a file called `__proto__` becomes an ordinary key.
  return ok({ files: Object.fromEntries(files), file_state });
}
