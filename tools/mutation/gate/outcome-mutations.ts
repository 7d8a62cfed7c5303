import type { Mutation } from '../mutation.js';

const outcome = 'src/core/request/outcome/decide-outcome.ts';
const toolResult = 'src/core/request/outcome/tool-result.ts';
const rows = 'test/unit/core/request/outcome/decide-outcome.test.ts';

/** Reads one row of the outcome table otherwise. */
function misread(row: string, name: string, find: string, replace: string, only = row): Mutation {
  return { name, row, file: outcome, find, replace, tests: [rows], only };
}

/** Takes something else for the result of a tool. */
function misjudged(name: string, find: string, replace: string, only: string): Mutation {
  return { name, row: 'result', file: toolResult, find, replace, tests: [rows], only };
}

/** Codes of JSON-RPC errors, of which none proves anything: each taken for a refusal. */
const errorCodes = [-32601, -32602, -32603, -32022, -32020, -32600, -32700];
const errorVerdict = 'const { code, message, refused } = report;';

/** HTTP answers that mean that a call was refused: each left out. */
const refusedStatuses = [401, 403, 404, 405, 413, 415, 429];

/** HTTP answers that prove nothing: each taken for a refusal. */
const openStatuses = [500, 502, 503, 504, 301, 307, 400, 202, 204, 200, 408];

/** Parts of an answer that are left out. */
const partMistakes = [
  [
    'structured content is not looked at',
    "structuredContent === undefined ? '' : JSON.stringify(structuredContent),",
    '',
  ],
  ['embedded resources are not looked at', "...toldBy(item['resource'])", "...['', '']"],
  ['what nobody sees is an answer', 'return !seen.test(value)', "return value === ''"],
  ['an empty list is an answer', '[\\]{}",])', '{}",])'],
  ['empty items are an answer', 'items.every(isSilentItem)', 'items.length === 0'],
] as const;

/** Each part of what makes an answer read like a failure, overlooked. */
const readingMistakes = [
  ['how an answer begins is not looked at', 'firstWords.test(words) ||', ''],
  ['only the first word of an answer is looked at', '(?:${WORD}){0,2}', ''],
  ['what is missing or not ready is no failure', 'firstOfClient.test(words) ||', ''],
  ['a line after the first is not looked at', 'lineStart.test(seen) ||', ''],
  [
    'the fields of an answer are not looked at',
    'fields.some((pattern) => pattern.test(seen))',
    'false',
  ],
  ['an error is no error when it has a value', '`(?!${NO})`', 'NO'],
  ['any error is one, also an empty one', '`(?!${NO})`', "''"],
  ['only an error says that something failed', 'ok|success|successfull?|succeeded|sent', 'ok_only'],
  [
    'the status of an answer is not looked at',
    'status|state|result|outcome|type',
    'result|outcome|type',
  ],
  ['an HTTP status in an answer is not looked at', '[45]\\d\\d(?!\\d)`', '[6]\\d\\d(?!\\d)`'],
  ['what denies a failure is one', ".replace(denials, '$1')", ''],
  ['characters that nobody sees hide a failure', ".replace(/[\\p{Cf}\\ufe00-\\ufe0f]/gu, '')", ''],
  ['how a sentence goes on is not looked at', 'firstSentence.test(words) ||', ''],
  ['a status at the start is not looked at', 'firstStatus.test(words) ||', ''],
  ['a word of failure counts after any other', '(?!(?:${DONE}|${DECLINING})(?!\\p{L}))', ''],
  ['a word of failure counts before any other', '${END}|', '|'],
  ['a status that is a refusal is not looked at', '${DENIED}|cancell?ed|undelivered', 'none'],
  ['a message is not read as a sentence', '\\s{0,99}${QUOTE}${SENTENCE}', 'none'],
  ['what a patch holds is the answer', ".replace(patches, '')", ''],
] as const;

/** The verdict of each other kind of report, told otherwise. */
const verdicts = [
  [
    'not_sent',
    "verdict('not_executed', withDetail(notMade, report.detail)",
    'a refused connection',
  ],
  ['lost', "verdict('unknown', withDetail('No usable answer", 'a broken connection'],
  [
    'timeout',
    "verdict(\n        'unknown',\n        `The server did not answer within",
    'a time-out',
  ],
  ['cancelled', "verdict('unknown', 'The call was cancelled", 'a cancelled call'],
  ['input_required', "verdict('unknown', 'The server asked for input", 'a server that asks'],
] as const;

/** Each row of the outcome table (docs/gate.md#what-an-answer-means), read otherwise. */
export const outcomeMutations: readonly Mutation[] = [
  ...errorCodes.map((code) =>
    misread(
      `JSON-RPC ${code}`,
      `error ${code} is a refusal`,
      errorVerdict,
      `${errorVerdict} if (code === ${code}) return verdict('not_executed', 'It was refused.');`,
    ),
  ),
  misread(
    'JSON-RPC 0',
    'any error code is a refusal',
    errorVerdict,
    `${errorVerdict} if (code > -32000) return verdict('not_executed', 'It was refused.');`,
  ),
  ...([-32601, -32602] as const).map((code) =>
    misread(
      `JSON-RPC ${code}`,
      `of error ${code} nobody learns that the tool probably did not run`,
      'likelyRefusals.has(code)',
      `code !== ${code} && likelyRefusals.has(code)`,
    ),
  ),
  ...refusedStatuses.map((status) =>
    misread(
      `HTTP ${status}`,
      `HTTP ${status} is no refusal`,
      'refusedStatuses.has(report.status)',
      `report.status !== ${status} && refusedStatuses.has(report.status)`,
    ),
  ),
  ...openStatuses.map((status) =>
    misread(
      `HTTP ${status}`,
      `HTTP ${status} is a refusal`,
      'const refusedStatuses = new Set([',
      `const refusedStatuses = new Set([${status}, `,
    ),
  ),
  ...verdicts.flatMap(([kind, find, only]) => {
    const is = find.includes("'unknown'") ? 'unknown' : 'not_executed';
    return (['executed', 'not_executed', 'unknown'] as const)
      .filter((other) => other !== is)
      .map((other) => {
        const replace = find.replace(`'${is}'`, `'${other}'`);
        return misread(kind, `${kind} counts as ${other}`, find, replace, `^${only}`);
      });
  }),
  misread(
    'result',
    'any result is the result of a tool',
    'if (!isToolResult(whole)) {',
    'if (false) {',
    'a result that is',
  ),
  misjudged(
    'a task that was only accepted is a result',
    "'task' in result || ",
    '',
    'a task that was only accepted',
  ),
  misjudged(
    'a result of the year 2024 is a result',
    " || 'toolResult' in result",
    '',
    'a result of the year 2024',
  ),
  misjudged(
    'a result that wants something first is a result',
    "resultType === 'complete' &&",
    '',
    'a result that wants input',
  ),
  misjudged(
    'a result without any content is a result',
    '? structuredContent !== undefined',
    '? true',
    'a result that is empty',
  ),
  misjudged(
    'structured content alone is no result',
    '? structuredContent !== undefined',
    '? false',
    'a result with structured content alone',
  ),
  misjudged(
    'structured content that is null is a result',
    'structuredContent !== null &&',
    '',
    'structured content that is null',
  ),
  misjudged(
    'content of a type that nobody knows is a result',
    ' && content.every(isContent)',
    '',
    'content of an unknown type',
  ),
  misjudged(
    'content need not hold what its type says',
    'return names !== undefined && hasTexts(item, names);',
    'return names !== undefined;',
    'an image without data',
  ),
  misjudged(
    'a resource needs no text',
    "hasTexts(resource, ['blob'])",
    'true',
    'a resource without a text',
  ),
  misjudged(
    'an answer that is nested too deeply gets no outcome',
    'return text;\n  }\n}\n\nfunction parsed(',
    'throw new Error(text);\n  }\n}\n\nfunction parsed(',
    'nested too deeply',
  ),
  misjudged(
    'fields beside the content are not looked at',
    "Object.keys(unknown).length === 0 ? '' : JSON.stringify(unknown),",
    '',
    'beside its content',
  ),
  misread(
    'result',
    'an answer that says nothing is a success',
    'if (success === null && isSilent(result)) {',
    'if (false) {',
    'a result without content',
  ),
  misread(
    'result',
    'a result is no proof',
    "verdict('executed', 'The server reports success.'",
    "verdict('unknown', 'The server reports success.'",
    '^a result: ',
  ),
  misread(
    'isError',
    'isError is executed',
    "if ('isError' in result && result['isError'] !== false) {",
    'if (false) {',
    'isError: true',
  ),
  misread(
    'isError',
    'only isError: true reports an error',
    "result['isError'] !== false",
    "result['isError'] === true",
    'isError: (null|"true")',
  ),
  misread(
    'isError',
    'isError: false is an error',
    "if ('isError' in result && result['isError'] !== false) {",
    "if ('isError' in result) {",
    'isError: false',
  ),
  misread(
    'success',
    'an empty result of the Python SDK reads like a failure',
    'const result = withoutEmptyResult(whole);',
    'const result = whole;',
    'says nothing',
  ),
  misjudged(
    'any result of a function is taken for an empty one',
    "isEmpty && structuredContent['result'] === null",
    'isEmpty',
    'it confirms its own words',
  ),
  misread(
    'success',
    'a pattern that is no regular expression is matched',
    'return false;\n  }\n}',
    'return true;\n  }\n}',
    'success pattern',
  ),
  misread(
    'success',
    'the pattern of success sees only what is kept of an answer',
    '!matches(success, real)',
    '!matches(success, real.slice(0, answerLimit))',
    'success pattern',
  ),
  misread(
    'success',
    'a pattern of success excuses an error of the tool',
    "if ('isError' in result && result['isError'] !== false) {",
    "if (success === null && 'isError' in result && result['isError'] !== false) {",
    'success pattern',
  ),
  misread(
    'outputMismatch',
    'an answer that does not match the output schema is told without a warning',
    'return report.outputMismatch === undefined',
    'return report.outputMismatch !== null',
    'output schema',
  ),
  misread(
    'outputMismatch',
    'an answer that does not match the output schema is unknown',
    '        ...outcome,\n        warning:',
    "        ...outcome,\n        kind: 'unknown',\n        warning:",
    'output schema',
  ),
  misread(
    'JSON-RPC -32601',
    'after a question that was refused the tool probably did not run',
    'if (refused) {',
    'if (false) {',
    'refused question',
  ),
  misread(
    'failure text',
    'a result that reads like a failure is executed',
    'if (failing !== -1) {',
    'if (false) {',
    'result that reads like a failure',
  ),
  misread(
    'failure text',
    'a result that reads like a failure is unknown although the pattern of success matches it',
    "success === null ? undefined : parts.find((text) => text !== '' && matches(success, text))",
    'undefined as string | undefined',
    'success pattern',
  ),
  misread(
    'failure text',
    'a pattern of success that matches one part of an answer excuses the others',
    'return !repeats(text) && reportsFailure(text);',
    'return false;',
    'success pattern',
  ),
  misread(
    'failure text',
    'a pattern of success that matches some words excuses all others of their part',
    "if (text === confirmed) return failsDespite(text, new RegExp(success, 'gu'));",
    'if (text === confirmed) return false;',
    'success pattern',
  ),
  misread(
    'success pattern',
    'a word of a failure that a pattern of success matches is cut out of it',
    'return reportsFailure(text) && !reportsFailure(matched);',
    'return reportsFailure(matched);',
    'success pattern',
  ),
  misread(
    'failure text',
    'only one part of an answer is looked at',
    'failingPart(partsOf(result), success)',
    'failingPart(partsOf(result).slice(0, 1), success)',
    'beside its content',
  ),
  ...partMistakes.map(([name, find, replace]) => misreadPart(toolResult, name, find, replace)),
  ...readingMistakes.map(([name, find, replace]) =>
    misreadPart('src/core/request/outcome/reported-failure.ts', name, find, replace),
  ),
];

/** Overlooks what makes an answer read like a failure. */
function misreadPart(file: string, name: string, find: string, replace: string): Mutation {
  const tests = ['test/unit/core/request/outcome/reported-failure.test.ts'];
  return { name, row: 'failure text', file, find, replace, tests };
}
