import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { agentAddress } from '../../core/settings/agents/agent-clients.js';

/** Other apps reach this Countersign by starting `script` or by connecting to `agentPort`. */
export interface OwnReach {
  readonly script?: string;
  readonly agentPort?: number;
}

/** True when another app’s entry starts Countersign itself, or connects to it. */
export function isOwnEntry(entry: Json, { script, agentPort }: OwnReach): boolean {
  if (!isJsonObject(entry)) return false;
  const words = wordsOf(entry);
  const all = [...words.map(({ word }) => word), urlOf(entry)];
  if (agentPort !== undefined && all.some((one) => leadsTo(one, agentAddress(agentPort))))
    return true;
  return words.some(({ word, isProgram }, at) => {
    const isMcp = words.slice(at + 1).map((later) => later.word === 'mcp');
    if (word === script || /(?:^|[\\/])countersign\.(?:mjs|cmd)$/u.test(word)) {
      return isMcp.includes(true);
    }
    // The word may be an argument of another program, such as the name of a project.
    const isNamed = /(?:^|[\\/])countersign(?:@[\w.-]+)?$/u.test(word);
    const isStarted = isProgram || isFetched(words.slice(0, at));
    return isNamed && (isStarted ? isMcp.includes(true) : isMcp[0] === true);
  });
}

export function urlOf(entry: JsonObject): Json | undefined {
  return entry['httpUrl'] ?? entry['serverUrl'] ?? entry['url'];
}

function isFetched(before: readonly Word[]): boolean {
  const [program, ...more] = before.slice(before.findLastIndex(({ isProgram }) => isProgram));
  return (
    /(?:^|[\\/])(?:npx|npm|pnpm|pnpx|yarn|bunx?)(?:\.(?:cmd|exe))?$/iu.test(program?.word ?? '') &&
    more.every(({ word }) => /^(?:-.*|exec|dlx|x)$/u.test(word))
  );
}

interface Word {
  readonly word: string;
  readonly isProgram: boolean;
}

function wordsOf({ command, args }: JsonObject): readonly Word[] {
  const texts = [command, ...(Array.isArray(args) ? (args as readonly Json[]) : [])];
  return texts.flatMap((text, at): readonly Word[] => {
    if (typeof text !== 'string') return [];
    const before = texts[at - 1];
    const isLine = typeof before === 'string' && /^(?:-[a-z]*c|\/c|-command)$/iu.test(before);
    if (!isLine) return [{ word: text, isProgram: at === 0 }];
    const parts = text.split(/[\s;&|'"()]+/u).filter((part) => part !== '');
    return parts.map((word, part) => ({ word, isProgram: part === 0 }));
  });
}

function leadsTo(text: Json | undefined, address: string): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const [one, ours] = [new URL(text), new URL(address)];
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])\.?$/u.test(one.hostname);
  const path = one.pathname.replace(/\/+$/u, '');
  return isHere && one.port === ours.port && path === ours.pathname;
}
