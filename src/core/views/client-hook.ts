import { fail, ok, type Result } from '../errors.js';
import { isJsonObject, type Json } from '../json.js';
import { addToJson } from '../text/add-to-json.js';

/** The tools with which Claude Code writes files. Its shell is not among them. */
export const fileTools: readonly string[] = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'];

export interface HookLaunch {
  readonly command: string;
  readonly args: readonly string[];
}

export function showHook(launch: HookLaunch): string {
  return JSON.stringify(hookGroup(launch), null, 2);
}

/**
 * Adds Countersign's hook to the text of Claude Code's settings.
 * @param text empty if there is no file yet
 */
export function withHook(text: string, launch: HookLaunch): Result<string> {
  const added = addToJson(text, ['hooks', 'PreToolUse', null], hookGroup(launch));
  if (!added.ok || text.trim() === '') return added;
  const before = JSON.stringify(hooksBefore(JSON.parse(text) as Json));
  if (before.includes(JSON.stringify(hookGroup(launch)))) return ok(text);
  return before.includes('"hook","--vault",')
    ? fail('input_invalid', 'It already has another hook of Countersign.', '')
    : added;
}

export function hooksAreOff(text: string): boolean {
  const settings = JSON.parse(text) as Json;
  return isJsonObject(settings) && settings['disableAllHooks'] === true;
}

function hooksBefore(settings: Json): Json {
  const hooks = isJsonObject(settings) ? settings['hooks'] : undefined;
  return (isJsonObject(hooks) ? hooks['PreToolUse'] : undefined) ?? [];
}

function hookGroup({ command, args }: HookLaunch): Json {
  return {
    matcher: `^(?:mcp__.*|${fileTools.join('|')})$`,
    hooks: [{ type: 'command', command, args, onFailure: 'block' }],
  };
}
