import { decodeBase64Url } from '../../base64url.js';
import { isJsonObject, type Json } from '../../json.js';
import { HIDDEN } from '../../secret-mask.js';
import type { BridgeConfig } from '../device-config.js';

const secretName =
  /key|token|secret|pass|pwd|auth(?!or(?!i[sz]))|cred|otp|session|cookie|signature|private|bearer|jwt|dsn|webhook|mnemonic|phrase|(?:^|[^a-z])(?:pin|sig|pw|cvv|seed)(?![a-z])/iu;
const quantityName =
  /(?:^|[^a-z])(?:max|min|ttl|count|age|window|ms|seconds?|minutes?|hours?|days?|per|num)(?![a-z])|limit|timeout|size|length|expir|interval|lifetime|duration|tokens/iu;
const kindName = /[^a-z](?:type|kind|method|mode|scheme)$/iu;
const quantity = /^\d+(?:\.\d+)?\s?[a-z]{0,3}$/iu;
const plainHeaders = new Set([
  'accept-language',
  'user-agent',
  'origin',
  'referer',
  'cache-control',
]);
const switches = new Set(['true', 'false', 'none', 'null', 'auto', 'default']);

const SHORTEST_NAMED = 4;
const SHORTEST_SECRET = 6;

function isSecret(name: string, value: string): boolean {
  const text = value.trim();
  if (quantityName.test(name) && quantity.test(text)) return false;
  if (kindName.test(name) && /^[a-z]+$/iu.test(text)) return false;
  if (secretName.test(name)) return text.length >= SHORTEST_NAMED && !switches.has(text);
  return text.length >= SHORTEST_SECRET && !isPlain(text);
}

function isPlain(text: string): boolean {
  const words = text.replace(/:\d{1,5}(?=\/|$)/u, '').match(/[\p{L}\p{M}\d]+/gu) ?? [];
  const between = text.split(/[\p{L}\p{M}\d]+/u);
  const path = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][A-Za-z]+[\\/]/u;
  return (
    path.test(text) ||
    (words.every((word) => /^(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,12})?\d{0,3}$/u.test(word)) &&
      between.every((mark) => /^[-._,:@/ ]{0,3}$/u.test(mark)))
  );
}

const random =
  /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;
const knownTokens = /\b(?:sk|pk|rk|gh[a-z]|github_pat|xox[a-z]|glpat)[-_][\w-]{8,}/u;

function looksRandom(word: string): boolean {
  if (random.test(word) || knownTokens.test(word)) return true;
  const isStrong = [/[a-z]/u, /[A-Z]/u, /\d/u, /[!^&]/u].every((kind) => kind.test(word));
  const runs = word.match(/[A-Za-z0-9]{8,}/gu) ?? [];
  return (isStrong && word.length >= 8) || runs.some(takesTurns);
}

function takesTurns(run: string): boolean {
  const turns = run.match(/\d+|[A-Za-z]+/gu) ?? [];
  return turns.length >= (/[a-z]/u.test(run) && /[A-Z]/u.test(run) ? 4 : 5);
}

export function secretsOf(bridge: BridgeConfig): readonly string[] {
  const found = [...new Set(rawSecrets(bridge).flatMap(partsOf))];
  return found.map((secret) => secret.trim()).filter(({ length }) => length >= SHORTEST_NAMED);
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return [...secrets]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

const namedSecret =
  '(?:token|password|secret|key|authorization|cookie|(?:\\b|_)(?:pass|pwd|otp|sig))';
const secretOption = new RegExp(`^-.*${namedSecret}$`, 'iu');
const secretPair = new RegExp(
  `([\\w.-]{0,60}?${namedSecret})(["']?\\s?[=:]\\s?["']?)((?:(?:bearer|basic|token)\\s)?[^\\s;,&"']+)`,
  'giu',
);
const isNoScript =
  /^(?:(?:[a-z]:)?[\\/][\p{L}\w .\\/()-]*|(?![^]*(?:["'$`|<>(){}\n]|%(?![\da-f]{2})|!.*!))(?:[^\s;]*|(?:-*[a-z][\w .-]*[=:] ?(?:(?:bearer|basic|token) )?[^\s=:;,&]+=*(?:[;,&] ?| |$))+))$/iu;
const mayHide = /^(?![a-z]+:|.*\.[^.]{1,24}\.?$)\w[^/\\&]*$/iu;

/**
 * Hides secrets in arguments that a person has to confirm. If an argument may be a script, nothing
 * is hidden, so that the person sees what would run.
 */
export function shownArguments(args: readonly string[]): readonly string[] {
  return args.every((arg) => isNoScript.test(arg) || secretsOfJson(arg).length > 0)
    ? args.map((arg, index) => shownArgument(arg, args[index - 1] ?? ''))
    : args;
}

function shownArgument(arg: string, before: string): string {
  const hides = (name: string, value: string): boolean =>
    isSecret(name, value) && mayHide.test(value);
  if (secretOption.test(before) && /\p{Lu}/u.test(arg) && hides(before, arg)) return HIDDEN;
  return arg
    .replace(/:\/\/[^\s/\\?#@"&]+(?=@)/gu, `://${HIDDEN}`)
    .replace(secretPair, (pair, name: string, between: string, value: string) =>
      hides(name, value) ? name + between + HIDDEN : pair,
    );
}

function rawSecrets(bridge: BridgeConfig): readonly string[] {
  switch (bridge.transport) {
    case 'stdio':
      return [
        ...Object.entries(bridge.env).flatMap(([name, value]) => secretsOfValue(name, value)),
        ...secretsOfArguments([bridge.command, ...bridge.args]),
      ];
    case 'http':
      return [
        ...Object.entries(bridge.headers)
          .filter(
            ([name, { length }]) =>
              !plainHeaders.has(name.toLowerCase()) && length >= SHORTEST_SECRET,
          )
          .flatMap(([name, value]) => [value, ...secretsOfPairs(name, value)]),
        ...secretsOfUrls(bridge.url),
      ];
    case 'practice':
      return [];
  }
}

function secretsOfValue(name: string, value: string): readonly string[] {
  const within = [...secretsOfUrls(value), ...secretsOfJson(value), ...secretsOfPairs(name, value)];
  return isSecret(name, value) || within.length > 0 ? [value, ...within] : [];
}

function secretsOfArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const before = /^--?([A-Za-z][\w.-]*)$/u.exec(args[index - 1] ?? '')?.[1] ?? '';
    const isOption = /^--?[A-Za-z][a-z-]*$/u.test(arg);
    return [
      ...(!isOption && secretName.test(before) && isSecret(before, arg) ? [arg] : []),
      ...(loginName.test(before) ? passwordOf(arg) : []),
      ...(/^[pk]$/u.test(before) && !/[-@/.:]/u.test(arg) && isSecret('', arg) ? [arg] : []),
      ...secretsOfArgument(arg),
    ];
  });
}

const loginName = /^(?:u|user|userpwd|login)$/u;

function passwordOf(login: string): readonly string[] {
  const [, user = '', password = ''] = /^([^:/]+):([^/][^]*)$/u.exec(login) ?? [];
  return password === user || /^\d*$/u.test(password) ? [] : [password];
}

function secretsOfArgument(arg: string): readonly string[] {
  const [, name, value] = /^(?:--?)?([A-Za-z][\w.-]*)(?:=|:(?!\/\/))\s*([^]*)$/u.exec(arg) ?? [];
  if (name !== undefined && value !== undefined) {
    const login = loginName.test(name) ? passwordOf(value) : [];
    const rest = [...login, ...secretsOfPairs(name, arg), ...secretsOfArgument(value)];
    return secretName.test(name) && isSecret(name, value) ? [value, ...rest] : rest;
  }
  const words = arg.split(/[\s/,;:@=#]+/u).filter(looksRandom);
  return [...secretsOfUrls(arg), ...secretsOfJson(arg), ...secretsOfPairs('', arg), ...words];
}

function secretsOfPairs(name: string, text: string): readonly string[] {
  const pairs = text.matchAll(
    /(?<key>[A-Za-z][\w.-]{0,60})["']?\s{0,9}[=:]\s{0,9}(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>(?:(?:Bearer|Basic)\s)?[^\s;,&"']+))/giu,
  );
  return [...pairs].flatMap(({ groups }) => {
    const { key = '', double, single, bare } = groups ?? {};
    const value = double ?? single ?? bare ?? '';
    const isNamed = secretName.test(key) || /cookie/iu.test(name);
    return isNamed && isSecret(secretName.test(key) ? key : 'cookie', value) ? [value] : [];
  });
}

function secretsOfUrls(text: string): readonly string[] {
  const urls = text.match(/[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>]+/giu) ?? [];
  return urls.flatMap((url) => {
    const [, user = '', path = '', query = '', fragment = ''] =
      /^[^:]+:\/\/(?:([^/?#]*)@)?[^/?#]*([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/u.exec(url) ?? [];
    const [name = '', ...rest] = user.split(':');
    const login = [rest.join(':'), looksRandom(name) || isSecret('', name) ? name : ''];
    const parameters = `${query}&${fragment}`.split('&').flatMap((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/u.exec(pair) ?? [];
      return isSecret(name, value) ? [value] : isSecret('', name) ? [name] : [];
    });
    const parts = path.split('/').filter(looksRandom);
    return [...login, ...parameters, ...parts]
      .filter((part) => part !== '')
      .flatMap((part) => [part, decoded(part)]);
  });
}

function secretsOfJson(text: string): readonly string[] {
  if (!/^\s*[[{]/u.test(text)) return [];
  try {
    return secretsOfTree('', JSON.parse(text) as Json);
  } catch {
    return [];
  }
}

function secretsOfTree(name: string, value: Json): readonly string[] {
  if (typeof value === 'string') return isSecret(name, value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => secretsOfTree(name, item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => secretsOfTree(key, item));
}

function partsOf(secret: string): readonly string[] {
  const token = secret.replace(/^[A-Za-z]+\s+(?=\S+$)/u, '');
  const login = /^Basic\s/iu.test(secret) ? loginOf(token) : '';
  const lines = secret.split(/\r?\n/u).filter(({ length }) => length >= 12);
  return [secret, token, login, login.replace(/^[^:]*:/u, ''), ...lines];
}

function loginOf(base64: string): string {
  const bytes = decodeBase64Url(
    base64.replace(/[=]+$/u, '').replaceAll('+', '-').replaceAll('/', '_'),
  );
  const percent = [...(bytes ?? [])].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return decoded(percent.join(''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
