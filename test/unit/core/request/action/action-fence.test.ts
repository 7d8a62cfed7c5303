import { describe, expect, test } from 'vitest';
import { readActionFence } from '../../../../../src/core/request/action/action-fence.js';
import { ACTION } from '../../../../support/builders/request-note.js';

const FENCE = `\`\`\`countersign-action\n${ACTION}\`\`\`\n`;

function read(body: string) {
  return readActionFence(body, 0, 'Approved/R.md');
}

const CALL = {
  bridge: 'email',
  tool: 'send_email',
  arguments: { to: 'client_a@example.com', subject: 'January 2026 invoice' },
};

test.each([
  ['alone', FENCE],
  ['below text', `Some text.\n\n${FENCE}`],
  ['right below a paragraph', `Some text.\n${FENCE}`],
  ['right below a callout', `> [!todo] Waiting for you\n> Press Approve.\n${FENCE}`],
  ['below a list', `- one\n- two\n\n${FENCE}`],
  ['below another code block', `\`\`\`js\n%% <!-- $$\n\`\`\`\n${FENCE}`],
  ['below a whole comment', `%% a note %%\n%%\nmore\n%%\nx %% y %% z\n<!-- html -->\n${FENCE}`],
  ['below a whole formula', `$$\nx\n$$\nIt costs $5 and $$y$$.\n${FENCE}`],
  ['below a link in angle brackets', `<https://example.com> and\n<a@example.com>\n${FENCE}`],
  [
    'below a line that names it before its backticks',
    `A countersign-action is \`\`\`x\`\`\`.\n${FENCE}`,
  ],
  ['above comments, HTML and code', `${FENCE}\n%% x\n<div>\n\`\`\`\n`],
  ['with more backticks', FENCE.replaceAll('```', '`````')],
  ['with spaces behind its name', FENCE.replace('action\n', 'action  \n')],
  ['with a space before its name', FENCE.replace('```c', '``` c')],
  ['with CRLF', `text\n${FENCE}`.replaceAll('\n', '\r\n')],
  ['with backticks in its texts', FENCE.replace('January', 'January `````')],
])('the action is read: %s', (_name, body) => {
  const result = read(body);
  expect(result.ok).toBe(true);
  if (result.ok) expect(result.value).toMatchObject({ bridge: CALL.bridge, tool: CALL.tool });
});

test('exactly the three keys are the call', () => {
  const result = read(FENCE);
  expect(result.ok && JSON.parse(JSON.stringify(result.value))).toEqual(CALL);
});

test.each([
  ['no block', 'text\n'],
  ['another block', '```yaml\nbridge: email\n```\n'],
  ['the name without a fence', 'countersign-action\nbridge: email\n'],
  ['only two backticks', '``countersign-action\nbridge: email\n``\n'],
])('with %s there is nothing to run', (_name, body) => {
  expect(read(body)).toMatchObject({ ok: false, error: { code: 'action_missing' } });
});

const OPENING = '```countersign-action';
const lookalikes: Record<string, string> = {
  'the same again': OPENING,
  'a tilde fence': '~~~countersign-action',
  'one with spaces': '```   countersign-action',
  'one in capitals': '```Countersign-Action',
  'an indented one': '    ```countersign-action',
  'one behind a tab': '\t```countersign-action',
  'one in a callout': '> ```countersign-action',
  'one in a nested callout': '> > - ```countersign-action',
  'one in a list': '- ```countersign-action',
  'one in a numbered list': '12. ~~~ countersign-action',
  'one with more words': '```yaml countersign-action',
  'one in braces': '```{countersign-action}',
  'one in a comment': '%% ```countersign-action %%',
  'one in an HTML comment': '<!-- ```countersign-action -->',
  'one in a sentence': 'Look at ```countersign-action``` here.',
  'one in a heading': '# ```countersign-action',
  'one in a table': '| ```countersign-action |',
  'one with a mark behind it': '```countersign-action-2',
  'one with an escape': '```countersign\\-action',
  'one with an entity': '> ~~~&#99;ountersign-action',
  'one with another hyphen': '```countersign\u2010action',
  'one with a letter of another alphabet': '- ```\u0441ountersign-action',
  'one with a hidden character': '```countersign-\u200baction',
  'one with an underscore and digits': '```c0unters1gn_act10n',
};

describe.each(Object.entries(lookalikes))('%s', (_name, line) => {
  test('is refused below the action, with its line', () => {
    expect(read(`${FENCE}\n${line}\n`)).toMatchObject({
      ok: false,
      error: { code: 'action_duplicate', path: 'Approved/R.md', line: 9, column: 1 },
    });
  });

  test('is refused above the action', () => {
    const result = read(`${line}\n\n${FENCE}`);
    expect(result).toMatchObject({ ok: false, error: { code: 'action_duplicate', line: 3 } });
  });

  test('is refused within the action', () => {
    const body = FENCE.replace('subject:', `note: |\n    ${line}\n  subject:`);
    expect(read(body)).toMatchObject({ ok: false, error: { code: 'action_duplicate', line: 7 } });
  });

  test('is refused within another code block', () => {
    const body = `~~~~~\n${line}\n~~~~~\n\n${FENCE}`;
    expect(read(body)).toMatchObject({ ok: false, error: { code: 'action_duplicate' } });
  });
});

test.each(['```js\r', '~~~ python3', '```c++ // ü & more', 'So ```naïve``` it is', '```{r, x=1}'])(
  'another block, %j, leaves it as it is',
  (line) => {
    expect(read(`${line}\n${line.includes('naïve') ? '' : line.slice(0, 3)}\n\n${FENCE}`).ok).toBe(
      true,
    );
  },
);

const misplaced: Record<string, string> = {
  'an indented block': FENCE.replaceAll(/^/gm, ' '),
  'a tilde block': FENCE.replaceAll('```', '~~~'),
  'a block that is never closed': FENCE.slice(0, -4),
  'a block closed with too few backticks': FENCE.replace('```c', '````c'),
  'a block with more words': FENCE.replace('action\n', 'action run\n'),
  'a block in capitals': FENCE.replace('countersign', 'Countersign'),
  'a block in a callout': FENCE.replaceAll(/^/gm, '> '),
  'a block in a list': `- text\n${FENCE.replaceAll(/^/gm, '  ')}`,
  'a block in a list item': `- ${FENCE.replaceAll(/\n/g, '\n  ')}`,
  'a block in another block': `~~~\n${FENCE}~~~\n`,
  'a block in an open block': `\`\`\`\`\n${FENCE}`,
  'a block in a comment': `%%\n${FENCE}%%\n`,
  'a block behind a comment that is open': `text %% open\n\n${FENCE}`,
  'a block behind a comment closed and opened again': `%% a %% b %%\n${FENCE}`,
  'a block behind a comment in another place than code': `\`%%\` %%\n${FENCE}`,
  'a block between marks that are indented code': `    %%\n\n%%\n${FENCE}`,
  'a block behind a comment within a formula': `$%%$ %%\n${FENCE}`,
  'a block in an HTML comment': `<!--\n${FENCE}-->\n`,
  'a block behind an open HTML comment': `text <!-- open\n\n${FENCE}`,
  'a block behind comments in each other': `<!-- %% --> %%\n${FENCE}`,
  'a block in a formula': `$$\n${FENCE}$$\n`,
  'a block in HTML': `<div>\n${FENCE}</div>\n`,
  'a block in a style sheet': `<style>\n\n${FENCE}\n</style>\n`,
  'a block in a folded part': `<details>\n\n${FENCE}\n</details>\n`,
  'a block behind a CR alone': `%%\r${FENCE}`,
};

test.each(Object.entries(misplaced))(
  '%s is no action: a person might not see it',
  (_name, body) => {
    const result = read(body);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'action_invalid', path: 'Approved/R.md' },
    });
    if (!result.ok)
      expect(result.error.line).toBe(
        body.split('\n').findIndex((line) => /countersign-action/i.test(line)) + 1,
      );
  },
);

test.each<[name: string, action: string, says: RegExp]>([
  ['a further key', `${ACTION}timeout: 5\n`, /`timeout`/],
  ['no bridge', ACTION.replace('bridge: email\n', ''), /name a bridge/],
  ['a bridge that is no text', ACTION.replace('bridge: email', 'bridge: 7'), /name a bridge/],
  ['a bridge with a space', ACTION.replace('bridge: email', 'bridge: my mail'), /name a bridge/],
  ['a bridge with a path', ACTION.replace('bridge: email', 'bridge: ../mail'), /name a bridge/],
  ['an empty bridge', ACTION.replace('bridge: email', 'bridge: ""'), /name a bridge/],
  ['no tool', ACTION.replace('tool: send_email\n', ''), /name a tool/],
  ['a tool with a line end', ACTION.replace('send_email', '"send\\nemail"'), /name a tool/],
  ['a tool of letters that look alike', ACTION.replace('send_email', 'sеnd_email'), /name a tool/],
  ['no arguments', 'bridge: email\ntool: send_email\n', /`arguments`/],
  ['a list of arguments', 'bridge: email\ntool: send_email\narguments: [a]\n', /`arguments`/],
  ['null as arguments', 'bridge: email\ntool: send_email\narguments: null\n', /`arguments`/],
  ['an empty block', '', /one YAML document/],
])('%s is refused in words', (_name, action, says) => {
  const result = read(`text\n\n\`\`\`countersign-action\n${action}\`\`\`\n`);
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'action_invalid', path: 'Approved/R.md' },
  });
  if (!result.ok) {
    expect(result.error.message).toMatch(says);
    expect(result.error.line).toBeGreaterThanOrEqual(3);
    expect(result.error.advice).not.toBe('');
  }
});

test('a problem within the YAML names the line of the note', () => {
  const body = `text\r\n\r\n${FENCE.replace('subject: January', 'subject: Re: January').replaceAll('\n', '\r\n')}`;
  expect(read(body)).toMatchObject({ ok: false, error: { line: 8, column: 12 } });
});

test('megabytes of backticks or comment marks are looked through in one pass', () => {
  for (const piece of ['`', '~', '%%', '<!--', '`countersign-action']) {
    expect(read(`${piece.repeat(300_000)}\n`).ok).toBe(false);
  }
});
