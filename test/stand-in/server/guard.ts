import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What of a request decides whether it is answered. */
export type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** What is asked for, below the secret part of the address. */
export type Wanted = 'page' | 'script' | 'style' | 'signal' | 'socket';

const THINGS: Readonly<Record<string, { readonly wanted: Wanted; readonly method: string }>> = {
  '': { wanted: 'page', method: 'GET' },
  'main.js': { wanted: 'script', method: 'GET' },
  'app.css': { wanted: 'style', method: 'GET' },
  signal: { wanted: 'signal', method: 'POST' },
  socket: { wanted: 'socket', method: 'GET' },
};

/**
 * What a request wants, or `null` when it is to be refused. Whoever gets through may change files and
 * start programs, so it must name this very server (a site that rebinds its name to 127.0.0.1
 * sends its own `Host`), know the secret of this run, and, where a browser says who asks, be our page.
 */
export function wantedBy(asked: Asked, port: number, secret: string): Wanted | null {
  const host = `127.0.0.1:${port}`;
  if (asked.headers.host !== host) return null;
  const { origin } = asked.headers;
  if (origin !== undefined && origin !== `http://${host}`) return null;
  const [path = ''] = (asked.url ?? '').split('?');
  const [, given = '', name = '', ...rest] = path.split('/');
  const thing = Object.hasOwn(THINGS, name) ? THINGS[name] : undefined;
  if (thing === undefined || rest.length > 0 || !isSame(given, secret)) return null;
  if (asked.method !== thing.method) return null;
  // A page always names its origin here; what does not is no page of ours.
  if ((thing.wanted === 'socket' || thing.wanted === 'signal') && origin === undefined) return null;
  return thing.wanted;
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
