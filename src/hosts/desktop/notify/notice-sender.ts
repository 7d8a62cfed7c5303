import { join } from 'node:path';
import { sha256Hex } from '../../../core/digest.js';
import { fail, ok, type Problem, type Result } from '../../../core/errors.js';
import {
  isConfig,
  type DeviceConfig,
  type NotifyTarget,
} from '../../../core/settings/device-config.js';
import { isoSeconds, readInstant } from '../../../core/time.js';
import { noticeText, waitingNotice } from '../../../core/views/waiting-notice.js';
import type { NoticeSender } from '../../../ports/notice-sender.js';
import { replaceFile } from '../files/atomic-file.js';
import { readRegular } from '../files/regular-file.js';
import { sendMessage, type MessageWays, type NotifyMessage } from './send-message.js';

export interface NoticeSenderOptions extends MessageWays {
  readonly folder: string;
  readonly config: () => DeviceConfig | Problem;
  readonly refresh?: () => Promise<void>;
  readonly linkTo?: (requestId: string) => string;
}

export function noticeSender(options: NoticeSenderOptions): NoticeSender {
  const { clock, config, folder, refresh, linkTo } = options;
  const file = join(folder, 'last-message');
  const abort = new AbortController();
  const targetNow = (): NotifyTarget | undefined => {
    const known = config();
    return isConfig(known) ? known.notify : undefined;
  };
  return {
    async target() {
      if (targetNow() !== undefined) await refresh?.();
      const target = targetNow();
      return target === undefined ? null : JSON.stringify(target);
    },
    async lastSent() {
      const [at = '', ...ids] = (await readRegular(file).catch(() => '')).split('\n');
      const ms = readInstant(at.trim())?.ms;
      const counted = new Set(ids);
      const isElsewhere = ids.some((id) => id.startsWith('to ') && id !== toLine(targetNow()));
      return ms === undefined || isElsewhere
        ? null
        : { ms, counted: ({ requestId }) => counted.has(requestId) };
    },
    async send(waiting, newest) {
      const known = config();
      const target = targetNow();
      if (!isConfig(known) || target === undefined) return ok(undefined);
      const notice = waitingNotice(waiting.length, newest, known.bridges);
      const link = linkTo === undefined ? {} : { link: linkTo(newest.requestId) };
      const message = { text: noticeText(notice), details: { ...notice }, ...link };
      const sent = await sendNow(target, message, options, abort.signal);
      if (sent.ok) {
        const ids = waiting.map(({ requestId }) => requestId);
        const lines = [isoSeconds(clock.now()), toLine(target), ...ids, ''];
        const bytes = new TextEncoder().encode(lines.join('\n'));
        await replaceFile(file, bytes, 0o600).catch(() => undefined);
      }
      return sent;
    },
    async test() {
      const target = targetNow();
      if (target === undefined) return nowhere;
      const text = 'This is a test. Messages from Countersign reach you here.';
      return sendNow(target, { text, details: {} }, options, abort.signal);
    },
    stop: () => abort.abort(),
  };
}

/** The line contains only a hash of the target, because the target may contain secrets. */
function toLine(target: NotifyTarget | undefined): string {
  return `to ${sha256Hex(JSON.stringify(target ?? null))}`;
}

const nowhere = fail(
  'notify_failed',
  'No messages are set up yet.',
  'Set them up first: in the settings under “Safety on this device”, or with `countersign notify set-url` in a terminal.',
);

async function sendNow(
  target: NotifyTarget,
  message: NotifyMessage,
  ways: MessageWays,
  signal: AbortSignal,
): Promise<Result<void>> {
  const why = await sendMessage(target, message, ways, signal);
  if (why === null) return ok(undefined);
  const what =
    'url' in target
      ? 'service that notifies you didn’t take a message'
      : 'program that notifies you failed';
  return fail(
    'notify_failed',
    `The ${what}: ${why}.`,
    'Change where it goes, or send a test: in the settings under “Safety on this device”, or with `countersign notify test` in a terminal.',
  );
}
