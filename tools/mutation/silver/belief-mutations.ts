import type { Mutation } from '../mutation.js';

const questions = 'test/unit/mcp/server/tools/question-tools.test.ts';
const architecture = 'test/unit/mcp/server/tools/architecture-tools.test.ts';
const knowledge = 'test/unit/engine/knowledge.test.ts';
const terminal = 'test/unit/hosts/node/cli/commands/reasoning-command.test.ts';
const beliefs = 'src/core/reasoning/beliefs';
const knowledgeOperations = 'src/engine/operations/knowledge';

/** Faults in what is believed, in the modes, the rules above them, and the knowledge base. */
export const beliefMutations: readonly Mutation[] = [
  {
    name: 'that the work turned to a subsystem is not kept',
    file: 'src/core/reasoning/decision-graph.ts',
    find: 'if (about)\n          focus.push({',
    replace: 'if (!about)\n          focus.push({',
    tests: [questions],
  },
  {
    name: 'the focus stays whatever was observed',
    file: `${beliefs}/focus.ts`,
    find: 'if (present && said && !hasNews(',
    replace: 'if (present && said && [hasNews].length > 0 && !Number.isNaN(',
    tests: [questions],
  },
  {
    name: 'the focus moves although nothing was observed',
    file: `${beliefs}/focus.ts`,
    find: 'if (present && said && !hasNews(',
    replace: 'if (present && said && hasNews(',
    tests: [questions],
  },
  {
    name: 'a hypothesis loses what would refute it',
    file: `${beliefs}/questions.ts`,
    find: "notesOf(hypothesis, 'falsifier')",
    replace: "notesOf(hypothesis, 'refuter')",
    tests: [questions],
  },
  {
    name: 'no probe is worth anything',
    file: `${beliefs}/gain.ts`,
    find: 'bits += share * likelihood * Math.log2(likelihood / (outcomes[outcome] ?? 1));',
    replace: 'bits += 0;',
    tests: [questions],
  },
  {
    name: 'what speaks for a hypothesis speaks against it',
    file: `${beliefs}/questions.ts`,
    find: "evidenceAgainst: from(hypothesis.id, 'contradicts')",
    replace: "evidenceAgainst: from(hypothesis.id, 'supports')",
    tests: [questions],
  },
  {
    name: 'a memory block does not say of which task it is',
    file: `${beliefs}/memory.ts`,
    find: 'task_id: wanted.taskId',
    replace: "task_id: ''",
    tests: [questions],
  },
  {
    name: 'a trace has no risks',
    file: `${beliefs}/memory.ts`,
    find: 'integration_risks: risks',
    replace: 'integration_risks: []',
    tests: [questions],
  },
  {
    name: 'no words ask for architecture mode',
    file: 'src/core/reasoning/architecture.ts',
    find: "return asksForArchitecture(plan) ? 'architecture' : 'light';",
    replace: "return 'light';",
    tests: [architecture],
  },
  {
    name: 'an answer that lacks a part is taken',
    file: 'src/engine/operations/decisions/record-decisions.ts',
    find: 'if (architecture && missing.length > 0) {',
    replace: 'if (architecture && missing.length > 99) {',
    tests: [architecture],
  },
  {
    name: 'a part without a risk is whole',
    file: 'src/core/reasoning/architecture.ts',
    find: 'contract: contracts, risk: risks })',
    replace: 'contract: contracts })',
    tests: [architecture],
  },
  {
    name: 'what is uncertain is not listed',
    file: 'src/core/reasoning/architecture.ts',
    find: "notesOf(node, 'uncertain')",
    replace: "notesOf(node, 'unclear')",
    tests: [architecture],
  },
  {
    name: 'no rule ever overrides a reason',
    file: `${beliefs}/memory.ts`,
    find: 'policy_fallback_applied: wanted.policyFallbacks.length > 0',
    replace: 'policy_fallback_applied: false',
    tests: [architecture],
  },
  {
    name: 'what the gate sends back is no rule',
    file: 'src/engine/operations/decisions/policy-fallbacks.ts',
    find: "voided?.why === 'returned'",
    replace: "voided?.why === 'withdrawn'",
    tests: [architecture],
  },
  {
    name: 'an agent’s word takes the ✋ from a step',
    file: 'src/engine/operations/new-plans/initialize-plan.ts',
    find: 'step.isClaimed === true && step.gated === false',
    replace: 'step.isClaimed === true && step.gated === true',
    tests: [architecture],
  },
  {
    name: 'a rule that is missing is optional',
    file: `${knowledgeOperations}/read-knowledge.ts`,
    find: 'await this.note(entry.name, entry.file, true)',
    replace: 'await this.note(entry.name, entry.file, false)',
    tests: [knowledge],
  },
  {
    name: 'nobody is told that reasoning is degraded',
    file: 'src/core/knowledge/knowledge-state.ts',
    find: 'if (first === undefined) return [];',
    replace: 'if (first === undefined || others.length < 99) return [];',
    tests: [knowledge],
  },
  {
    name: 'a trace is normal whatever is missing',
    file: 'src/core/knowledge/knowledge-state.ts',
    find: "knowledge: lacking.length === 0 ? 'normal' : 'degraded'",
    replace: "knowledge: 'normal'",
    tests: [knowledge],
  },
  {
    name: 'the notes are read although reasoning is off',
    file: `${knowledgeOperations}/knowledge.ts`,
    find: 'return this.context.planning().reasoning;',
    replace: 'return true;',
    tests: [knowledge],
  },
  {
    name: 'the base changes although its checklist is open',
    file: `${knowledgeOperations}/add-knowledge.ts`,
    find: 'if (open.length > 0)',
    replace: 'if (open.length > 99)',
    tests: [terminal],
  },
  {
    name: 'whatever is added belongs to the base',
    file: `${knowledgeOperations}/add-knowledge.ts`,
    find: 'const isBase = criteria.every((one) => one);',
    replace: 'const isBase = criteria.length > 0;',
    tests: [terminal],
  },
];
