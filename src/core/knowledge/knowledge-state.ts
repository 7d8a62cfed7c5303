import type { Alert } from '../alert.js';
import type { JsonObject } from '../json.js';

export interface KnowledgeNote {
  readonly name: string;
  readonly path: string;
  readonly isRequired: boolean;
  readonly problem: string | null;
}

export interface KnowledgeState {
  readonly bundlePath: string;
  readonly notes: readonly KnowledgeNote[];
  readonly lacking: readonly string[];
  readonly optional: readonly string[];
}

const mostTold = 10;

export function knowledgeAlerts({ lacking, bundlePath }: KnowledgeState): readonly Alert[] {
  const [first, ...others] = lacking;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  return [
    {
      ...{ subject: { kind: 'knowledge' }, kind: 'invalid' },
      text: `Reasoning is degraded: ${first}${more}`,
      advice: `Restore the missing notes, or create the default ones under Settings → Reasoning or with \`countersign reasoning write\` in a terminal. ${bundlePath} lists the required notes. Approvals work as before.`,
    },
  ];
}

export function knowledgeJson({ lacking, optional }: KnowledgeState): JsonObject {
  const first = (all: readonly string[]): string[] => all.slice(0, mostTold);
  return {
    knowledge: lacking.length === 0 ? 'normal' : 'degraded',
    ...(lacking.length === 0 ? {} : { knowledge_lacks: first(lacking) }),
    ...(optional.length === 0 ? {} : { knowledge_optional_missing: first(optional) }),
  };
}
