// Runs tests for a workshop, in a process that keeps one Vitest: it starts once, and a module is transformed
// again only after it was changed. Answers each message when the report is written.
import process from 'node:process';
import { createVitest } from 'vitest/node';

// As Vitest's own command does.
Object.assign(process.env, { TEST: 'true', VITEST: 'true' });
process.env.NODE_ENV ??= 'test';

const [config, outputFile] = process.argv.slice(2);
const vitest = await createVitest('test', {
  config,
  watch: false,
  reporters: [['json', { outputFile }]],
});
await vitest.standalone();

/** Runs the tests whose names match, of these files; `bail`: after so many failures no more (0: all). */
async function run({ changed, files, pattern, bail }) {
  for (const file of changed) vitest.invalidateFile(file);
  // What an earlier run left would count for `bail`, and be reported of a file that this one does not reach.
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  for (const project of vitest.projects) project.config.bail = bail;
  vitest.setGlobalTestNamePattern(pattern);
  await vitest.runTestSpecifications(await vitest.getRelevantTestSpecifications(files));
}

process.on('message', async (message) => {
  await run(message);
  process.send('ended');
});
// Whoever asked is gone: no test may stay, not even one that never ends.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
