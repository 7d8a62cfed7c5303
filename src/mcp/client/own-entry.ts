import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';

/** What is known of this copy of Countersign. */
export interface OwnReach {
  readonly script?: string;
  readonly agentPort?: number;
}

/** Returns whether another app’s entry starts Countersign itself, or connects to it. */
export function isOwnEntry(entry: Json, { script, agentPort }: OwnReach): boolean {
  if (!isJsonObject(entry)) return false;
  const { command, args } = entry;
  const words = [command, args, urlOf(entry)].flat().filter((word) => typeof word === 'string');
  const inShell = words.map((word, at) =>
    /^[-/]\w*c(?:ommand)?$/iu.test(words[at - 1] ?? '')
      ? [...word.split(/[\s;&|'"()]+/u), ...words.slice(at + 1)]
      : [],
  );
  const text = [words, ...inShell]
    .flatMap((line) => [
      '',
      '',
      ...line.map((word) => (word === script ? 'countersign.mjs' : word)),
      '',
    ])
    .join('\n');
  const address = `\nhttp://(?:localhost|127[.\\d]+|\\[::1\\]):${agentPort}/mcp/*\n`;
  return ownStart.test(text) || new RegExp(address, 'iu').test(text);
}

export function urlOf(entry: JsonObject): Json | undefined {
  return entry['httpUrl'] ?? entry['serverUrl'] ?? entry['url'];
}

/**
 * In a text with one word a line and an empty line before each command: our name as the program,
 * maybe after what fetches it; our file; or our name right before “mcp”.
 */
const ownStart =
  /\n(?:\n(?:(?:.*[\\/])?(?:p?np[mx]|yarn|bunx?)(?:\..+)?\n(?:(?:-.*|exec|dlx|x)\n)*)?(?:.*[\\/])?countersign(?:@.+)?\n(?:.+\n)*|(?:.*[\\/])?countersign(?:\.[cm]..\n(?:.+\n)*|\n))mcp\n/u;
