import { expect, test } from 'vitest';
import { seededFractions } from '../../support/seeded-fractions.js';
import { bundleCommandLine } from '../killed-runner.js';
import { soak } from './soak.js';

test(
  'whatever arrives, and however often the runner is killed, each item is in one place, and each stage is on record once [LOOP-1] [LOOP-2] [LOOP-3] [LOOP-8]',
  { timeout: 120_000 },
  async () => {
    const commandLine = await bundleCommandLine();
    const random = seededFractions(1);
    const soaked = await soak(commandLine, { ms: 20_000, random, killEveryMs: 4_000 });
    commandLine.dispose();
    expect(soaked.faults).toEqual([]);
    expect(soaked.kills).toBeGreaterThan(1);
    expect(soaked.closed).toBeGreaterThan(5);
  },
);
