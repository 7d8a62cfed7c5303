import { expect, test } from 'vitest';
import { fenceName } from '../../../../../src/core/request/action/action-fence.js';
import { actionLanguage } from '../../../../../src/hosts/obsidian/note-card/action-block.js';

test('the block that has a card is the one that runs', () => {
  expect(actionLanguage).toBe(fenceName);
});
