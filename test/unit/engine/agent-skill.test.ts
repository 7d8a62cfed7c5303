import { expect, test } from 'vitest';
import { agentFiles } from '../../../src/core/views/agent-skill.js';
import { createPeopleBench } from '../../support/engine/people-bench.js';
import { folders, quiet } from '../../support/engine/world.js';

test('notes written exactly as the skill shows are read without a warning [R6.8, AGENT-4, FR-009]', async () => {
  for (const { section } of agentFiles(folders)) {
    const bench = await createPeopleBench();
    const examples = [...section.matchAll(/^### Example: .*`(.+)`\n\n````markdown\n([^]*?)````/gm)];
    expect(examples).toHaveLength(2);
    for (const [, path = '', text = ''] of examples) bench.world.vault.outside.write(path, text);
    await quiet(bench.engine);
    const { missions, waiting, alerts } = bench.engine.view();
    expect(alerts).toEqual([]);
    expect(missions).toMatchObject([{ planId: 'PLAN-2026-001', status: 'Blocked', warned: false }]);
    expect(waiting).toMatchObject([{ planId: 'PLAN-2026-001', stepId: 's2', tool: 'send_email' }]);
    const [review] = await bench.engine.reviews(1);
    expect(review?.blocked).toBeNull();
  }
});
