import { bridgeDigest, toolDigest } from '../../../core/request/action/digests.js';
import { differingLines } from '../../../core/request/review/build-review.js';
import type { ArgumentChange, KnownChange, Review } from '../../../core/request/review/review.js';
import type { ToolDefinition } from '../../../core/request/action/tool-definition.js';
import { hintsOf, type ToolHints } from '../../../core/request/action/tool-hints.js';
import { showInvisible } from '../../../core/text/show-invisible.js';
import type { ListedBridge } from '../../../ports/bridges.js';
import type { FolderStorage } from './device-database.js';

export interface ToolName {
  readonly bridge: string;
  readonly tool: string;
}

interface KnownTool {
  readonly digest: string;
  readonly hints: ToolHints;
  readonly text?: string;
}

const storageKey = 'countersign-tools';
const mostRemembered = 200;
const longestText = 8_000;

/** Remembers what this device's servers said about their tools. */
export class KnownTools {
  private readonly listed = new Map<string, Pick<ListedBridge, 'tools' | 'shownTools'>>();
  private readonly known: Map<string, KnownTool>;
  private readonly stale = new Set<string>();
  private readonly texts = new Map<string, string>();

  constructor(private readonly storage: FolderStorage) {
    this.known = new Map(readKnown(storage.loadLocalStorage(storageKey)));
    for (const { digest, text } of this.known.values()) this.keepText(digest, text);
  }

  learn(alias: string, { target, shown, ...listed }: ListedBridge): void {
    this.listed.set(alias, listed);
    const names = target.names.length === 0 ? '' : ` (${target.names.join(', ')})`;
    // Keeps this text only in memory, because a command may contain a password.
    this.keepText(bridgeDigest(target), `${shown}${names}`);
    for (const key of this.known.keys()) this.stale.add(key);
  }

  hintsOf(name: ToolName): ToolHints | undefined {
    return this.find(name)?.hints;
  }

  tell(review: Review): Review {
    const { call, machine } = review.request;
    const known = this.find(call);
    const isThat = !machine.preparation || machine.preparation.tool_digest === known?.digest;
    return known && isThat ? { ...review, toolHints: known.hints } : review;
  }

  explain(changes: readonly ArgumentChange[]): readonly ArgumentChange[] {
    return changes.map((change) => {
      const known = change.isFingerprint && this.knownChange(change);
      return known ? { ...change, known } : change;
    });
  }

  private knownChange({ before, after }: ArgumentChange): KnownChange | undefined {
    const [was, is] = [before, after].map((digest) => this.texts.get(digest ?? ''));
    if (is === undefined) return undefined;
    if (was === undefined) return { after: showInvisible(is) };
    return was === is
      ? { before: showInvisible(was), after: showInvisible(is) }
      : differingLines(was, is);
  }

  private find({ bridge, tool }: ToolName): KnownTool | undefined {
    const key = JSON.stringify([bridge, tool]);
    const listed = this.listed.get(bridge);
    const remembered = this.known.get(key);
    if (!listed || (remembered && !this.stale.has(key))) return remembered;
    this.stale.delete(key);
    const at = listed.tools.findIndex(({ name }) => name === tool);
    const definition = listed.tools[at];
    const now = definition && knownTool(definition, listed.shownTools[at] ?? definition);
    if (now?.digest !== remembered?.digest) this.remember(key, now);
    return now;
  }

  private keepText(digest: string, text: string | undefined): void {
    keep(this.texts, digest, text);
  }

  private remember(key: string, tool: KnownTool | undefined): void {
    keep(this.known, key, tool);
    if (tool) this.keepText(tool.digest, tool.text);
    try {
      this.storage.saveLocalStorage(storageKey, [...this.known]);
    } catch {
      // When the storage is full, the tool is known only until the next start.
    }
  }
}

function keep<T>(among: Map<string, T>, key: string, value: T | undefined): void {
  among.delete(key);
  if (value !== undefined) among.set(key, value);
  const [oldest] = among.keys();
  if (among.size > mostRemembered && oldest !== undefined) among.delete(oldest);
}

function definitionText({ name, description = '', ...rest }: ToolDefinition): string | undefined {
  const text = `${name}\n${description}\n${JSON.stringify(rest, null, 2)}`;
  return text.length > longestText ? undefined : text;
}

function knownTool(definition: ToolDefinition, shown: ToolDefinition): KnownTool | undefined {
  try {
    const text = definitionText(shown);
    return {
      digest: toolDigest(definition),
      hints: hintsOf(definition.annotations),
      ...(text === undefined ? {} : { text }),
    };
  } catch {
    return undefined;
  }
}

function readKnown(stored: unknown): readonly [string, KnownTool][] {
  if (!Array.isArray(stored)) return [];
  return (stored as readonly unknown[]).flatMap((entry): [string, KnownTool][] => {
    const [key, tool] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof key !== 'string' || typeof tool !== 'object' || tool === null) return [];
    const { digest, hints, text } = tool as Readonly<Record<string, unknown>>;
    if (typeof digest !== 'string' || typeof hints !== 'object' || hints === null) return [];
    const read = { digest, hints: hintsOf(hints as Record<string, never>) };
    return [[key, typeof text === 'string' ? { ...read, text } : read]];
  });
}
