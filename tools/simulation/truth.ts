import { canonicalJson } from '../../src/core/digest.js';
import { readInstant } from '../../src/core/time.js';
import type { JsonObject } from '../../src/core/json.js';
import { budgetPerHour } from '../../src/core/settings/bridges/route-budget.js';
import type { ActionRequest, Preparation } from '../../src/core/request/request.js';
import type { Review } from '../../src/core/request/review/review.js';
import { folderDifferences } from '../../src/core/settings/folders.js';
import type { DeviceConfig, Folders } from '../../src/core/settings/device-config.js';
import type { Device, DeviceName } from './device.js';
import { rows, type ServedCall } from './servers.js';

/** What a person of the simulation decided, as they saw it. */
export interface Approval {
  readonly requestId: string;
  readonly device: DeviceName;
  readonly publicKey: string;
  /** The ledger it was prepared for. */
  readonly epoch: string;
  /** Bridge, tool and arguments as they were shown. */
  readonly call: string;
  /** Tool, bridge and attached files as they were when it was prepared. */
  readonly completion: Preparation | null;
  readonly step: string | null;
  readonly expiresMs: number | null;
  /** Earlier attempts that they said to have checked. */
  readonly checked: readonly string[];
  /** Before this time (ms of the world) it does not count: a drag is held. */
  notBeforeMs: number;
  /** Where a dragged note was put. */
  heldAt: string | null;
  /** `refused`: they were told that nothing was approved. */
  state: 'pressed' | 'given' | 'refused';
  /** Devices on which they were told that it was undone; a clone does not hear of it. */
  readonly takenBackOn: Set<DeviceName>;
}

/** The moment at which a device decided to make a call: what is said later comes too late. */
export interface Decision {
  readonly device: DeviceName;
  readonly config: DeviceConfig;
  readonly folders: Folders;
  readonly epoch: string;
  readonly elapsedMs: number;
  /** The device's time when it was last idle, so that what was under way is not blamed. */
  readonly nowBeforeMs: number;
  /** The latest time that the device's ledger knew. */
  readonly ledgerMs: number;
  /** What of its plan keeps the call from being made; `null`: nothing. */
  readonly planStops: string | null;
  /** Calls of other ledgers that the device's ledger had been told of. */
  readonly told: ReadonlySet<string>;
}

/** A call, who made it, and what there is to say of it. */
export interface MadeCall extends ServedCall {
  readonly epoch: string;
  readonly planStep: string | null;
  readonly effect: string;
  readonly ledgerMs: number;
}

/** Bridge, tool and arguments in one spelling. */
export function callKey(bridge: string, tool: string, args: JsonObject): string {
  return canonicalJson({ bridge, tool, arguments: args });
}

/** The call as a card shows it. */
export function shownCall(review: Review): string {
  const args = review.arguments.map(({ name, kind, text }) => {
    return [name, kind === 'text' ? text : (JSON.parse(text) as JsonObject)] as const;
  });
  return callKey(review.bridge, review.tool, Object.fromEntries(args));
}

export function stepOf(request: Pick<ActionRequest, 'planId' | 'stepId'>): string | null {
  return request.planId === null ? null : `${request.planId}#${request.stepId}`;
}

export function approvalOf(
  device: Device,
  request: ActionRequest,
  call: string,
  checked: readonly string[],
): Approval {
  return {
    requestId: request.requestId,
    device: device.name,
    publicKey: device.key.publicKey,
    epoch: request.machine.preparation?.epoch ?? '',
    call,
    completion: request.machine.preparation,
    step: stepOf(request),
    expiresMs: request.expires === null ? null : (readInstant(request.expires)?.ms ?? null),
    checked,
    notBeforeMs: 0,
    heldAt: null,
    state: 'pressed',
    takenBackOn: new Set(),
  };
}

/** Why a call must not have been made; `null` when all is well. */
export function objectionTo(
  call: MadeCall,
  decision: Decision,
  known: {
    readonly approvals: readonly Approval[];
    readonly earlier: readonly MadeCall[];
    /** Whether this call lay in Approved on that device. */
    readonly arrived: boolean;
    /** Whether it had been taken away from there, and nobody brought it back. */
    readonly gone: boolean;
    /** What of tool, bridge and files is not what was approved, although there was time to see that. */
    readonly changedSince: (completion: Preparation) => string | null;
    /** Whether the ledger of this device must know of that call. */
    readonly knows: (earlier: MadeCall) => boolean;
    readonly excused: (earlier: MadeCall) => boolean;
    /** Whether neither ledger nor trail of the device tells of an earlier call of its own any more. */
    readonly forgot: (earlier: MadeCall) => boolean;
  },
): string | null {
  const { requestId: id } = call;
  const twice = known.earlier.find((one) => one.requestId === id && !known.excused(one));
  if (twice) return `at most one call per id: ${id} was called by ${twice.device} before`;
  if (decision.config.paused) return `no call while paused: ${id}`;
  if (folderDifferences(decision.config.folders, decision.folders).length > 0) {
    return `no call while the folders are not confirmed: ${id}`;
  }
  if (decision.planStops !== null) return `no call of a plan that ${decision.planStops}: ${id}`;
  if (known.gone) return `no call of what is not in Approved any more: ${id}`;
  const key = callKey(call.bridge, call.tool, call.arguments);
  const approval = known.approvals.find((one) => speaksFor(one, id, key, decision));
  const byPolicy = decision.config.trustMoves && known.arrived;
  if (!approval && !byPolicy) {
    const states = known.approvals.flatMap(({ requestId, state, takenBackOn }) =>
      requestId === id ? [state, ...takenBackOn] : [],
    );
    return `no call without approval: ${id} (${states.join() || 'none'}) ${key}`;
  }
  if (approval && !byPolicy && (approval.expiresMs ?? Infinity) <= decision.nowBeforeMs) {
    return `no call after expiry: ${id}`;
  }
  const speaking = known.approvals.filter((one) => speaksFor(one, id, key, decision));
  const changes = speaking.map(({ completion }) => completion && known.changedSince(completion));
  if (!byPolicy && !changes.includes(null)) {
    return `no call of what changed since it was approved: ${id}, ${changes.join()}`;
  }
  const second = known.earlier.find((one, at) => {
    const same = one.effect === call.effect || (one.planStep ?? '-') === call.planStep;
    const happened = one.says !== 'refused';
    // Called a second time, the first was forgotten with its ledger: what is known of the id is the later one.
    const isLast = !known.earlier
      .slice(at + 1)
      .some(({ requestId, device }) => requestId === one.requestId && device === one.device);
    return same && happened && isLast && one.requestId !== id && known.knows(one);
  });
  const checked = known.approvals.some(
    (one) =>
      speaksFor(one, id, key, decision) && (!second || one.checked.includes(second.requestId)),
  );
  if (second && !checked) return `no second effect unchecked: ${id} after ${second.requestId}`;
  return overBudget(
    call,
    decision,
    // The note of a call in Done/Actions says that it was made; nobody knows when.
    known.earlier.filter((one) => !known.excused(one) && !known.forgot(one)),
  );
}

function speaksFor(approval: Approval, id: string, key: string, decision: Decision): boolean {
  return (
    approval.requestId === id &&
    approval.call === key &&
    approval.state !== 'refused' &&
    !approval.takenBackOn.has(decision.device) &&
    approval.epoch === decision.epoch &&
    approval.notBeforeMs <= decision.elapsedMs &&
    decision.config.pinnedKeys.some(({ publicKey }) => publicKey === approval.publicKey)
  );
}

function overBudget(
  call: MadeCall,
  { config, ledgerMs }: Decision,
  earlier: readonly MadeCall[],
): string | null {
  const limit = budgetPerHour(config.routes, call.bridge, call.tool);
  const recent = earlier.filter(
    ({ target, tool, epoch, ledgerMs: at }) =>
      target === call.target &&
      tool === call.tool &&
      epoch === call.epoch &&
      at > ledgerMs - 3_600_000,
  );
  return recent.length < limit ? null : `no call over budget: ${call.requestId}`;
}

/** What an outcome that a note tells must be true of; why it is not, or `null`. */
export function falseOutcome(
  id: string,
  said: string,
  calls: readonly ServedCall[],
): string | null {
  const own = calls.filter(({ requestId }) => requestId === id);
  if (said === 'executed' && !own.some(({ ran, says }) => ran || says === 'success')) {
    return `a note says that ${id} was executed, which no server knows of`;
  }
  if (said === 'not executed' && own.some(({ ran, row }) => ran && rows[row].says !== 'refused')) {
    return `a note says that ${id} was not executed, which it was`;
  }
  return null;
}
