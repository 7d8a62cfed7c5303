import { beforeEach, expect, test } from 'vitest';
import { fail, type Problem } from '../../../../../src/core/errors.js';
import type { MissionView } from '../../../../../src/core/views/dashboard-text.js';
import type { PanelController } from '../../../../../src/hosts/obsidian/panel/panel-controller.js';
import type { Session } from '../../../../../src/hosts/obsidian/lifecycle/session.js';
import type { SessionState } from '../../../../../src/hosts/obsidian/lifecycle/session-state.js';
import { StatusBar } from '../../../../../src/hosts/obsidian/panel/status-bar.js';

let element: { text: string; said: string; isHidden: boolean; writes: number };
let listeners: Record<string, (event: unknown) => void>;
let state: SessionState;
let view: Pick<MissionView, 'missionCount' | 'waiting'>;
let halted: Problem | null;
let views: number;
let timers: (() => void)[];
let opened: string[];
let desk: PanelController;
let bar: StatusBar;

/** The vault on a device that shows it, or runs its actions with these settings. */
function ready(config: { paused: boolean; inbox?: string } | null): SessionState {
  const engine = {
    view: () => {
      views += 1;
      return view;
    },
    halted: () => halted,
  };
  const folders = { inbox: config?.inbox ?? 'Inbox' };
  const executor = config && { engine, device: { config: { ...config, folders } } };
  return {
    at: 'ready',
    vault: { settings: { folders: { inbox: 'Inbox' } } },
    work: { source: engine, executor },
    problem: null,
    isWaiting: false,
  } as unknown as SessionState;
}

/** Everything that waits to be drawn. */
async function drawn(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    for (const timer of timers.splice(0)) timer();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

beforeEach(async () => {
  element = { text: '', said: '', isHidden: false, writes: 0 };
  listeners = {};
  state = { at: 'not_set_up' };
  view = { missionCount: 2, waiting: [] };
  halted = null;
  views = 0;
  timers = [];
  opened = [];
  const requests = { reviewAll: () => opened.push('review') };
  desk = { onChange: () => undefined, requests } as unknown as PanelController;
  const item = {
    addClass: () => undefined,
    hide: () => (element.isHidden = true),
    toggle: (isShown: boolean) => (element.isHidden = !isShown),
    setText(text: string) {
      element.writes += 1;
      element.text = text;
    },
    setAttr(name: string, value: string) {
      if (name === 'aria-label') element.said = value;
    },
    addEventListener(type: string, listener: (event: unknown) => void) {
      listeners[type] = listener;
    },
  };
  const session = {
    get state() {
      return state;
    },
    clock: {
      now: () => 0,
      setTimer(_ms: number, callback: () => void) {
        timers.push(callback);
        return () => undefined;
      },
    },
  };
  bar = new StatusBar(
    { addStatusBarItem: () => item as unknown as HTMLElement },
    session as unknown as Session,
    desk,
    () => opened.push('panel'),
    () => undefined,
  );
  await drawn();
});

async function show(next: SessionState): Promise<string> {
  state = next;
  desk.onChange();
  await drawn();
  return element.text;
}

test('it is hidden until the vault was set up', async () => {
  expect(element).toMatchObject({ isHidden: true, writes: 0 });
  expect(await show(ready({ paused: false }))).toBe('2 plans');
  expect(element.isHidden).toBe(false);
  await show({ at: 'starting' });
  expect(element.isHidden).toBe(true);
});

test.each<[string, () => SessionState, string, string]>([
  ['actions are paused', () => ready({ paused: true }), '2 plans · paused', 'All actions'],
  [
    'this device runs none',
    () => ready(null),
    '2 plans · nothing runs here',
    'This device doesn’t',
  ],
  [
    'folders are to be confirmed',
    () => ready({ paused: false, inbox: 'Post' }),
    '2 plans · nothing runs here',
    'confirm the folder names',
  ],
  [
    'another process has the lock',
    () => ({ ...ready(null), isWaiting: true }) as SessionState,
    '2 plans · nothing runs here',
    'Another process',
  ],
  [
    'the vault cannot be opened',
    () => ({ at: 'failed', problem: { code: 'locked', message: 'It broke.', advice: '' } }),
    'Nothing runs',
    'It broke.',
  ],
])('it says when %s', async (_what, next, text, said) => {
  expect(await show(next())).toBe(text);
  expect(element.said).toContain(said);
});

test('it says when the ledger keeps everything from running', async () => {
  halted = fail('ledger_write_failed', 'The ledger is full.', 'Make room.').error;
  expect(await show(ready({ paused: false }))).toBe('2 plans · nothing runs here');
  expect(element.said).toContain('The ledger is full.');
});

test('while nothing changes nothing is looked at, and what reads the same is not written again', async () => {
  await show(ready({ paused: false }));
  const before = views;
  await drawn();
  expect(views).toBe(before);
  for (let change = 0; change < 50; change += 1) desk.onChange();
  await drawn();
  expect(views - before).toBe(1);
  expect(element.writes).toBe(1);
  bar.close();
  desk.onChange();
  await drawn();
  expect(views - before).toBe(1);
});

test('a click, Enter or Space opens the review of requests, else the panel', async () => {
  await show(ready({ paused: false }));
  const key = (name: string) =>
    listeners['keydown']?.({ key: name, preventDefault: () => undefined });
  listeners['click']?.({});
  view = {
    ...view,
    waiting: [{ path: 'Pending_Approval/a.md' } as MissionView['waiting'][number]],
  };
  listeners['click']?.({});
  key('Enter');
  key(' ');
  key('a');
  expect(opened).toEqual(['panel', 'review', 'review', 'review']);
});
