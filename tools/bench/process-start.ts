import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { numbers } from '../../test/support/builders/numbered-notes.js';
import { durationRow, numberRow, type Benchmark } from './row.js';
import { insist, millisecondsOf, spreadOf } from './timing.js';

const rounds = 20;
/** Relative to the project's folder, where npm starts scripts. */
const bundle = 'dist/countersign.mjs';

/** Starting the built command line, against starting Node alone. */
export const processStart: Benchmark = {
  name: 'process-start',
  async run() {
    if (!existsSync(bundle)) runNode(['esbuild.config.mjs']);
    const cli: number[] = [];
    const bare: number[] = [];
    for (const round of numbers(-1, rounds)) {
      const mine = await millisecondsOf(() => runNode([bundle, '--help']));
      const node = await millisecondsOf(() => runNode(['--eval', '']));
      if (round < 1) continue;
      cli.push(mine);
      bare.push(node);
    }
    return [
      durationRow('countersign --help, whole process', spreadOf(cli)),
      durationRow('node alone, whole process', spreadOf(bare)),
      numberRow('size of the bundle', spreadOf([statSync(bundle).size / 1e6]), 'MB'),
    ];
  },
};

function runNode(args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  insist(status === 0, `node ${args.join(' ')} failed: ${stderr}`);
}
