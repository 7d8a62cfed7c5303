import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Script } from '../../../tools/simulation/command.js';
import { runScript } from '../../../tools/simulation/run-script.js';

const folder = new URL('../../../tools/simulation/regressions/', import.meta.url);
const kept = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Script)
  .map((script) => [script.about, script] as const);

test.each(kept)(
  'nothing goes wrong any more when something is %s [GATE-2] [GATE-11]',
  async (_about, script) => {
    const { violation } = await runScript(script);
    expect(violation).toBeNull();
  },
);
