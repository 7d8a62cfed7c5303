import type { JsonObject } from '../../../core/json.js';
import type { NotifyTarget } from '../../../core/settings/device-config.js';
import type { ChildProcesses } from '../../../mcp/client/transport/child-processes.js';
import type { HttpClient } from '../../../mcp/client/transport/http-client.js';
import type { Clock } from '../../../ports/clock.js';

const limitMs = 30_000;
const tooLong = `it took longer than ${limitMs / 1_000} seconds`;
const brokenOff = 'it was cancelled';

export interface MessageWays {
  readonly http: HttpClient;
  readonly processes: ChildProcesses;
  readonly clock: Clock;
}

export interface NotifyMessage {
  readonly text: string;
  readonly details: JsonObject;
  readonly link?: string;
}

/** Sends a message once. Returns what went wrong, or `null`. */
export function sendMessage(
  target: NotifyTarget,
  message: NotifyMessage,
  ways: MessageWays,
  signal: AbortSignal,
): Promise<string | null> {
  return 'url' in target
    ? post(target.url, message, ways, signal)
    : run(target.command, target.args, message, ways, signal);
}

function post(
  address: string,
  message: NotifyMessage,
  { http, clock }: MessageWays,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    let isAsked = false;
    const end = (why: string | null): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      exchange.breakOff();
      resolve(why);
    };
    const onAbort = (): void => end(brokenOff);
    const cancel = clock.setTimer(limitMs, () => end(tooLong));
    const { url, body } = requestOf(address, message);
    const exchange = http.post(
      {
        url,
        headers: { 'content-type': 'application/json', 'user-agent': 'Countersign' },
        body: JSON.stringify(body),
      },
      {
        writing: () => Promise.resolve((isAsked = !signal.aborted)),
        head: ({ status }) => end(isAsked ? whyRefused(status) : 'it answered before it was asked'),
        body: () => undefined,
        end: (problem) => end(problem ?? 'the server closed the connection'),
      },
    );
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

/** Returns the URL and body of the POST that sends a message. */
export function requestOf(
  address: string,
  { text, details, link }: NotifyMessage,
): { readonly url: string; readonly body: JsonObject } {
  const title = 'Countersign';
  const url = new URL(address);
  const [, topic] = /^\/([\w-]{1,64})\/?$/u.exec(url.pathname) ?? [];
  if (topic !== undefined && /^ntfy\./u.test(url.hostname)) {
    url.pathname = '/';
    const click = link === undefined ? {} : { click: link };
    return { url: url.href, body: { topic, title, message: text, ...click } };
  }
  const opens = link === undefined ? {} : { link };
  return {
    url: address,
    body: { title, message: text, text, content: text, ...details, ...opens },
  };
}

function whyRefused(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `it leads to another address (HTTP ${status}), which is not followed`
    : `it answered HTTP ${status}`;
}

async function run(
  command: string,
  args: readonly string[],
  { text, link }: NotifyMessage,
  { processes, clock }: MessageWays,
  signal: AbortSignal,
): Promise<string | null> {
  const said = link === undefined ? text : `${text} ${link}`;
  const spec = { command, args: [...args, said], env: {}, mayUseVault: false };
  const started = await processes.spawn(spec);
  if (!started.ok) return 'it could not be started; it is missing, or uses this vault';
  const { value: child } = started;
  return new Promise((resolve) => {
    const giveUp = (why: string): void => {
      resolve(why);
      void child.kill();
    };
    const onAbort = (): void => giveUp(brokenOff);
    const cancel = clock.setTimer(limitMs, () => giveUp(tooLong));
    child.listen({
      stdout: () => undefined,
      stderr: () => undefined,
      end: ({ code }) => {
        cancel();
        signal.removeEventListener('abort', onAbort);
        resolve(code === 0 ? null : code === null ? 'it was ended' : `it ended with code ${code}`);
      },
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
