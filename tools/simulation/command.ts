import type { DeviceName, Host } from './device.js';
import type { ClientName, ClientTool } from './clients/client-programs.js';
import type { RowName } from './servers.js';
import type { Settling } from './sync.js';

/** Where a run may stop: something begun on a device, or a durable write of a dispatch (1 to 8). */
export type Point =
  'inspect' | 'log' | 'connect' | 'answer' | 'update' | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

interface On {
  readonly on: DeviceName;
}

/** One of the things that are there, counted on from the first. */
interface Nth extends On {
  readonly nth: number;
}

/**
 * One thing that somebody does, or that befalls a device. A script is a list of these. Each means
 * something whatever came before it, so that any part of a script is a script.
 */
export type Command =
  // the scheduler
  | { readonly do: 'run'; readonly steps: number; readonly seed: number }
  | ({ readonly do: 'until'; readonly at: Point; readonly seed: number } & On)
  // processes and devices
  | ({ readonly do: 'start'; readonly as: Host } & On)
  | ({ readonly do: 'stop' } & On)
  | ({ readonly do: 'crash'; readonly how: Crash; readonly seed: number } & On)
  | ({ readonly do: 'wipe'; readonly all: boolean } & On)
  | ({ readonly do: 'roll back'; readonly records: number; readonly trail?: true } & On)
  | { readonly do: 'clone'; readonly from: DeviceName; readonly to: DeviceName }
  | ({ readonly do: 'disk'; readonly full: boolean } & On)
  // time
  | { readonly do: 'advance'; readonly ms: number }
  | ({ readonly do: 'jump'; readonly ms: number } & On)
  // sync
  | {
      readonly do: 'sync';
      readonly from: DeviceName;
      readonly to: DeviceName;
      readonly files: number;
      readonly settling: Settling;
      readonly seed: number;
    }
  | ({ readonly do: 'restore'; readonly as: 'same' | 'other'; readonly to: Place } & Nth)
  | ({ readonly do: 'restore used'; readonly as: 'same' | 'other'; readonly to: Place } & Nth)
  // servers
  | { readonly do: 'answer'; readonly by: Alias; readonly row: RowName; readonly ran: boolean }
  | { readonly do: 'server'; readonly by: Alias; readonly what: ServerChange }
  // people at a device
  | ({ readonly do: 'look' } & On)
  | ({ readonly do: 'press'; readonly check: boolean } & Nth)
  | ({ readonly do: 'drag' } & Nth)
  | ({ readonly do: 'undo' | 'reject' | 'withdraw' } & Nth)
  | ({ readonly do: 'say happened'; readonly happened: boolean } & Nth)
  | ({ readonly do: 'end step'; readonly how: 'done' | 'skipped' } & Nth)
  | ({ readonly do: 'pause' | 'resume' | 'trust moves' | 'ask about moves' } & On)
  | ({ readonly do: 'confirm folders' } & On)
  | ({ readonly do: 'unpin' | 'pin'; readonly key: DeviceName } & On)
  | ({ readonly do: 'take over' | 'new epoch' } & On)
  // people or agents in the vault
  | ({ readonly do: 'move'; readonly to: Place } & Nth)
  | ({ readonly do: 'move open'; readonly to: Place } & Nth)
  | ({ readonly do: 'edit'; readonly what: Edited } & Nth)
  | ({ readonly do: 'delete' } & Nth)
  | ({ readonly do: 'put back' } & On)
  | ({ readonly do: 'tick' | 'cancel' } & Nth)
  // what an agent does so that something is not seen for a while, and its end
  | ({ readonly do: 'break' | 'hide'; readonly what: 'request' | 'plan' } & Nth)
  | ({ readonly do: 'mend' | 'show' | 'delete copies' } & On)
  | ({ readonly do: 'copy plan' | 'revert plan' } & Nth)
  // agents
  | ({ readonly do: 'plan'; readonly steps: number } & On)
  | ({ readonly do: 'draft' } & Drafted & On)
  | ({ readonly do: 'work' | 'redraft' } & Nth)
  | ({ readonly do: 'copy'; readonly to: Place } & Nth)
  | ({ readonly do: 'forge'; readonly what: Forged; readonly seed: number } & Nth)
  | ({ readonly do: 'tamper'; readonly how: Tampering; readonly seed: number } & On)
  | ({ readonly do: 'rename folder' } & On)
  | ({ readonly do: 'change file' } & On)
  // agents' clients, and what a person lets them do
  | ({ readonly do: 'call'; readonly as: ClientName; readonly tool: ClientTool } & Called & Nth)
  | ({ readonly do: 'call often'; readonly as: ClientName; readonly times: number } & On)
  | ({ readonly do: 'ask after'; readonly as: ClientName } & Nth)
  | ({
      readonly do: 'allow';
      readonly tool: ClientTool;
      readonly clients: readonly ClientName[];
    } & On)
  | ({ readonly do: 'end permission' | 'offer tools' | 'restore settings' } & On)
  | ({ readonly do: ClientChange; readonly client: ClientName } & On)
  | ({ readonly do: 'roll back calls'; readonly lines: number } & On);

/** What a person does with a client. */
export type ClientChange = 'pause client' | 'resume client' | 'revoke client' | 'add client';

interface Called {
  /** How its arguments name a file of the vault; absent: they name none. */
  readonly file?: 'relative' | 'absolute';
}

/** A process is killed; the power fails; it fails, and tears the audit trail for certain. */
export type Crash = 'kill' | 'power' | 'torn';
export type Place = 'pending' | 'approved' | 'rejected';
export type Alias = 'email' | 'bank';
export type ServerChange = 'gone' | 'back' | 'tool' | 'target' | 'restart' | ToolsChange;
/** Of the tool that only reads, and of the account. */
export type ToolsChange = ReadingChange | 'account' | 'account back';
export type ReadingChange = 'read tool' | 'renamed' | 'twice' | 'tools back';
export const edits = ['words', 'recipient', 'expiry', 'status', 'last line', 'stamp'] as const;
export type Edited = (typeof edits)[number];
export const forgeries = [
  'stamp',
  'replayed stamp',
  'completion',
  'epoch',
  'confirms',
  'outcome',
  'note',
] as const;
export type Forged = (typeof forgeries)[number];
export const tamperings = ['change', 'remove', 'swap', 'cut', 'forge', 'delete'] as const;
export type Tampering = (typeof tamperings)[number];

/** A request as an agent proposes it. */
export interface Drafted {
  readonly by: Alias;
  /** Which of a few effects; the same number is the same effect. */
  readonly effect: number;
  /** For a gated step of a plan, or by itself. */
  readonly planned: boolean;
  /** From now, ms; 0: it does not expire. */
  readonly expiresMs: number;
  readonly attached: boolean;
}

/** A world and what is done in it. */
export interface Script {
  readonly seed: number;
  /** What it was made for, in a few words. */
  readonly about: string;
  readonly commands: readonly Command[];
}
