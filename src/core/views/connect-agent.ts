export interface ConnectGuide {
  readonly client: string;
  readonly what: string;
  readonly text: string;
}

export interface Connection {
  readonly address: string;
  readonly name: string;
  readonly vault: string;
  readonly command: string;
  readonly isWindows: boolean;
}

/**
 * Returns a shell command that reads a pasted token into a variable. So the token stays out of the
 * shell's history.
 */
export function keepTokenCommand(isWindows: boolean): string {
  return isWindows
    ? '$env:COUNTERSIGN_TOKEN = Read-Host "Token"'
    : 'read -rs COUNTERSIGN_TOKEN && export COUNTERSIGN_TOKEN';
}

export function connectCommand({ command, vault, name, isWindows }: Connection): string {
  return `${command} connect claude-code --client ${quoted(name, isWindows)} --vault ${quoted(vault, isWindows)}`;
}

export function connectGuides({
  address,
  name,
  vault,
  command,
  isWindows,
}: Connection): readonly ConnectGuide[] {
  const token = isWindows ? '$env:COUNTERSIGN_TOKEN' : '$COUNTERSIGN_TOKEN';
  const header = `--header "Authorization: Bearer ${token}"`;
  return [
    {
      client: 'Claude Code',
      what: 'Run this in the same terminal. Claude Code keeps the token in its own settings.',
      text: `claude mcp add --transport http --scope user countersign ${address} ${header}`,
    },
    {
      client: 'Codex',
      what: 'Run this once. Codex reads the variable each time it starts, so set it wherever you start Codex.',
      text: `codex mcp add countersign --url ${address} --bearer-token-env-var COUNTERSIGN_TOKEN`,
    },
    {
      client: 'Gemini CLI',
      what: 'Run this in the same terminal. Gemini CLI must trust the folder that you work in.',
      text: `gemini mcp add --scope user --transport http ${header} countersign ${address}`,
    },
    {
      client: 'Claude Desktop',
      what: 'Add this to claude_desktop_config.json (Settings, Developer, Edit Config), with your token in place of TOKEN.',
      text: JSON.stringify({ mcpServers: { countersign: desktopServer(address) } }, null, 2),
    },
    {
      client: 'Other programs (stdio)',
      what: 'For programs that start their servers with a command. It needs no token, because only you can open its connection. The command-line runner must be installed.',
      text: `${command} mcp --vault ${quoted(vault, isWindows)} --client ${quoted(name, isWindows)}`,
    },
  ];
}

function desktopServer(address: string): object {
  return {
    command: 'npx',
    args: [
      ...['-y', 'mcp-remote', address],
      ...['--header', 'Authorization:${AUTH_HEADER}', '--transport', 'http-only'],
    ],
    env: { AUTH_HEADER: 'Bearer TOKEN' },
  };
}

function quoted(word: string, isWindows: boolean): string {
  if (/^[\w./:\\-]+$/.test(word) && (isWindows || !word.includes('\\'))) return word;
  return isWindows ? `'${word.replaceAll("'", "''")}'` : `'${word.replaceAll("'", "'\\''")}'`;
}
