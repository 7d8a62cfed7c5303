export const alphabetNames = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
] as const;

export const alphabetLetters = alphabetNames.map((name) => `\\p{Script=${name}}`).join('');

const other = `(?![${alphabetLetters}])\\p{L}`;
const any = '[\\p{L}\\p{M}\\p{N}_-]';
const dot = '[.\\uff0e\\uff61]';
const token = /[\p{L}\p{M}\p{N}._%+:/@\uff20\ufe6b\uff0e\uff61-]+/gu;
const sign = /(:\/\/|[@\uff20\ufe6b]|www\.)/u;
const isAt = /[@\uff20\ufe6b]/;
const otherHost = new RegExp(
  `^(?:(?:[${alphabetLetters}\\p{M}\\p{N}_-]+${dot})+${other}${any}*(?:${dot}${any}+)*|${other}${any}*(?:${dot}${any}+)+)`,
  'u',
);
const anyHost = new RegExp(`^${any}+(?:${dot}${any}+)+`, 'u');
const endsInOther = new RegExp(`${other}\\p{M}*$`, 'u');

/** Finds addresses with letters of an alphabet that is not in `alphabetNames`. */
export function addressesElsewhere(text: string): readonly string[] {
  return (text.match(token) ?? []).flatMap((each) => {
    const parts = each.split(sign);
    return parts.flatMap((part, at) =>
      at > 0 && at % 2 === 0 ? addressAt(parts[at - 2] ?? '', parts[at - 1] ?? '', part) : [],
    );
  });
}

function addressAt(before: string, between: string, after: string): readonly string[] {
  if (!isAt.test(between)) {
    const [host] = otherHost.exec(after) ?? [];
    return host === undefined ? [] : [between === '://' ? host : between + host];
  }
  const name = before.replace(/^.*[:/]/, '');
  const [host] = (endsInOther.test(name) ? anyHost : otherHost).exec(after) ?? [];
  return name === '' || host === undefined ? [] : [name + between + host];
}

const inAccount = `[${alphabetLetters}\\p{Nd}]`;
const space = '[ \\u00a0-]?';
const account = new RegExp(
  `(?:^|[^${inAccount.slice(1)})([${alphabetLetters}]{2}\\p{Nd}{2}(?:${space}${inAccount}{4}){2,7}(?:${space}${inAccount}{1,3})?)(?!${inAccount})`,
  'gu',
);
const leastAccount = 15;
const leastDigits = 10;

export function accountNumbersIn(text: string): readonly string[] {
  const numbers = [...text.matchAll(account)].flatMap(([, ...number]) => number);
  return numbers.filter(
    (number) =>
      number.replace(/[ \u00a0-]/g, '').length >= leastAccount &&
      [...number.matchAll(/\p{Nd}/gu)].length >= leastDigits,
  );
}
