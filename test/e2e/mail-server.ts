import { join } from 'node:path';
import process from 'node:process';

/** `mcpServers` JSON of the real mail server, which delivers to a sink on this port of 127.0.0.1. */
export function mailServer(port: number) {
  return {
    mcpServers: {
      email: {
        command: process.execPath,
        args: [join(process.cwd(), 'node_modules/mcp-mail-server/dist/index.js')],
        env: {
          EMAIL_USER: 'me@example.com',
          EMAIL_PASS: 'test',
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(port),
          SMTP_SECURE: 'false',
          IMAP_HOST: '127.0.0.1',
          IMAP_PORT: '1',
          IMAP_SECURE: 'false',
        },
      },
    },
  };
}
