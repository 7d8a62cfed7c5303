import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RequestSummary } from '../../../../../src/core/mission/summaries.js';
import type { MissionSource } from '../../../../../src/engine/mission-source.js';
import type { SessionState } from '../../../../../src/hosts/obsidian/lifecycle/session-state.js';
import { SystemNotices } from '../../../../../src/hosts/obsidian/notify/system-notices.js';
import {
  isAtApp,
  systemNotification,
} from '../../../../../src/hosts/obsidian/notify/system-notification.js';
import { virtualClock, type VirtualClock } from '../../../../support/memory/virtual-clock.js';

const minute = 60_000;
let clock: VirtualClock;
let waits: string[];
let listeners: Set<() => void>;
/** What the system shows now. */
let shown: { readonly text: string; readonly click: () => void }[];
/** Everything that it showed. */
let texts: string[];
let isHere: boolean;
let opened: string[];
let session: ConstructorParameters<typeof SystemNotices>[0] & { state: SessionState };

beforeEach(() => {
  clock = virtualClock();
  [waits, shown, texts, opened, isHere] = [[], [], [], [], false];
  listeners = new Set();
  const bridges = [{ alias: 'mail', transport: 'practice', timeLimitSeconds: 5 }];
  session = {
    state: ready(true),
    executor: { device: { config: { bridges } } },
    approving: null,
    sharedKeys: { keys: [], ignored: 0 },
    onSource: () => undefined,
  } as unknown as typeof session;
});

function ready(isDesktop: boolean): SessionState {
  const source = {
    view: () => ({
      waiting: waits.map(
        (requestId) =>
          ({ requestId, actionType: 'email', bridge: 'mail', createdMs: -1e9 }) as RequestSummary,
      ),
    }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as MissionSource;
  const desktop = isDesktop ? { clock } : null;
  return { at: 'ready', vault: { side: { desktop } }, work: { source } } as unknown as SessionState;
}

function wait(...ids: readonly string[]): void {
  waits = [...ids];
  for (const listener of listeners) listener();
}

const system = {
  notification: () => (text: string, click: () => void) => {
    const one = { text, click };
    texts.push(text);
    shown.push(one);
    return () => void (shown = shown.filter((other) => other !== one));
  },
  isAtApp: () => isHere,
};

async function start(given = system): Promise<SystemNotices> {
  const notices = new SystemNotices(session, (requestId) => opened.push(requestId), given);
  await clock.advance(0);
  return notices;
}

describe('a notification of the system', () => {
  test('says that a request begins to wait, and a click opens the newest one', async () => {
    await start();
    wait('a', 'b');
    await clock.advance(2_000);
    expect(texts).toEqual(['2 requests are waiting for you. The newest: Email, server “mail”.']);
    shown[0]?.click();
    expect(opened).toEqual(['b']);
  });

  test('is not shown to who is at a window of the app, nor later of the same request', async () => {
    isHere = true;
    await start();
    wait('a');
    await clock.advance(2 * minute);
    isHere = false;
    wait('a');
    await clock.advance(2 * minute);
    expect(texts).toEqual([]);
    wait('a', 'b');
    await clock.advance(2_000);
    expect(texts).toHaveLength(1);
  });

  test('takes the place of the one before', async () => {
    await start();
    wait('a');
    await clock.advance(2 * minute);
    wait('a', 'b');
    await clock.advance(2 * minute);
    expect(texts).toHaveLength(2);
    expect(shown.map(({ text }) => text)).toEqual([texts[1]]);
  });

  test('tells nothing of what waited at the start, also when another device took over meanwhile', async () => {
    waits = ['a'];
    await start();
    session.state = ready(true);
    session.onSource();
    await clock.advance(2 * minute);
    expect(texts).toEqual([]);
  });

  test('is not shown where nobody can decide, and is where a device approves for another one', async () => {
    const own = { device: 'd-bbbbbbbbbb', publicKey: 'AAAA', isTrustedHere: false };
    Object.assign(session, { executor: null, approving: own });
    await start();
    wait('a');
    await clock.advance(2 * minute);
    expect(texts).toEqual([]);
    Object.assign(session, { approving: { ...own, isTrustedHere: true } });
    wait('a');
    await clock.advance(2 * minute);
    wait('a', 'b');
    await clock.advance(2 * minute);
    expect(texts).toEqual(['2 requests are waiting for you. The newest: Email.']);
  });

  test('is not shown on a phone, nor by an app that has none', async () => {
    session.state = ready(false);
    await start();
    expect(listeners.size).toBe(0);
    session.state = ready(true);
    const none = { ...system, notification: () => null };
    await start(none as unknown as typeof system);
    wait('a');
    await clock.advance(2 * minute);
    expect(texts).toEqual([]);
  });

  test('is gone, and nothing is listened to, once the plugin is off', async () => {
    const notices = await start();
    wait('a');
    await clock.advance(2_000);
    notices.close();
    session.onSource();
    expect(shown).toEqual([]);
    expect(listeners.size).toBe(0);
    expect(clock.waiting).toBe(0);
  });
});

describe('the app', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('may have no notifications, or its person refused them', () => {
    expect(systemNotification()).toBeNull();
    vi.stubGlobal('window', {});
    expect(systemNotification()).toBeNull();
    vi.stubGlobal('window', { Notification: { permission: 'denied' } });
    expect(systemNotification()).toBeNull();
  });

  test('shows the text as it is; a click brings its window to the front', () => {
    const made: { title: string; options: object; onclick: (() => void) | null }[] = [];
    let closed = 0;
    class Notification {
      static readonly permission = 'granted';
      onclick: (() => void) | null = null;
      constructor(
        readonly title: string,
        readonly options: object,
      ) {
        made.push(this);
      }
      close(): void {
        closed += 1;
      }
    }
    const focus = vi.fn();
    vi.stubGlobal('window', { Notification, focus });
    const clicked = vi.fn();
    const takeAway = systemNotification()?.('1 request', clicked);
    expect(made[0]).toMatchObject({ title: 'Countersign', options: { body: '1 request' } });
    made[0]?.onclick?.();
    expect([focus.mock.calls.length, clicked.mock.calls.length, closed]).toEqual([1, 1, 1]);
    takeAway?.();
    expect(made[0]?.onclick).toBeNull();
    expect(closed).toBe(2);
  });

  test.each([
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ])('has the person at it by its window (%s) or a torn-off one (%s): %s', (main, other, is) => {
    vi.stubGlobal('document', { hasFocus: () => main });
    vi.stubGlobal('activeDocument', { hasFocus: () => other });
    expect(isAtApp()).toBe(is);
  });
});
