import type { RequestSummary } from '../mission/summaries.js';
import { aliasProblem } from '../settings/bridges/bridge-fields.js';
import { actionTypes } from '../settings/bridges/route-fields.js';
import type { BridgeConfig } from '../settings/device-config.js';

export interface WaitingNotice {
  readonly waiting: number;
  readonly type: string;
  readonly server: string | null;
}

export function waitingNotice(
  waiting: number,
  newest: Pick<RequestSummary, 'actionType' | 'bridge'>,
  bridges: readonly BridgeConfig[],
): WaitingNotice {
  const { actionType, bridge } = newest;
  const isOurs = bridges.some(({ alias }) => alias === bridge) && aliasProblem(bridge, []) === null;
  return {
    waiting,
    type: Object.hasOwn(actionTypes, actionType) ? actionType : 'other',
    server: isOurs ? bridge : null,
  };
}

export function noticeText({ waiting, type, server }: WaitingNotice): string {
  const newest = `${actionTypes[type] ?? type}${server === null ? '' : `, server “${server}”`}`;
  return waiting === 1
    ? `1 request is waiting for you: ${newest}.`
    : `${waiting} requests are waiting for you. The newest: ${newest}.`;
}
