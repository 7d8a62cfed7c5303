import type { ResultRow } from '../../core/screens/result-row.js';
import type { HowLost, WaitsFor } from '../../core/request/request-state.js';
import { formatTime } from '../parts/text/format-time.js';

export function formatResult(row: ResultRow, now: Date): string {
  const { did, state, pressedMs, isPractice, isEmail } = row;
  const practised = isEmail ? 'practice email' : 'practice call';
  switch (did) {
    case 'moved_back':
      return `Moved back ${timeOf(pressedMs, now)}`;
    case 'rejected':
      return 'isLogged' in state
        ? `Rejected ${timeOf(pressedMs, now)}, not sent. Recorded in the plan’s log.`
        : `Rejected ${timeOf(pressedMs, now)}, not sent`;
    case 'happened':
      return 'You said it was sent';
    case 'approved':
  }
  switch (state.is) {
    case 'executed': {
      const time = timeOf(state.atMs, now);
      return state.isPractice ? `${capital(practised)} saved ${time}` : `Sent ${time}`;
    }
    case 'running':
      return state.isPractice ? `Saving the ${practised}…` : 'Sending…';
    case 'unknown':
      return state.isPractice
        ? `We don’t know whether the ${practised} was saved`
        : 'We don’t know whether this was sent';
    case 'returned':
      return 'Not sent. It’s waiting for you again.';
    case 'waits_for':
      return `Approved. ${formatWaitsFor(state.waitsFor, now)}`;
    case 'ended':
      return endTexts[state.why];
    case 'gone':
      return 'Approved. Its note was filed; the Dashboard shows the result.';
    case 'lost':
      return state.isApproved
        ? `Approved, but its note ${lostTexts[state.how]}. Nothing is sent.`
        : `Nothing was approved: its note ${lostTexts[state.how]}. Restore it and approve it, or draft it again.`;
    case 'waiting':
    case 'asks':
    case 'held':
    case 'approved':
      return isPractice ? `Saving the ${practised}…` : 'Sending…';
  }
}

function timeOf(ms: number, now: Date): string {
  return formatTime(new Date(ms).toISOString(), now);
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const endTexts = {
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  happened: 'You said it was sent',
} as const;

const lostTexts: Readonly<Record<HowLost, string>> = {
  missing: 'is missing',
  unreadable: 'can’t be read',
  doubled: 'exists more than once',
};

function formatWaitsFor(waitsFor: WaitsFor, now: Date): string {
  switch (waitsFor.what) {
    case 'resume':
      return 'Nothing is sent until you resume.';
    case 'step':
      return `Waiting for step ${waitsFor.position} of its plan.`;
    case 'limit':
      return waitsFor.untilMs === null
        ? 'Waiting: the hourly limit is 0.'
        : `Hourly limit reached. Waiting until ${timeOf(waitsFor.untilMs, now)}.`;
    case 'other_device':
      return 'Waiting for the computer that runs actions.';
    case 'other':
      return 'Waiting. See Alerts.';
  }
}
