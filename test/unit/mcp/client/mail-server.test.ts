import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { authoriseAction } from '../../../../src/core/request/approval/authorised-action.js';
import { outcomeOf } from '../../../../src/core/request/outcome/decide-outcome.js';
import type { BridgeConfig } from '../../../../src/core/settings/device-config.js';
import { nodeHttpClient } from '../../../../src/hosts/desktop/servers/node-http-client.js';
import { mcpBridges, type McpBridges } from '../../../../src/mcp/client/bridges.js';
import { presetFor } from '../../../../src/mcp/client/presets.js';
import { realClock } from '../../../support/mcp/bridge-bench.js';
import { testProcesses } from '../../../support/mcp/test-processes.js';

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const it of open.splice(0)) await it.close();
});

/** A mail server that accepts and keeps everything but mail to refused@. */
async function mailSink(): Promise<{ readonly port: number; readonly mails: string[] }> {
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('refused@') ? done(new Error('no such person')) : done(),
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
  return { port: (server.server.address() as AddressInfo).port, mails };
}

interface MailBridge {
  readonly bridges: McpBridges;
  readonly success: string | null;
}

function mailBridge(port: number): MailBridge {
  const config: BridgeConfig = {
    alias: 'mail',
    transport: 'stdio',
    command: process.execPath,
    args: [createRequire(import.meta.url).resolve('mcp-mail-server')],
    env: {
      EMAIL_USER: 'me@example.com',
      EMAIL_PASS: 'secret',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_SECURE: 'false',
      IMAP_HOST: '127.0.0.1',
      IMAP_PORT: '1',
      IMAP_SECURE: 'false',
    },
    timeLimitSeconds: 20,
  };
  const bridges = mcpBridges({
    configs: () => [config],
    processes: testProcesses({ graceMs: 500 }),
    http: nodeHttpClient(),
    clock: realClock,
  });
  open.unshift(bridges);
  return {
    bridges,
    success: presetFor(config)[0]?.success ?? null,
  };
}

async function send({ bridges }: MailBridge, to: string) {
  const inspected = await bridges.inspect('mail');
  if (!inspected.ok) throw new Error(inspected.error.message);
  return bridges.call(
    authoriseAction({
      requestId: 'r-1',
      bridge: 'mail',
      connection: inspected.value.connection,
      tool: 'send_email',
      arguments: { to, subject: 'Email sent successfully', text: 'Your invoice.' },
    }),
    async () => null,
  );
}

test('a mail goes out once, and the real answer reads as a success', async () => {
  const { port, mails } = await mailSink();
  const mail = mailBridge(port);
  expect(await mail.bridges.inspect('mail')).toMatchObject({ ok: true });

  const report = await send(mail, 'client@example.com');

  expect(report).toMatchObject({ kind: 'result' });
  expect(outcomeOf(report, mail.success).kind).toBe('executed');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('To: client@example.com');
});

test('without a mail server the answer is a normal result that reads as no success', async () => {
  const mail = mailBridge(1);
  await mail.bridges.inspect('mail');

  const report = await send(mail, 'client@example.com');

  expect(report).toMatchObject({ kind: 'result' });
  for (const success of [null, mail.success]) {
    expect(outcomeOf(report, success)).toMatchObject({
      kind: 'unknown',
      answer: expect.stringContaining('ECONNREFUSED') as string,
    });
  }
});

test('a mail that only some recipients were accepted for has to be looked at', async () => {
  const { port, mails } = await mailSink();
  const mail = mailBridge(port);
  await mail.bridges.inspect('mail');

  const report = await send(mail, 'client@example.com, refused@example.com');

  expect(outcomeOf(report, mail.success).kind).toBe('unknown');
  expect(mails).toHaveLength(1);
});
