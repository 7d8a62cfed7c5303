import type { JsonObject } from '../json.js';
import { withoutQuotedMaterial } from '../policy/keywords.js';
import { focusOf, hasNews, openOf, subsystemsOf, type Focus } from './beliefs/focus.js';
import { integrationChecks } from './beliefs/memory.js';
import { notesOf, questionsOf, type QuestionView } from './beliefs/questions.js';
import type { DecisionGraph, DecisionNode } from './decision-graph.js';
import { ended, indented, named, shown } from './record-words.js';

/** How to think about a plan. `architecture` demands an answer in five parts. */
export type ReasoningMode = 'light' | 'architecture';

const mostSubsystems = 5;

const intent =
  /(?:^|[^\p{L}\p{N}])(?:architectures?|decompositions?|system[\s-]+designs?)(?![\p{L}\p{N}])/iu;

export interface AskedFor {
  readonly taskId: string;
  readonly objective: string;
  readonly context: string;
}

export function asksForArchitecture({ objective, context }: AskedFor): boolean {
  return intent.test(withoutQuotedMaterial(`${objective}\n${context}`));
}

export function modeOf({ nodes }: DecisionGraph, plan: AskedFor): ReasoningMode {
  const goal = nodes.get(plan.taskId);
  const said = goal ? notesOf(goal, 'mode').at(-1)?.trim().toLowerCase() : undefined;
  if (said === 'light' || said === 'architecture') return said;
  return asksForArchitecture(plan) ? 'architecture' : 'light';
}

export interface Subsystem {
  readonly node: DecisionNode;
  readonly goals: readonly string[];
  readonly data: readonly string[];
  readonly contracts: readonly string[];
  readonly risks: readonly string[];
  readonly interfaces: readonly string[];
}

export interface Structure {
  readonly mode: ReasoningMode;
  readonly systemGoal: string;
  readonly subsystems: readonly Subsystem[];
  readonly focus: DecisionNode | null;
  readonly nextStep: string | null;
  /** `about` is null for the whole system. */
  readonly uncertain: readonly { readonly about: string | null; readonly text: string }[];
  readonly checks: Readonly<Record<string, readonly string[]>>;
  readonly missing: readonly string[];
}

export function structureOf(graph: DecisionGraph, plan: AskedFor): Structure {
  const nodes = [...graph.nodes.values()];
  const subsystems = subsystemsOf(graph).map((node) => ({
    node,
    goals: notesOf(node, 'goal'),
    data: notesOf(node, 'data'),
    contracts: notesOf(node, 'contract'),
    risks: notesOf(node, 'risk'),
    interfaces: [
      ...notesOf(node, 'interface'),
      ...notesOf(node, 'dependency'),
      ...notesOf(node, 'dependencies'),
    ],
  }));
  const recorded = nodes.find(
    ({ id, kind, parentId }) =>
      kind === 'goal' && id.startsWith('g-') && (parentId === null || parentId === plan.taskId),
  );
  const systemGoal = (recorded ?? graph.nodes.get(plan.taskId))?.text.trim() ?? '';
  const questions = questionsOf(graph);
  const now = focusOf(graph, questions);
  const focusId = graph.focus.at(-1)?.subsystem;
  const said = subsystems.find(({ node }) => node.id === focusId)?.node ?? null;
  const focus = said && (now.subsystem ?? said);
  const nextStep = nextStepOf(graph, questions, now);
  const parts = { systemGoal, subsystems, focus, nextStep };
  return {
    mode: modeOf(graph, plan),
    ...parts,
    uncertain: nodes.flatMap((node) =>
      notesOf(node, 'uncertain').map((text) => ({
        about: node.id === plan.taskId ? null : node.text,
        text,
      })),
    ),
    checks: Object.fromEntries(
      integrationChecks.map((name) => [name, nodes.flatMap((node) => notesOf(node, name))]),
    ),
    missing: missingOf(parts),
  };
}

function nextStepOf(
  graph: DecisionGraph,
  questions: readonly QuestionView[],
  { probe }: Focus,
): string | null {
  const noted = [...graph.nodes.values()]
    .flatMap(({ notes }) => notes.filter(({ name }) => /^next steps?$/iu.test(name)))
    .sort((a, b) => (a.atMs ?? Infinity) - (b.atMs ?? Infinity))
    .at(-1);
  if (noted && !(probe && hasNews(questions, noted.atMs ?? Infinity))) return noted.text;
  const others = openOf(graph, questions).flatMap((one) => one.probes);
  return (probe ?? others.find(({ outcomes }) => outcomes.length === 0))?.probe.text ?? null;
}

function missingOf({
  systemGoal,
  subsystems,
  focus,
  nextStep,
}: Pick<Structure, 'systemGoal' | 'subsystems' | 'focus' | 'nextStep'>): readonly string[] {
  return [
    ...(systemGoal === '' ? ['System Goal: say what the whole is for (create_goal).'] : []),
    ...(subsystems.length === 0
      ? ['Subsystem Decomposition: name the parts (create_subsystem).']
      : []),
    ...(subsystems.length > mostSubsystems
      ? [
          `Subsystem Decomposition: ${subsystems.length} parts are more than ${mostSubsystems}. Join some, and give the others a note “set aside”.`,
        ]
      : []),
    ...subsystems.flatMap(({ node, goals, data, contracts, risks }) => {
      const lacks = Object.entries({ goal: goals, data, contract: contracts, risk: risks })
        .filter(([, said]) => said.length === 0)
        .map(([name]) => `“${name}”`);
      return lacks.length === 0
        ? []
        : [`Subsystem Decomposition: ${named(node)} lacks a note ${lacks.join(', ')}.`];
    }),
    ...(focus ? [] : ['Focus Subsystem: say which part comes first (focus_on).']),
    ...(subsystems.length === 0
      ? ['Interfaces/Dependencies: note how the parts meet (add_note “interface”).']
      : subsystems
          .filter(({ interfaces }) => interfaces.length === 0)
          .map(({ node }) => `Interfaces/Dependencies: ${named(node)} lacks a note “interface”.`)),
    ...(nextStep === null
      ? ['Next Step: give one that can be checked (a note “next step”, or add_probe).']
      : []),
  ];
}

export function structureWords(structure: Structure): readonly string[] {
  const { mode, systemGoal, subsystems, focus, nextStep, uncertain, checks, missing } = structure;
  const listed = (name: string, said: readonly string[]): readonly string[] =>
    said.map((one) => `${name}: ${shown(one)}`);
  return [
    `Mode: ${mode}`,
    `System Goal: ${systemGoal === '' ? 'not said' : shown(systemGoal)}`,
    `Subsystem Decomposition: ${subsystems.length === 0 ? 'none' : subsystems.length}`,
    ...subsystems.flatMap(({ node, goals, data, contracts, risks }) => [
      `  ${named(node)}`,
      ...indented(2, [
        ...listed('Goal', goals),
        ...listed('Data', data),
        ...listed('Contract', contracts),
        ...listed('Risk', risks),
      ]),
    ]),
    `Focus Subsystem: ${focus ? named(focus) : 'not said'}`,
    'Interfaces/Dependencies:',
    ...subsystems.flatMap(({ node, interfaces }) =>
      interfaces.map((one) => `  ${shown(node.text)}: ${shown(one)}`),
    ),
    `Next Step: ${nextStep === null ? 'not said' : ended(nextStep)}`,
    ...uncertain.map(
      ({ about, text }) => `Uncertain${about === null ? '' : ` (${shown(about)})`}: ${shown(text)}`,
    ),
    ...Object.entries(checks).flatMap(([name, said]) =>
      said.length === 0 ? [`Not checked yet: ${name}`] : listed(`Checked, ${name}`, said),
    ),
    ...missing.map((one) => `! Missing: ${one}`),
  ];
}

export function structureJson(structure: Structure): JsonObject {
  const { mode, systemGoal, subsystems, focus, nextStep, uncertain, checks, missing } = structure;
  return {
    ...{ mode, system_goal: systemGoal },
    subsystems: subsystems.map(({ node, goals, data, contracts, risks, interfaces }) => ({
      ...{ id: node.id, name: node.text, goal: [...goals], data: [...data] },
      ...{ contract: [...contracts], risk: [...risks], interface: [...interfaces] },
    })),
    ...{ focus_subsystem: focus?.id ?? null, next_step: nextStep },
    uncertain: uncertain.map((one) => ({ ...one })),
    integration_checks: Object.fromEntries(
      Object.entries(checks).map(([name, said]) => [name, [...said]]),
    ),
    missing: [...missing],
  };
}
