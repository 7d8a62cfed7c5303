import { describe, expect, test } from 'vitest';
import { perform } from '../../support/outcomes/perform.js';
import { cases, everyday, runsOver, wirings } from '../../support/outcomes/rows.js';

describe('what an answer means, compared with what the server really did [GATE-15]:', () => {
  test.concurrent.each(runsOver(everyday).map((run) => [run.name, run] as const))(
    '%s',
    async (_, run) => {
      const { faults, report } = await perform(run);
      expect(faults, JSON.stringify(report)).toEqual([]);
    },
  );
});

describe('the table', () => {
  test('is gone through over both transports, and each transport in both eras', () => {
    const ways = wirings.map(({ transport, era, form }) => `${transport} ${era} ${form}`);
    expect([...ways].sort()).toEqual([
      'http legacy events',
      'http legacy json',
      'http modern events',
      'http modern json',
      'stdio legacy json',
      'stdio modern json',
    ]);
    expect(everyday.map(({ transport }) => transport)).toEqual(['stdio', 'http']);
    expect(new Set(everyday.map(({ era }) => era)).size).toBe(2);
  });

  test('leaves a row out somewhere only for a reason, and nowhere altogether', () => {
    for (const { row, only } of cases) {
      const left = wirings.filter((wiring) => only && !only.on(wiring));
      expect(left.length > 0, row).toBe(only !== undefined);
      expect(left.length, row).toBeLessThan(wirings.length);
      expect(only?.because, row).not.toBe('');
    }
  });
});
