import { speaksOfExternalAction } from '../policy/external-action.js';

/** A step as proposed for a new plan. */
export interface ProposedStep {
  readonly text: string;
  readonly gated: boolean;
}

const listItem = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\]\s+)?(.+)$/;
const clauseBreak = /(?:[.;!?]\s+|,?\s+(?:and\s+then|then|and)\s+|,\s+)(?=\p{L})/u;
const verbStart =
  /^(?:please\s+)?(?:add|ask|book|calculate|call|check|collect|create|draft|email|file|find|generate|get|identify|invoice|log|make|notify|pay|plan|post|prepare|publish|read|record|reply|report|review|schedule|send|submit|summari[sz]e|tell|update|upload|verify|write)\b/i;

/**
 * Splits a brief into steps by rule: its list items if it has any; otherwise its clauses, as
 * long as each begins with a verb ("Generate an invoice, send it and log it"). A proposal for a
 * person to change. Steps that reach outside the vault are gated.
 */
export function proposeSteps(brief: string): readonly ProposedStep[] {
  const items = brief.split('\n').flatMap((line) => listItem.exec(line)?.[1] ?? []);
  const texts = items.length > 0 ? items : clausesOf(brief);
  return texts.map((text) => ({ text: sentence(text), gated: speaksOfExternalAction(text) }));
}

function clausesOf(brief: string): readonly string[] {
  const clauses: string[] = [];
  for (const clause of brief.replace(/\s+/g, ' ').trim().split(clauseBreak)) {
    const text = clause.trim().replace(/[.;!?]+$/, '');
    if (text === '') continue;
    if (clauses.length > 0 && !verbStart.test(text)) {
      clauses[clauses.length - 1] += `, ${text}`;
    } else {
      clauses.push(text);
    }
  }
  return clauses;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
