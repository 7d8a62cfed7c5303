import { digestJson } from '../../digest.js';
import type { AgentTool } from './agent-tools.js';

const longestOfModels = 64;
const longest = 44;
const hashLength = 10;

export const longestServerName = longestOfModels - longest - 'mcp____'.length;

/** Returns the name that agents see for a tool, such as `mail__send_email`. */
export function mirroredName(bridge: string, tool: string): string {
  const name = `${bridge}__${tool}`;
  const isPlain = [bridge, tool].every((part) => !part.includes('__') && !/^_|_$/u.test(part));
  const fits = name.length <= longest && /^[A-Za-z][A-Za-z0-9_-]*$/u.test(name);
  if (isPlain && fits) return name;
  const start = name.replace(/[^A-Za-z0-9_-]/gu, '-').replace(/^[^A-Za-z]+/u, '');
  const hash = digestJson([bridge, tool]).slice(0, hashLength);
  return `${(start || 'tool').slice(0, longest - hashLength - 1)}_${hash}`;
}

/** Returns tools whose names differ at most in capitals. Clients could confuse them. */
export function sameNamedTools(tools: readonly AgentTool[]): ReadonlySet<AgentTool> {
  const byName = new Map<string, AgentTool[]>();
  for (const tool of tools) {
    const name = mirroredName(tool.bridge, tool.shown.name).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), tool]);
  }
  return new Set([...byName.values()].flatMap((named) => (named.length > 1 ? named : [])));
}
