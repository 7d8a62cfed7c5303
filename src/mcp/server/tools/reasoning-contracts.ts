import type { PromptDefinition } from '../server-features.js';

export const shortContract = [
  'Before you act, say what you want to reach and what you do not know. Keep facts (what you saw, and where) apart from guesses, and guesses apart from what you decided.',
  'If there is more than one explanation, record them with ask_question and add_hypothesis, and carry out the probe that ask_decisions get_beliefs puts first: it takes away most of what is uncertain. Small, clear work needs no record.',
  'Do one step that can be checked, look at what came of it, and continue from there. Do only what was asked for. Say that something is done only if you checked it.',
  'Rules go before reasons: the notes of the knowledge base and the gate hold even where your reasoning says otherwise. A ✋ step waits for a person.',
].join('\n');

const architectureContract = [
  'This is work on the shape of a system. Go round this cycle, and record each pass in the plan with record_decisions.',
  '1. Decompose. Say what the whole is for. Name at most five subsystems (create_subsystem), and note of each its “goal”, “data”, “contract” and “risk”. Choose the one where a look takes away most uncertainty (focus_on, with why).',
  '2. Ground. Look at the subsystem in focus: code, tool output, history. Record what you saw with add_observation, what could be true with add_hypothesis, and what nobody knows yet as a note “uncertain”.',
  '3. Integrate. Note on the subsystems how they meet (“interface”), and what you found when you checked “consistency”, “privacy and security”, “performance”, “coupling” and “operational limits”. What holds for good is a note “invariant”.',
  '4. Execute. Do one step in the focus that can be checked, and note the “next step”.',
  'Your answer has five parts: System Goal, Subsystem Decomposition, Focus Subsystem, Interfaces/Dependencies, Next Step. Give them in one call of record_decisions with architecture: true. It names what is missing, and records nothing until all five are there. ask_decisions get_structure shows them.',
  'If you can’t give them, continue without them: the plan is then worked in light mode, and the trace says so. Keep only the focus in mind; of the other parts, their invariants are enough.',
].join('\n');

const contracts: Readonly<Record<string, string>> = {
  meta_decomposition_contract: shortContract,
  architecture_mode_contract: `${shortContract}\n\n${architectureContract}`,
};

export const contractPrompts: readonly PromptDefinition[] = [
  {
    name: 'meta_decomposition_contract',
    title: 'How to think about any work',
    description: 'A short contract: facts, guesses, one step that can be checked.',
    arguments: [],
  },
  {
    name: 'architecture_mode_contract',
    title: 'How to think about a system',
    description: 'For architecture, decomposition and system design: four passes, five parts.',
    arguments: [],
  },
];

export function contractText(name: string): string | null {
  return Object.hasOwn(contracts, name) ? (contracts[name] ?? null) : null;
}
