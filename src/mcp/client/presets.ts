import type { BridgeConfig, Route } from '../../core/settings/device-config.js';

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"`;

/**
 * The whole answer is matched, because the failures of `mcp-mail-server` 1.2 may quote the email.
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

/**
 * These servers pass on Slack's answer: `@modelcontextprotocol/server-slack` 2025.4.25,
 * `@zencoderai/slack-mcp-server` 0.0.1.
 */
const SLACK_POSTED = String.raw`^\{"ok":true,`;

interface Preset {
  readonly names: readonly string[];
  readonly actionType: Route['actionType'];
  readonly tool: string;
  readonly success: string;
}

/** The success answers were read in the source code of the servers. */
const presets: readonly Preset[] = [
  { names: ['mcp-mail-server'], actionType: 'email', tool: 'send_email', success: MAIL_SENT },
  {
    // On a failure, version 1.1.11 answers “Error: …” as a normal result.
    names: ['@gongrzhe/server-gmail-autoauth-mcp'],
    actionType: 'email',
    tool: 'send_email',
    success: '^Email sent successfully with ID: [0-9a-f]+$',
  },
  {
    // On a failure, version 2.22.0 throws “Email failed to send: …”.
    names: ['resend-mcp'],
    actionType: 'email',
    tool: 'send-email',
    success: String.raw`^Email sent successfully! \{"id":"[^"\\]+"\}$`,
  },
  {
    names: ['@modelcontextprotocol/server-slack', 'mcp-server-slack'],
    actionType: 'social_post',
    tool: 'slack_post_message',
    success: SLACK_POSTED,
  },
  {
    names: ['@zencoderai/slack-mcp-server'],
    actionType: 'social_post',
    tool: 'slack_post_message',
    success: SLACK_POSTED,
  },
  {
    // The success answer is from the source code of version 1.3.4.
    names: ['mcp-discord'],
    actionType: 'social_post',
    tool: 'discord_send',
    success: String.raw`^Message successfully sent to channel ID: \d+$`,
  },
];

export function presetFor(config: BridgeConfig): Omit<Route, 'bridge'>[] {
  if (config.transport !== 'stdio') return [];
  const parts = [config.command, ...config.args].map(pathOf);
  return presets
    .filter((preset) =>
      preset.names.some((name) => parts.some((part) => part.includes(`/${name}/`))),
    )
    .map(({ actionType, tool, success }) => ({
      actionType,
      tool,
      arguments: {},
      success,
      budgetPerHour: null,
    }));
}

function pathOf(part: string): string {
  const names = part
    .split(/[\\/]/u)
    .map((name) => name.replace(/(.)@[^@]*$/u, '$1').replace(/\.(?:cmd|exe|js|mjs|cjs)$/u, ''));
  return `/${names.join('/')}/`;
}
