import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectGuides, keepTokenCommand } from '../../../../src/core/views/connect-agent.js';

test('the user guide has the commands that a person is shown', () => {
  const guide = readFileSync('docs/guide/agents.md', 'utf8');
  const shown = connectGuides({
    ...{ address: 'http://127.0.0.1:PORT/mcp', name: 'NAME', vault: 'PATH' },
    ...{ command: 'countersign', isWindows: false },
  });
  const commands = shown.filter(({ text }) => / mcp add /.test(text)).map(({ text }) => text);
  expect(commands).toHaveLength(3);
  for (const command of [keepTokenCommand(false), ...commands]) {
    expect(guide).toContain(`\n${command}\n`);
  }
});
