/**
 * The words behind the complexity suggestion, in the five groups of the Silver research (§8), and the
 * verbs of simple briefs. They are defaults: settings replace them.
 */
export interface ComplexityWords {
  readonly priority: readonly string[];
  readonly multiStep: readonly string[];
  readonly externalAction: readonly string[];
  readonly dependency: readonly string[];
  readonly stakeholders: readonly string[];
  readonly simple: readonly string[];
}

export const defaultComplexityWords: ComplexityWords = {
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

/** How each group is called in a sentence. */
export const groupNames = {
  priority: 'high priority',
  multiStep: 'several steps',
  externalAction: 'external action',
  dependency: 'steps that depend on each other',
  stakeholders: 'several people',
} as const;

export type WordGroup = keyof typeof groupNames;
export const wordGroups = Object.keys(groupNames) as readonly WordGroup[];

/** A word with the endings it takes in English: invoice, invoices, invoiced, invoicing. */
export function wordPattern(word: string): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const stem = /[a-z]e$/.test(word) ? `${escaped.slice(0, -1)}(?:e[sd]?|ing|ings)` : null;
  const doubled = /[a-z]$/.test(word) ? `${escaped}(?:s|es|ed|ing|ings|ment|ments)?` : escaped;
  return new RegExp(`(?:^|[^\\p{L}\\p{N}#])(?:${stem ?? doubled})(?![\\p{L}\\p{N}])`, 'iu');
}
