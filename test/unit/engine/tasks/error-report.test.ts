import { describe, expect, test } from 'vitest';
import { edit, settle, simple, withItem } from './task-world.js';

describe('an error report', () => {
  const broken = '---\ntype: email\nfrom: [\n---\n\nPlease look at the roof.\n';

  async function withReport() {
    const { world, engine } = await withItem(broken);
    await settle(world, engine, 61_000);
    const report = world.only('Needs_Action');
    return { world, engine, report };
  }

  const tick = (id: string) => (text: string) =>
    text.replace(new RegExp(`- \\[ \\] (.* \\^${id})`, 'u'), '- [x] $1');

  test('is written for an item that can’t be read, and the item lies in Done/invalid as it was [LOOP-10] [LOOP-11]', async () => {
    const { world, report } = await withReport();
    expect(world.note('Done/invalid/EMAIL_ann.md')).toBe(broken);
    const text = world.note(report);
    expect(text).toMatch(
      /^---\ntype: error_report\nerror_type: item_invalid\ntask_id: T-[a-z2-7]{8}\nabout: Done\/invalid\/EMAIL_ann.md\ntimestamp: 2026-02-21T10:31:0\dZ\nseverity: high\n---\n## Context\n/u,
    );
    expect(text).toContain('\n## Details\n- Line 3: ');
    expect(text).toContain('\n## Suggested Options\n');
  });

  test.each([
    ['retry', 'Needs_Action/EMAIL_ann.md'],
    ['fail', 'Done/failed/EMAIL_ann.md'],
    ['mine', 'Done/invalid/EMAIL_ann.md'],
  ])('does what its box ^%s says, once it is ticked, and is filed [LOOP-10]', async (id, path) => {
    const { world, engine, report } = await withReport();
    world.vault.outside.write('Done/invalid/EMAIL_ann.md', simple);
    edit(world, report, tick(id));
    await settle(world, engine);
    expect(world.paths('Needs_Action').includes(report)).toBe(false);
    expect(world.note(path)).toContain('Please look at the roof.');
    expect(world.records().map(({ audit }) => audit)).toContainEqual(
      expect.objectContaining({ actor: 'Outside', event: 'error_answered', outcome: id }),
    );
  });
});
