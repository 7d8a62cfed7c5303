import type { Problem, Result } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import type { AuthorisedAction } from '../core/request/approval/authorised-action.js';
import type { CallReport } from '../core/request/outcome/call-report.js';
import type { BridgeTarget, ToolDefinition } from '../core/request/action/tool-definition.js';

/** A bridge as it answers now. */
export interface BridgeInspection {
  readonly target: BridgeTarget;
  readonly tools: readonly ToolDefinition[];
  /**
   * SHA-256 (hex) of what decides which server this is, with the values of variables and headers: another key may
   * be another account. To compare on this computer; never for notes.
   */
  readonly launch: string;
  /** Names the connection that this was asked of; a call goes over this one or over none. */
  readonly connection: string;
}

/** A bridge that just listed its tools, for a screen. */
export interface ListedBridge extends Pick<BridgeInspection, 'target' | 'tools'> {
  /** What it reaches, in one line, with secrets hidden. NOT FOR THE VAULT OR A LOG. */
  readonly shown: string;
  /** The tools in their order, with the secrets of this device hidden. */
  readonly shownTools: readonly ToolDefinition[];
}

/** What may be shown of it. */
export type ShownInspection = Omit<BridgeInspection, 'launch'>;

/** The configured MCP servers. `call` is the one door out: only `engine/gate` may use it. */
export interface Bridges {
  /** The aliases of all configured bridges. */
  aliases(): readonly string[];
  /** What `inspect` would say of `launch` now, without asking the server; `null`: there is no such bridge. */
  launchOf(alias: string): string | null;
  /** Connects if needed and lists the tools as they are now. Fails with `bridge_unknown`, `bridge_unreachable`, or `bridges_closed`. */
  inspect(alias: string): Promise<Result<BridgeInspection>>;
  /** What is wrong with `args` for this tool's `inputSchema`, as sentences; empty when valid. */
  argumentProblems(tool: ToolDefinition, args: JsonObject): readonly string[];
  /**
   * Why these texts of a call are refused, as a sentence: one names a file of Countersign's own state on this
   * computer (ledger, bridges, secrets), as a server that runs here would read it. `null`: none does.
   */
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  /**
   * Whether one of these texts may be read as the full path of a file in the vault, in any spelling, or whether one of
   * these hidden files, by their paths in the vault, is there. Where nobody can tell, yes.
   */
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
  /**
   * Makes one `tools/call` on the very connection that was inspected, and never a second one. If
   * that connection is gone it reports `not_sent` instead of connecting again. Never throws.
   *
   * @param whyNot asked once, when the connection is there and right before the first byte is handed over; with a
   * sentence nothing is sent
   */
  call(action: AuthorisedAction, whyNot: () => Promise<string | null>): Promise<CallReport>;
  /** Why nothing can be connected or called any more: everything is being closed here; `null` while it is not. */
  closedProblem(): Problem | null;
  /** Closes every connection and ends every child process. */
  close(): Promise<void>;
}
