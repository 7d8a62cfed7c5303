import { describeTarget } from '../../../core/settings/bridges/describe-bridge.js';
import type { BridgeConfig, NotifyTarget } from '../../../core/settings/device-config.js';
import { isThisComputer } from '../../../mcp/client/http-address.js';

/** Returns why an address cannot be used for messages, or `null`. */
export function notifyUrlProblem(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'That is not an address. Write all of it, with https://.';
  }
  if (url.protocol === 'https:') return null;
  return url.protocol === 'http:' && isThisComputer(url.hostname)
    ? null
    : 'The address must begin with https://. Only an address on this computer can use http.';
}

/** Describes where messages go. WRITE IT NEITHER INTO THE VAULT NOR INTO A LOG. */
export function describeNotifyTarget(target: NotifyTarget): string {
  return 'url' in target ? new URL(target.url).origin : describeTarget(programOf(target));
}

/** Describes the program for messages as if it were an MCP server. */
export function programOf({
  command,
  args,
}: Extract<NotifyTarget, { command: string }>): Extract<BridgeConfig, { transport: 'stdio' }> {
  return { alias: '', transport: 'stdio', command, args, env: {}, timeLimitSeconds: 0 };
}

export const whatIsSent =
  'When requests begin to wait for you, Countersign sends one line: how many are waiting, the type of the newest one, and the name of its server. It contains no word of a request. At most one message a minute is sent, and only while actions run on this computer.';
