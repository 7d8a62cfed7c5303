import { isWatched } from '../../src/core/audit/entry.js';
import process from 'node:process';
import { startRunner } from '../../src/hosts/node/runner/runner.js';
import type { Mission } from './mission.js';
import { Worker } from './worker.js';

/** What the runner's process tells the story-teller. */
export interface Told {
  readonly who: 'runner' | 'worker' | 'countersign';
  readonly event: string;
  readonly text: string;
}

/**
 * The process that is killed in the story: the same runner as `countersign run --trust-moves`, with
 * the scripted worker beside it.
 */
export async function runRunner(vault: string, missions: readonly Mission[]): Promise<void> {
  const tell = (told: Told): void => void process.send?.(told);
  const runner = await startRunner({
    vault,
    env: process.env,
    trustMoves: true,
    notifier: {
      notify: ({ level, text }) => {
        if (level !== 'info') tell({ who: 'countersign', event: 'alert', text });
      },
    },
  });
  if (!runner.ok) throw new Error(`${runner.error.message} ${runner.error.advice}`);
  const { engine } = runner.value;
  tell({ who: 'runner', event: 'started', text: engine.resumeText() ?? 'No active plans yet.' });

  const worker = new Worker(engine, vault, missions, (text) => {
    tell({ who: 'worker', event: 'worked', text });
  });
  let newest = engine.entriesAfter(0).at(-1)?.seq ?? 0;
  engine.subscribe(() => {
    for (const entry of engine.entriesAfter(newest)) {
      newest = entry.seq;
      if (isWatched(entry)) tell({ who: 'countersign', event: entry.event, text: entry.detail });
    }
    void worker.look();
  });
  void worker.look();
  process.on('disconnect', () => {
    void runner.value.stop();
  });
  process.on('message', () => {
    void runner.value.stop().then(() => {
      process.disconnect();
    });
  });
}
