const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

type Rule = readonly [said: RegExp, words: (...groups: readonly string[]) => string];

const missing = /^Instance does not have required property "(.*)"\.$/su;

/** Rewrites the sentences of @cfworker/json-schema 4. */
const rules: readonly Rule[] = [
  [
    /^Instance type "(\w+)" is invalid\. Expected "(.+)"\.$/su,
    (is = '', wanted = '') =>
      `must be ${wanted.split('", "').map(kindOf).join(' or ')}, not ${kindOf(is)}.`,
  ],
  [
    /^Instance does not match any of \[(.*)\]\.$/su,
    (list = '') => `must be one of ${list.replaceAll('","', '", "')}.`,
  ],
  [/^Instance does not match (".*"|\S+)\.$/su, (value) => `must be ${value}.`],
  [
    /^(String|Array) .*\((\d+) ([<>]) (\d+)\)\.$/u,
    (of, is, sign, limit) =>
      `must have at ${sign === '<' ? 'least' : 'most'} ${limit} ${of === 'String' ? 'characters' : 'items'}; it has ${is}.`,
  ],
  [
    /^(\S+) is (less|greater) than (\S+)\.$/u,
    (is, than, limit) => `must be at ${than === 'less' ? 'least' : 'most'} ${limit}, not ${is}.`,
  ],
  [
    /^(\S+) is (less|greater) than or equal to (\S+)\.$/u,
    (is, than, limit) => `must be ${than === 'less' ? 'more' : 'less'} than ${limit}, not ${is}.`,
  ],
  [/^String does not match pattern\.$/u, () => 'doesn’t match the pattern that the tool asks for.'],
  [/^String does not match format "(.*)"\.$/su, (name) => `must have the format "${name}".`],
];

/**
 * Turns a sentence of the validator into words that follow a property's name.
 * @returns `name` is the missing property, if one is missing
 */
export function formatSchemaProblem(said: string): {
  readonly text: string;
  readonly name?: string;
} {
  const name = missing.exec(said)?.[1];
  if (name !== undefined) return { text: 'is missing.', name };
  for (const [pattern, format] of rules) {
    const match = pattern.exec(said);
    if (match) return { text: format(...match.slice(1)) };
  }
  return { text: said };
}

function kindOf(type: string): string {
  return kinds[type] ?? type;
}
