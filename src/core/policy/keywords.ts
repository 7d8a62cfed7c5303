/** `simple` has words of simple work. The words of all other groups suggest a plan (R8.1). */
export interface ComplexityKeywords {
  readonly priority: readonly string[];
  readonly multiStep: readonly string[];
  readonly externalAction: readonly string[];
  readonly dependency: readonly string[];
  readonly stakeholders: readonly string[];
  readonly simple: readonly string[];
}

export const defaultComplexityKeywords: ComplexityKeywords = {
  priority: ['#high', 'urgent', 'asap', 'critical'],
  multiStep: [
    'invoice',
    'payment',
    'client',
    'project',
    'campaign',
    'report',
    'audit',
    'schedule',
    'coordinate',
    'async',
  ],
  externalAction: ['send', 'post', 'publish', 'email', 'message', 'call', 'pay', 'submit'],
  dependency: ['after', 'once', 'then', 'require', 'depend', 'pipeline', 'sequence'],
  stakeholders: ['client', 'team', 'manager', 'approval', 'sign-off'],
  simple: ['read', 'show', 'display', 'summarize', 'what is', 'how many'],
};

export const groupNames = {
  priority: 'a high priority',
  multiStep: 'several steps',
  externalAction: 'an external action',
  dependency: 'steps that depend on each other',
  stakeholders: 'several people',
} as const;

export type WordGroup = keyof typeof groupNames;
export const wordGroups = Object.keys(groupNames) as readonly WordGroup[];

export const longestBrief = 65_536;

const names = /[`*]|https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,255}/g;
const quotedMaterial = new RegExp(`\`[^\`]*\`|${names.source}`, 'g');

/** Removes web and email addresses, and the signs for bold text and code. */
export function withoutNames(text: string): string {
  return text.replace(names, ' ');
}

/** Removes code in backticks, and all that `withoutNames` removes. */
export function withoutQuotedMaterial(text: string): string {
  return text.replace(quotedMaterial, ' ');
}

const madePatterns = new Map<string, RegExp>();
const mostPatterns = 2_000;

/** Returns a pattern that also finds English endings: `invoice` finds `invoices`. */
export function wordPattern(word: string): RegExp {
  const known = madePatterns.get(word);
  if (known) return known;
  if (madePatterns.size >= mostPatterns) madePatterns.clear();
  const pattern = makePattern(word);
  madePatterns.set(word, pattern);
  return pattern;
}

function makePattern(word: string): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[\s-]+/g, '[\\s-]+');
  return new RegExp(`(?:^|[^\\p{L}\\p{N}#])(?:${withEndings(escaped)})(?![\\p{L}\\p{N}])`, 'iu');
}

const endings = 's|es|ed|ing|ings|ly|ment|ments|ency|encies|ent';

function withEndings(escaped: string): string {
  if (/[a-z]e$/i.test(escaped)) return `${escaped.slice(0, -1)}(?:e[sd]?|ing|ings|ements?)`;
  const doubled = /[aeiou]([bdgmnpt])$/i.exec(escaped)?.[1] ?? '';
  const repeated = doubled === '' ? '' : `|${doubled}(?:ed|ing|ings)`;
  return /[a-z]$/i.test(escaped) ? `${escaped}(?:${endings}${repeated})?` : escaped;
}
