import { speaksOfExternalAction } from '../policy/external-action.js';
import { longestBrief } from '../policy/words.js';

/** A step as proposed for a new plan. */
export interface ProposedStep {
  readonly text: string;
  readonly gated: boolean;
}

const listItem = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\]\s+)?(.+)$/u;
const gateMark = /^\u270b\ufe0f?\s*/u;
const clauseBreak =
  /(?:[.;!?]\s+(?:(?:and\s+)?then,?\s+)?|,?\s+(?:and\s+then|then|and)\s+|,\s+)(?=\p{L})/giu;
const verbStart =
  /^(?:please\s+)?(?:add|ask|book|calculate|call|check|collect|create|draft|email|file|find|generate|get|identify|invoice|log|make|notify|pay|plan|post|prepare|publish|read|record|reply|report|review|schedule|send|submit|summari[sz]e|tell|update|upload|verify|write)\b/i;

/**
 * Splits a brief into steps by rule: its list items if it has any; otherwise its clauses, as
 * long as each begins with a verb ("Generate an invoice, send it and log it"). A proposal for a
 * person to change. Steps that reach outside the vault are gated.
 */
export function proposeSteps(brief: string): readonly ProposedStep[] {
  const items = brief
    .slice(0, longestBrief)
    .split(/\r?\n/)
    .flatMap((line) => listItem.exec(line)?.[1] ?? []);
  const texts = items.length > 0 ? items : clausesOf(brief.slice(0, longestBrief));
  return texts.map(stepOf);
}

/** Steps as a person reads and changes them before the plan is written: one on each line. */
export function linesOfSteps(steps: readonly ProposedStep[]): string {
  return steps.map(({ text, gated }) => (gated ? `\u270b ${text}` : text)).join('\n');
}

/** Steps from such lines. What reaches outside the vault is gated, whatever became of its ✋. */
export function stepsOfLines(lines: string): readonly ProposedStep[] {
  return lines
    .split(/\r?\n/)
    .map((line) => (listItem.exec(line)?.[1] ?? line).trim())
    .filter((line) => line.replace(gateMark, '') !== '')
    .map(stepOf);
}

function stepOf(text: string): ProposedStep {
  const bare = text.trim().replace(gateMark, '');
  return {
    text: sentence(bare),
    gated: gateMark.test(text.trim()) || speaksOfExternalAction(bare),
  };
}

/** Cuts only where the next clause begins with a verb; all other text stays as it is. */
function clausesOf(brief: string): readonly string[] {
  const text = brief.replace(/\s+/g, ' ').trim();
  const clauses: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(clauseBreak)) {
    const next = index + gap.length;
    // A verb alone belongs to what follows: "Generate and send the invoice".
    const isWhole = text.slice(start, index).includes(' ');
    if (!isWhole || !verbStart.test(text.slice(next, next + 40))) continue;
    clauses.push(text.slice(start, index));
    start = next;
  }
  clauses.push(text.slice(start));
  return clauses.map(withoutEnd).filter((clause) => clause !== '');
}

/** Not by an expression, which would begin at each of many such marks. */
function withoutEnd(clause: string): string {
  let end = clause.length;
  while (end > 0 && /[\s.;!?]/.test(clause.charAt(end - 1))) end -= 1;
  return clause.slice(0, end);
}

function sentence(text: string): string {
  const request = text.replace(/^please\s+/i, '');
  return request.charAt(0).toUpperCase() + request.slice(1);
}
