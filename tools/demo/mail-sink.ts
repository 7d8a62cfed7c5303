import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A mail server on this machine that keeps what it gets and delivers nothing. */
export interface MailSink {
  readonly port: number;
  readonly mails: readonly Mail[];
  /** Called when a mail is here and before the sender is told so. */
  onMail: ((mail: Mail) => void) | null;
  close(): Promise<void>;
}

/** Starts a sink on 127.0.0.1; without a port, on any free one. */
export async function startMailSink(port = 0): Promise<MailSink> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => {
      done(null, { user: 'demo' });
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          subject: /^Subject: (.*)$/im.exec(text)?.[1]?.trim() ?? '',
          at: Date.now(),
        };
        mails.push(mail);
        sink.onMail?.(mail);
        done();
      });
    },
  });
  server.on('error', () => {
    // A client that dies in the middle is part of the story; the mails tell what arrived.
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  const sink: MailSink = {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    onMail: null,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
  return sink;
}
