import { expect, test } from 'vitest';
import { bySeverity, type Alert, type AlertKind } from '../../../src/core/alert.js';

const alertOf = (kind: AlertKind, text: string): Alert => ({
  ...{ subject: { kind: 'path', id: text }, kind, text, advice: 'Look.' },
});

test('alerts are in order of what they are, then of their words', () => {
  const tampered: Alert = { ...alertOf('invalid', 'w'), offers: { do: 'audit_seen' } };
  const alerts = [
    alertOf('suggestion', 'a'),
    alertOf('invalid', 'b'),
    alertOf('returned', 'x'),
    alertOf('asks', 'c'),
    alertOf('halted', 'y'),
    alertOf('unknown_outcome', 'z2'),
    alertOf('unknown_outcome', 'z1'),
    tampered,
  ];
  expect(bySeverity(alerts).map(({ text }) => text)).toEqual([
    ...['w', 'z1', 'z2', 'y', 'x', 'c', 'b', 'a'],
  ]);
});
