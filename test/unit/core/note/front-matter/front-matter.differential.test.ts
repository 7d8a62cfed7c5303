import matter from 'gray-matter';
import { expect, test } from 'vitest';
import { readFrontMatter } from '../../../../../src/core/note/front-matter/front-matter.js';

/**
 * The independent reader: gray-matter with every engine but YAML switched off. Its options also
 * keep it from caching, which would hide an error on the second call.
 */
function readWithOracle(text: string): unknown {
  const off = {
    parse: (): object => {
      throw new Error('This engine is off');
    },
  };
  const engines = { javascript: off, js: off, json: off, toml: off, coffee: off, cson: off };
  try {
    return plain(matter(text, { engines, language: 'yaml' }).data);
  } catch {
    return 'refused';
  }
}

function readWithOurs(text: string): unknown {
  const result = readFrontMatter(text);
  if (!result.ok) return result.error.code === 'front_matter_missing' ? {} : 'refused';
  return plain(Object.fromEntries(result.value.fields));
}

/** As JSON without prototypes, so that only values are compared. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? {}));
}

const yaml = (...lines: string[]): string => ['---', ...lines, '---', 'body', ''].join('\n');

const AGREEMENTS: Readonly<Record<string, string>> = {
  'an empty note': '',
  'no front matter': '# Objective\ntext\n',
  'a blank line above': '\n---\na: 1\n---\n',
  'four dashes': '----\na: 1\n----\n',
  'empty front matter': '---\n---\nbody',
  'only comments': yaml('# nothing'),
  'a plan': yaml(
    'task_id: PLAN-2026-001',
    'source_link: "[[EMAIL_client-a-invoice]]"',
    'priority: high',
    'status: Active',
    'blocked_reason: null',
  ),
  'a plan of the seeds': yaml('source_link: /Inbox/EMAIL_client-a-invoice.md', 'status: Active'),
  'a plan of an AI-employee vault': yaml('status: pending_approval', 'created: yesterday'),
  'an e-mail item': yaml('type: email', 'from: a@example.com', 'subject: Invoice', 'status: new'),
  'a file drop': yaml('type: file_drop', 'original_name: scan.pdf', 'size: 1024'),
  'a payment': yaml('type: approval_request', 'action: payment', 'amount: 150.5', 'reason: x'),
  'a bare request': yaml('action: send_email', 'to: a@b.c', 'attachment: Invoices/x.pdf'),
  'an unquoted colon': yaml('subject: Re: x'),
  'a quoted name and address': yaml('from: "Name" <a@b>'),
  'exclamation marks': yaml('priority: !!! HIGH'),
  'an unquoted wikilink': yaml('source: [[Note]]'),
  'a mention': yaml('from: @client'),
  'a backtick': yaml('code: `x`'),
  'a percent sign': yaml('share: %50'),
  'a hash in a value': yaml('subject: invoice #5'),
  'a hash without space': yaml('subject: invoice#5'),
  'a dollar amount': yaml('amount: $1,500'),
  'a telephone number with plus': yaml('phone: "+49 151 234"'),
  integers: yaml('a: 0', 'b: 42', 'c: -7', 'd: +3'),
  floats: yaml('a: 1.5', 'b: -0.25', 'c: 1e3', 'd: .5'),
  hexadecimal: yaml('a: 0x1F'),
  booleans: yaml('a: true', 'b: False', 'c: TRUE'),
  'words of YAML 1.1': yaml('a: yes', 'b: no', 'c: on', 'd: off', 'e: y'),
  nulls: yaml('a: null', 'b: ~', 'c:', 'd: Null'),
  'double quotes': yaml('a: "x \\"y\\" \\n z"'),
  'single quotes': yaml("a: 'it''s'"),
  'unicode escapes': yaml('a: "\\u270b"'),
  'emoji and scripts': yaml('ключ: значение', '件名: 請求書 ✋', 'naïve: Grüße 🎉'),
  'a literal block': yaml('a: |', '  one', '  two'),
  'a folded block': yaml('a: >', '  one', '  two', '', '  three'),
  'a stripped block': yaml('a: |-', '  one', ''),
  'a kept block': yaml('a: |+', '  one', '', 'b: 1'),
  'a plain value on two lines': yaml('a: one', '  two'),
  'a block list': yaml('tags:', '  - a', '  - b'),
  'a list beside the margin': yaml('tags:', '- a', '- b'),
  'a list in brackets': yaml('tags: [a, "b", 3]'),
  'a nested mapping': yaml('a:', '  b:', '    c: 1'),
  'a mapping in braces': yaml('a: {b: 1, c: [2]}'),
  'front matter in braces': yaml('{a: 1, b: x}'),
  'a list of mappings': yaml('a:', '  - b: 1', '    c: 2', '  - b: 3'),
  'comments everywhere': yaml('# top', 'a: 1 # beside', '# end'),
  'trailing spaces': yaml('a: x   ', 'b:   y'),
  'a tab behind the colon': yaml('a:\tx'),
  'the key __proto__': yaml('__proto__: {a: 1}'),
  'a quoted key': yaml('"a b": 1', "'c': 2"),
  'a key with spaces': yaml('due date: soon'),
  'an explicit key': yaml('? a', ': 1'),
  'a key given twice': yaml('a: 1', 'a: 2'),
  'an indented mapping': yaml('  a: 1', '  b: 2'),
  'uneven indentation': yaml('a: 1', ' b: 2'),
  'an open quote': yaml('a: "x'),
  'an open bracket': yaml('a: [1'),
  'a line without colon': yaml('a: 1', 'word'),
  'a URL': yaml('a: https://example.com/x?y=1&z=2'),
  'a Windows path': yaml('a: C:\\Users\\x'),
  'a bad escape': yaml('a: "C:\\Users"'),
  'a callout mark': yaml('a: >not a block'),
  'an undefined alias': yaml('a: *b'),
  'a string tag': yaml('a: !!str 5'),
  'an integer tag': yaml('a: !!int "5"'),
  'an anchor that nothing uses': yaml('a: &x 5'),
  'an unknown anchor as text': yaml('a: R&D'),
  CRLF: '---\r\na: 1\r\nb: x\r\n---\r\nbody\r\n',
  'a BOM': '\ufeff---\na: 1\n---\nbody',
  'no line end behind the closing line': '---\na: 1\n---',
  'spaces behind the opening line': '---  \na: 1\n---\n',
  'dashes in a block': yaml('a: |', '  ---', 'b: 1'),
  'a NUL': yaml('a: x\0y'),
  'an escape character': yaml('a: \u001b[0m'),
  JavaScript: '---js\n{ a: 1 }\n---\n',
  'JavaScript by another name': '---javascript\n{ a: 1 }\n---\n',
  JSON: '---json\n{"a": 1}\n---\n',
  TOML: '---toml\na = 1\n---\n',
};

const DISAGREEMENTS: Readonly<Record<string, readonly [text: string, reason: string]>> = {
  'a time': [
    yaml('created_date: 2026-02-21 10:30:00'),
    'js-yaml makes a Date of it; with us dates stay as they are written',
  ],
  'a date': [yaml('due: 2026-02-21'), 'the same'],
  'an octal number of YAML 1.1': [yaml('a: 010'), 'js-yaml reads 8; YAML 1.2 reads 10'],
  'an octal number of YAML 1.2': [yaml('a: 0o17'), 'js-yaml reads a text; YAML 1.2 reads 15'],
  'a binary number': [yaml('a: 0b11'), 'js-yaml reads 3; YAML 1.2 has no binary numbers'],
  'a number with underscores': [yaml('a: 1_000'), 'js-yaml reads 1000; in YAML 1.2 it is text'],
  'a time of day': [yaml('a: 12:30:45'), 'js-yaml counts it in sixties; in YAML 1.2 it is text'],
  'not a number': [yaml('a: .nan'), 'JSON has no such value; we keep the source text'],
  'an alias': [yaml('a: &x [1]', 'b: *x'), 'we refuse aliases, so that nothing can be multiplied'],
  'a merge key': [yaml('a: &x {b: 1}', '<<: *x'), 'the same'],
  'a merge key without alias': [
    yaml('<<: {b: 1}'),
    'js-yaml merges; in YAML 1.2 it is a property named <<',
  ],
  'binary data': [yaml('a: !!binary aGk='), 'js-yaml decodes it; we read the text as written'],
  'an unknown tag': [yaml('a: !thing x'), 'js-yaml refuses it; the text is still plain to read'],
  'a tag of JavaScript': [
    yaml('a: !!js/function "function(){}"'),
    'js-yaml refuses it; for us it is a text, and nothing evaluates it',
  ],
  'no closing line': ['---\na: 1\n', 'gray-matter reads to the end of the note'],
  'a closing line with more behind it': [
    '---\na: 1\n---- b\nc: 2\n---\n',
    'gray-matter stops at the first three dashes, wherever the line goes on',
  ],
  'a list': [yaml('- a'), 'gray-matter hands out any value; properties need names'],
  'a single text': [yaml('hello'), 'the same'],
  'a document end': [yaml('a: 1', '...'), 'a property added below it would be lost'],
  'an indentation by tab': [
    yaml('a:', '\tb: 1'),
    'js-yaml lets it pass; YAML forbids tabs as indentation',
  ],
  'a list as key': [yaml('? [a]', ': 1'), 'js-yaml makes a text of it; properties need names'],
  'a lone CR': ['---\na: 1\rb: 2\n---\n', 'js-yaml ends a line there; Obsidian does not'],
};

test('the corpus is large enough to mean something', () => {
  expect(Object.keys({ ...AGREEMENTS, ...DISAGREEMENTS }).length).toBeGreaterThanOrEqual(60);
});

test.each(Object.entries(AGREEMENTS))('we agree with gray-matter about %s', (_name, text) => {
  expect(readWithOurs(text)).toEqual(readWithOracle(text));
});

test.each(Object.entries(DISAGREEMENTS))(
  'we still disagree with gray-matter about %s',
  (_name, [text, reason]) => {
    expect(reason).not.toBe('');
    expect(readWithOurs(text)).not.toEqual(readWithOracle(text));
  },
);
