import type { Problem } from '../../core/errors.js';
import type { RecordedPermission } from '../../core/ledger/permissions.js';
import type { AgentTool, StandingPermission } from '../../core/settings/agents/agent-tools.js';
import {
  clientsOf,
  permissionDays,
  permissionDigest,
  whyNotPermitted,
  type FoundPermission,
} from '../../core/settings/agents/standing-permission.js';
import { isConfig, type DeviceConfig } from '../../core/settings/device-config.js';
import { readInstant } from '../../core/time.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { GateContext } from './gate-context.js';

/** One more day, because the clocks of devices differ. */
const longestMs = (permissionDays + 1) * 86_400_000;

export const toolChanged = 'The server changed this tool.';
export const serverEdited = 'The server’s settings were changed.';

export function permissionOf({ bridge, shown }: AgentTool, digest: string): RecordedPermission {
  return { digest, bridge, tool: shown.name };
}

export function whyEnded(
  book: Pick<LedgerBook, 'permissions' | 'now'>,
  { routes }: Pick<DeviceConfig, 'routes'>,
  tool: AgentTool,
  { permission, digest }: Pick<FoundPermission, 'permission' | 'digest'>,
): string | null {
  if (book.permissions.hasEnded(digest)) return 'What a person had allowed has ended.';
  const leftMs = untilMs(permission) - book.now();
  if (leftMs <= 0 || leftMs > longestMs) {
    return 'The time for which a person had allowed it is over.';
  }
  return whyNotPermitted(tool.shown, tool.bridge, routes);
}

export async function recordPermission(
  { book, config }: Pick<GateContext, 'book' | 'config'>,
  tool: AgentTool,
  { permission, digest }: Pick<FoundPermission, 'permission' | 'digest'>,
): Promise<Problem | null> {
  if (book.permissions.isOnRecord(digest)) {
    await book.written();
    return book.halted;
  }
  const now = config();
  const names = isConfig(now) ? clientsOf(now, permission) : [];
  const who =
    names.length === 0 ? 'a client that is gone' : new Intl.ListFormat('en-GB').format(names);
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Human', event: 'permission_given' },
      permission: permissionOf(tool, digest),
      detail: `Allowed ${who} to call ${tool.bridge}.${tool.shown.name} without asking, until ${permission.until.slice(0, 10)}.`,
    },
  );
  return recorded.ok ? null : recorded.error;
}

export async function endPermission(
  { book }: Pick<GateContext, 'book'>,
  permission: RecordedPermission,
  why: string,
): Promise<Problem | null> {
  if (book.permissions.hasEnded(permission.digest)) return null;
  const recorded = await book.record(
    { kind: 'event' },
    {
      ...{ actor: 'Countersign', event: 'permission_ended', permission },
      detail: `A permission to call ${permission.bridge}.${permission.tool} without asking has ended. ${why}`,
    },
  );
  return recorded.ok ? null : recorded.error;
}

/** Brings the ledger's permissions in line with the settings. */
export async function reconcilePermissions(
  context: Pick<GateContext, 'book' | 'bridges' | 'config'>,
  lookAgainAt: (atMs: number) => void,
): Promise<void> {
  const { book } = context;
  const config = context.config();
  if (!isConfig(config) || book.halted) return;
  const held = new Set<string>();
  for (const tool of config.agentTools ?? []) {
    if (!tool.allowed) continue;
    const digest = permissionDigest(tool, tool.allowed);
    held.add(digest);
    if (book.permissions.hasEnded(digest)) continue;
    await recordPermission(context, tool, { permission: tool.allowed, digest });
    const isEdited = context.bridges.launchOf(tool.bridge) !== tool.allowed.launch;
    const ended = isEdited
      ? serverEdited
      : whyEnded(book, config, tool, { permission: tool.allowed, digest });
    if (ended === null) lookAgainAt(untilMs(tool.allowed));
    else await endPermission(context, permissionOf(tool, digest), ended);
  }
  for (const permission of book.permissions.inForce()) {
    if (!held.has(permission.digest))
      await endPermission(context, permission, 'A person ended it.');
  }
}

function untilMs({ until }: StandingPermission): number {
  return readInstant(until)?.ms ?? 0;
}
