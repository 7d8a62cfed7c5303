import type { Problem, Result } from '../core/errors.js';
import type { JsonObject } from '../core/json.js';
import type { AuthorisedAction } from '../core/request/approval/authorised-action.js';
import type { CallReport } from '../core/request/outcome/call-report.js';
import type { BridgeTarget, ToolDefinition } from '../core/request/action/tool-definition.js';

export interface BridgeInspection {
  readonly target: BridgeTarget;
  readonly tools: readonly ToolDefinition[];
  readonly launch: string;
  readonly connection: string;
}

export interface ListedBridge extends Pick<BridgeInspection, 'target' | 'tools'> {
  /** What the bridge starts or connects to, in one line. NEVER WRITE IT INTO THE VAULT OR A LOG. */
  readonly shown: string;
  readonly shownTools: readonly ToolDefinition[];
}

export type ShownInspection = Omit<BridgeInspection, 'launch'>;

/** The configured MCP servers. Only `engine/gate` may use `call`. */
export interface Bridges {
  aliases(): readonly string[];
  launchOf(alias: string): string | null;
  /** Connects if needed, and lists the tools. */
  inspect(alias: string): Promise<Result<BridgeInspection>>;
  /** Returns sentences about what is wrong with `args`. Empty if nothing is wrong. */
  argumentProblems(tool: ToolDefinition, args: JsonObject): readonly string[];
  /** Returns a sentence if a text names a file of Countersign's own state. Null if none does. */
  deviceStateProblem(texts: readonly string[]): Promise<string | null>;
  /**
   * True when one of `texts` may name a file in the vault, or the vault has a file of `hidden`.
   * @param hidden vault paths with a name that starts with a dot
   */
  namesVault(texts: readonly string[], hidden: readonly string[]): Promise<boolean>;
  /**
   * Makes one `tools/call`.
   * @param whyNot asked right before sending; if it returns a text, nothing is sent
   */
  call(action: AuthorisedAction, whyNot: () => Promise<string | null>): Promise<CallReport>;
  closedProblem(): Problem | null;
  close(): Promise<void>;
}
