import { toolDigest } from '../../../core/request/action/digests.js';
import type { Review } from '../../../core/request/review/review.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import { hintsOf, type ToolHints } from '../../../core/request/action/tool-hints.js';
import type { FolderStorage } from './device-database.js';

/** A tool as a request names it. */
export interface ToolName {
  readonly bridge: string;
  readonly tool: string;
}

interface KnownTool {
  /** Of the definition that the server listed. */
  readonly digest: string;
  readonly hints: ToolHints;
}

const storageKey = 'countersign-tools';
/** Tools that are remembered over a restart; the oldest go first. */
const mostRemembered = 200;

/**
 * What the servers of this device said of those of their tools that requests name. Nothing is asked for
 * it: it is heard when a request is prepared, and kept on this device, where nobody else writes.
 */
export class KnownTools {
  /** By bridge, as last listed since the plugin was loaded. */
  private readonly listed = new Map<string, readonly ToolDefinition[]>();
  private readonly known: Map<string, KnownTool>;
  /** Bridges whose tools were listed after they were looked up, by what was looked up. */
  private readonly stale = new Set<string>();

  constructor(private readonly storage: FolderStorage) {
    this.known = new Map(readKnown(storage.loadLocalStorage(storageKey)));
  }

  /** A server listed its tools. */
  learn(alias: string, tools: readonly ToolDefinition[]): void {
    this.listed.set(alias, tools);
    for (const key of this.known.keys()) this.stale.add(key);
  }

  /** What is said of a tool as it was last listed; `undefined`: it never was, is gone, or cannot be told apart. */
  hintsOf(name: ToolName): ToolHints | undefined {
    return this.find(name)?.hints;
  }

  /** A review with what is said of the very tool that it was prepared for. */
  tell(review: Review): Review {
    const { call, machine } = review.request;
    const known = this.find(call);
    const isThat = !machine.preparation || machine.preparation.tool_digest === known?.digest;
    return known && isThat ? { ...review, toolHints: known.hints } : review;
  }

  private find({ bridge, tool }: ToolName): KnownTool | undefined {
    const key = JSON.stringify([bridge, tool]);
    const tools = this.listed.get(bridge);
    const remembered = this.known.get(key);
    if (!tools || (remembered && !this.stale.has(key))) return remembered;
    this.stale.delete(key);
    const [definition] = tools.filter(({ name }) => name === tool);
    const now = definition && knownTool(definition);
    if (now?.digest !== remembered?.digest) this.remember(key, now);
    return now;
  }

  private remember(key: string, tool: KnownTool | undefined): void {
    this.known.delete(key);
    if (tool) this.known.set(key, tool);
    const [oldest] = this.known.keys();
    if (this.known.size > mostRemembered && oldest !== undefined) this.known.delete(oldest);
    try {
      this.storage.saveLocalStorage(storageKey, [...this.known]);
    } catch {
      // The storage is full: it is known until the next start.
    }
  }
}

/** `undefined`: half a character has no digest. */
function knownTool(definition: ToolDefinition): KnownTool | undefined {
  try {
    return { digest: toolDigest(definition), hints: hintsOf(definition.annotations) };
  } catch {
    return undefined;
  }
}

/** What was remembered, as far as it can be read. */
function readKnown(stored: unknown): readonly [string, KnownTool][] {
  if (!Array.isArray(stored)) return [];
  return (stored as readonly unknown[]).flatMap((entry): [string, KnownTool][] => {
    const [key, tool] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof key !== 'string' || typeof tool !== 'object' || tool === null) return [];
    const { digest, hints } = tool as { readonly digest?: unknown; readonly hints?: unknown };
    if (typeof digest !== 'string' || typeof hints !== 'object' || hints === null) return [];
    return [[key, { digest, hints: hintsOf(hints as Record<string, never>) }]];
  });
}
