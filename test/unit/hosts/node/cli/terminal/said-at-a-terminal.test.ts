import { expect, test } from 'vitest';
import { withoutPanel } from '../../../../../../src/hosts/node/cli/terminal/no-panel.js';
import { shellWord } from '../../../../../../src/hosts/node/cli/terminal/shell-word.js';

test.each([
  ['/tmp/vault', 'linux', '/tmp/vault'],
  ['/tmp/my vault', 'linux', "'/tmp/my vault'"],
  ["/tmp/Eve's $HOME", 'darwin', String.raw`'/tmp/Eve'\''s $HOME'`],
  ['C:\\my vault', 'win32', '"C:\\my vault"'],
  ['C:\\Vaults\\müll', 'win32', 'C:\\Vaults\\müll'],
])('the path %s is one word of a printed command on %s', (path, platform, word) => {
  expect(shellWord(path, platform)).toBe(word);
});

test.each([
  [
    'If not, “Draft again…” writes a new request for you to approve; “Reopen step” only reopens the step.',
  ],
  [
    'If it didn’t, approve it on a device that can sign “I checked”, or do it yourself and press “I’ve done this myself…”.',
  ],
  ['To run it again, approve it on a device that can sign “I checked”.'],
  ['Press Edit…, or correct the note.'],
  ['In the settings, add a server for this, and a route for `social_post` to one of its tools.'],
])('a terminal is not told to press what it does not have: %s', (text) => {
  const said = withoutPanel(text);
  expect(said).not.toBe(text);
  expect(said).not.toMatch(/press |Draft again|In the settings/i);
});
