import type { Result } from '../../../core/errors.js';
import { withPracticeBridge } from '../bridges/practice-bridge.js';
import { notRunning } from '../shared/press-problems.js';
import { practiceAlias, startPracticeMission, type PracticePlan } from './practice-mission.js';
import type { Session } from '../lifecycle/session.js';

/** Adds the practice server and writes the practice mission. CALL ONLY ON A PERSON'S GESTURE. */
export async function beginPractice({ executor, clock }: Session): Promise<Result<PracticePlan>> {
  if (!executor) return notRunning;
  let bridge = practiceAlias;
  const added = await executor.device.change((before) => {
    const { config, alias } = withPracticeBridge(before);
    bridge = alias;
    return config;
  });
  if (!added.ok) return added;
  const { engine } = executor;
  const nowMs = clock.now();
  return startPracticeMission(engine.operations, { bridge, nowMs, own: engine.practice().plan });
}
