import type { BridgeConfig, Route } from '../../core/settings/device-config.js';

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"`;

/**
 * The success answer of `mcp-mail-server` 1.2, whole. It reports failures as normal results too
 * ("Error: …", with what the mail server said, which may quote the mail), so nothing less than the
 * full form counts. A mail that some recipients were refused (`rejected` not empty) does not match:
 * a person has to look at it.
 */
const MAIL_SENT = [
  String.raw`^\{`,
  `  "messageId": ${TEXT},`,
  `  "response": ${TEXT},`,
  String.raw`  "accepted": \[`,
  String.raw`(?:    ${TEXT},?\n)+  \],`,
  String.raw`  "rejected": \[\],`,
  `  "sentFolderSaved": (?:true|false),`,
  String.raw`  "note": "Email sent successfully[^"\\\n]*"`,
  String.raw`\}$`,
].join(String.raw`\n`);

const MAIL_SERVER = 'mcp-mail-server';

/** The routes known to fit a server, recognised by its package or file name; empty for others. */
export function presetFor(config: BridgeConfig): Omit<Route, 'bridge'>[] {
  if (config.transport !== 'stdio') return [];
  if (![config.command, ...config.args].some((part) => names(part, MAIL_SERVER))) return [];
  return [
    {
      actionType: 'email',
      tool: 'send_email',
      arguments: {},
      success: MAIL_SENT,
      budgetPerHour: null,
    },
  ];
}

/** Whether a command or argument names a package: `pkg`, `pkg@1.2`, `pkg.cmd`, `…/pkg/dist/index.js`. */
function names(part: string, packageName: string): boolean {
  return part
    .split(/[\\/]/u)
    .map((segment) => segment.replace(/@[^@]*$/u, '').replace(/\.(?:cmd|exe|js|mjs|cjs)$/u, ''))
    .includes(packageName);
}
