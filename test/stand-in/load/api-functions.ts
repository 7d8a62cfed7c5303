import type * as Obsidian from 'obsidian';
import { parse, stringify } from 'yaml';
import { requestUrl } from '../device/request-url.js';
import { normalizePath } from '../vault/vault-paths.js';

type Documented = Pick<
  typeof Obsidian,
  | 'apiVersion'
  | 'debounce'
  | 'getAllTags'
  | 'getLanguage'
  | 'getLinkpath'
  | 'normalizePath'
  | 'parseFrontMatterTags'
  | 'parseLinktext'
  | 'parseYaml'
  | 'requestUrl'
  | 'requireApiVersion'
  | 'stringifyYaml'
>;

const apiVersion = '1.13.1';

/** The functions of the `obsidian` module that need no screens. Documented: obsidian.d.ts. */
export const apiFunctions = {
  apiVersion,
  debounce,
  getAllTags(cache) {
    const inText = (cache.tags ?? []).map(({ tag }) => tag);
    const all = [...(parseFrontMatterTags(cache.frontmatter) ?? []), ...inText];
    return all.length > 0 ? all : null;
  },
  getLanguage: () => 'en',
  getLinkpath: (linktext) => parseLinktext(linktext).path,
  normalizePath,
  parseFrontMatterTags,
  parseLinktext,
  parseYaml: (yaml) => parse(yaml) as unknown,
  requestUrl,
  requireApiVersion: (version) => compareVersions(apiVersion, version) >= 0,
  stringifyYaml: (value) => stringify(value),
} satisfies Documented;

/** Documented: without `resetTimer` the call comes `timeout` after the first one, else the last. */
function debounce<T extends unknown[], V>(
  callback: (...args: [...T]) => V,
  timeout = 0,
  resetTimer = false,
): Obsidian.Debouncer<T, V> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: T | undefined;
  const run = (): V | void => {
    clearTimeout(timer);
    timer = undefined;
    const args = latest;
    latest = undefined;
    if (args !== undefined) return callback(...args);
  };
  const debounced = (...args: T): Obsidian.Debouncer<T, V> => {
    latest = args;
    if (resetTimer) clearTimeout(timer);
    if (resetTimer || timer === undefined) timer = setTimeout(run, timeout);
    return debouncer;
  };
  const cancel = (): Obsidian.Debouncer<T, V> => {
    clearTimeout(timer);
    timer = undefined;
    latest = undefined;
    return debouncer;
  };
  const debouncer = Object.assign(debounced, { cancel, run }) as Obsidian.Debouncer<T, V>;
  return debouncer;
}

function parseLinktext(linktext: string): { path: string; subpath: string } {
  const at = linktext.indexOf('#');
  if (at < 0) return { path: linktext, subpath: '' };
  return { path: linktext.slice(0, at), subpath: linktext.slice(at) };
}

function parseFrontMatterTags(frontmatter: unknown): string[] | null {
  if (typeof frontmatter !== 'object' || frontmatter === null) return null;
  const entries = Object.entries(frontmatter) as [string, unknown][];
  const value = entries.find(([key]) => /^tags?$/iu.test(key))?.[1];
  const list = typeof value === 'string' ? value.split(/[,\s]+/u) : value;
  if (!Array.isArray(list)) return null;
  const tags = list.filter((tag) => typeof tag === 'string' && tag !== '') as string[];
  return tags.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`));
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let n = 0; n < 3; n += 1) {
    const difference = (left?.[n] ?? 0) - (right?.[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
