import { expect, test, vi } from 'vitest';
import { NoticeNotifier } from '../../../../../src/hosts/obsidian/lifecycle/notice-notifier.js';
import { virtualClock } from '../../../../support/memory/virtual-clock.js';

function notifier(isNeeded = true) {
  const clock = virtualClock();
  const shown: string[] = [];
  const made = new NoticeNotifier(
    clock,
    () => isNeeded,
    (text) => void shown.push(text),
  );
  return { clock, shown, made };
}

test('what is known at the start is not repeated, and what is no warning is left to the panel', async () => {
  const { clock, shown, made } = notifier();
  made.notify({ level: 'warning', text: 'Known before.' });
  made.speak();
  made.notify({ level: 'info', text: 'A suggestion.' });
  made.notify({ level: 'warning', text: 'New.' });
  await clock.advance(500);
  expect(shown).toEqual(['New.']);
});

test('the plan that a session resumes is said at once, once, and not where the panel says it [FR-005]', () => {
  const { shown, made } = notifier();
  const greeting = {
    level: 'info',
    text: 'Resuming plan PLAN-2026-001: Pay.',
    greets: true,
  } as const;
  made.notify(greeting);
  made.notify(greeting);
  const seen = notifier(false);
  seen.made.notify(greeting);
  expect([...shown, ...seen.shown]).toEqual(['Resuming plan PLAN-2026-001: Pay.']);
});

test('many warnings at once are one notice', async () => {
  const { clock, shown, made } = notifier();
  made.speak();
  for (let count = 0; count < 30; count += 1) made.notify({ level: 'error', text: `${count}` });
  await clock.advance(500);
  expect(shown).toEqual(['Countersign: 30 things need your attention. Open Current mission.']);
});

test('nothing is said while a person sees the panel, or after the end', async () => {
  const { clock, shown, made } = notifier(false);
  made.speak();
  made.notify({ level: 'warning', text: 'Seen there.' });
  await clock.advance(500);
  const ended = notifier();
  ended.made.speak();
  ended.made.notify({ level: 'warning', text: 'Too late.' });
  ended.made.hush();
  await ended.clock.advance(500);
  expect([...shown, ...ended.shown]).toEqual([]);
});

test('a time is told by the clock of this device, whatever notes say', async () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const { clock, shown, made } = notifier();
  made.speak();
  const runsAt = { ms: Date.UTC(2026, 1, 21, 23, 30, 10), to: 'minutes' } as const;
  made.notify({ level: 'warning', text: 'For 23:30 UTC.', runsAt });
  await clock.advance(500);
  expect(shown[0]).toMatch(/^For 23:30 UTC\. It runs at [^:]*\b0?5:00\.$/);
});
