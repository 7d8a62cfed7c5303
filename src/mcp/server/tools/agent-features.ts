import { fail, type Problem, type Result } from '../../../core/errors.js';
import type { JsonObject } from '../../../core/json.js';
import type { KnowledgeState } from '../../../core/knowledge/knowledge-state.js';
import type { Engine } from '../../../engine/engine.js';
import type { Actor } from '../../../engine/operations/shared/operation.js';
import type {
  CallOptions,
  PromptDefinition,
  ServerFeatures,
  ToolAnswer,
  ToolDefinition,
} from '../server-features.js';
import type { AgentTool } from '../../../core/settings/agents/agent-tools.js';
import { callMirrored } from '../mirrored/call-mirrored.js';
import { mirroredTools, type MirroredTool } from '../mirrored/mirrored-tools.js';
import { CallLimits } from './limits.js';
import { decisionTools } from './decision-tools.js';
import { closingTools, planTools } from './plan-tools.js';
import { contractPrompts, contractText, shortContract } from './reasoning-contracts.js';
import { requestTools } from './request-tools.js';
import { missionJson } from './serialize.js';
import { taskTools } from './task-tools.js';
import { problemJson, problemText, type Tool, type ToolSuccess } from './tool.js';

/** Countersign's own tools for agents. None of them approves a request. */
export const tools: readonly Tool[] = [
  ...planTools,
  ...requestTools,
  ...closingTools,
  ...taskTools,
  ...decisionTools,
];

export const toolDefinitions: readonly ToolDefinition[] = tools.map(
  ({ name, title, description, inputSchema, annotations }) => ({
    ...{ name, title, description, inputSchema, annotations },
  }),
);

export function listedTools(
  client: string | null,
  mirrored: readonly MirroredTool[],
): readonly ToolDefinition[] {
  // Clients without a name could read each other's answers. So they get only Countersign's tools.
  if (client === null) return toolDefinitions;
  return [...toolDefinitions, ...mirrored.map(({ definition }) => definition)];
}

export const instructions =
  'Countersign plans your work in this vault and holds every action outside it until a person approves it. Call resume_plan first. Work step by step: update_plan_step after each, with why. For a ✋ step call draft_external_action; then end your turn or continue with other work, and ask with await_request. You cannot approve. An outcome that is unknown is never repeated.';

const prompts: readonly PromptDefinition[] = [
  {
    name: 'resume',
    title: 'Continue a plan',
    description: 'The state of the plan, and how to continue it.',
    arguments: [{ name: 'plan_id', description: 'Default: the current mission.', required: false }],
  },
  ...contractPrompts,
];

const mostWaiting = 20;
const mostWaitingInAll = 200;
const mostListed = 50;

const mission = 'countersign://mission';
const plans = 'countersign://plans';
const dashboard = 'countersign://dashboard';
const knowledge = 'countersign://knowledge';

function withReasoning(state: KnowledgeState | null): string {
  if (state === null) return instructions;
  const rules = state.notes.flatMap(({ name, isRequired, problem }) =>
    isRequired && problem === null ? [`${knowledge}/${name}`] : [],
  );
  return [
    instructions,
    shortContract,
    ...(rules.length === 0 ? [] : [`Read these first: ${rules.join(', ')}.`]),
    ...(state.lacking.length === 0
      ? []
      : ['Reasoning is degraded, because rules are missing: say so in your answers.']),
  ].join('\n');
}

export type AgentEngine = Pick<
  Engine,
  | 'operations'
  | 'drafter'
  | 'view'
  | 'planText'
  | 'dashboardText'
  | 'now'
  | 'agentTools'
  | 'knowledge'
>;

export class AgentFeatures {
  private readonly limits = new CallLimits();
  private mirrored: { of: readonly AgentTool[]; tools: readonly MirroredTool[] } | null = null;

  constructor(private readonly engine: AgentEngine) {}

  /** Returns the features for one client. Null is for a caller that gave no client's name. */
  of(client: string | null, whyGone: () => string | null = () => null): ServerFeatures {
    const { engine } = this;
    const actor: Actor = client === null ? 'Outside' : `Agent (${client})`;
    return {
      instructions: withReasoning(engine.knowledge.state),
      tools: listedTools(client, this.mirroredTools()),
      callTool: (name, args, options) => this.call(actor, name, args, { ...options, whyGone }),
      resources: () => [
        resource(mission, 'Current mission', 'The state of the current plan.', 'text/plain'),
        resource(plans, 'Plans', 'The unfinished plans.', 'application/json'),
        resource(dashboard, 'Dashboard', 'The Dashboard note.', 'text/markdown'),
        ...engine
          .view()
          .missions.map(({ planId, objective }) =>
            resource(`${plans}/${planId}`, planId, objective.slice(0, 200), 'text/markdown'),
          ),
        ...(engine.knowledge.state?.notes ?? [])
          .filter(({ problem }) => problem === null)
          .map(({ name, isRequired }) =>
            resource(
              `${knowledge}/${name}`,
              name,
              isRequired ? 'A rule that holds for all work.' : 'Read it where the work needs it.',
              'text/markdown',
            ),
          ),
      ],
      readResource: (uri) => this.read(uri),
      prompts,
      getPrompt: (name, args) => this.prompt(name, args),
    };
  }

  private async call(
    actor: Actor,
    name: string,
    args: JsonObject,
    { whyGone, ...options }: CallOptions & { readonly whyGone: () => string | null },
  ): Promise<ToolAnswer | null> {
    const { engine } = this;
    const tool = tools.find((one) => one.name === name);
    const mirrored =
      actor === 'Outside'
        ? undefined
        : this.mirroredTools().find(({ definition }) => definition.name === name);
    if (!tool && !mirrored) return null;
    const whyNotAsk = (): Problem | null => {
      // A person may have paused or revoked the client meanwhile.
      const gone = whyGone();
      if (gone !== null) return fail('nothing_runs', gone, 'Nothing was drafted.').error;
      return this.limits.count(actor, 'draft', engine.now()) ?? this.tooManyWait(actor);
    };
    const context = { ...options, engine, actor, whyNotAsk };
    if (mirrored) return answerOf(await callMirrored(context, mirrored, args));
    const kind = tool?.annotations.readOnlyHint === true ? 'read' : 'write';
    const problem = this.limits.count(actor, kind, engine.now());
    if (problem) return failed(problem);
    const done = await tool?.run(context, args);
    return done ? answerOf(done) : null;
  }

  private mirroredTools(): readonly MirroredTool[] {
    const of = this.engine.agentTools();
    if (this.mirrored?.of !== of) this.mirrored = { of, tools: mirroredTools(of) };
    return this.mirrored.tools;
  }

  /** A person can review only so many requests. */
  private tooManyWait(actor: Actor): Problem | null {
    const { waiting } = this.engine.view();
    const own = waiting.filter(({ requestId }) => this.engine.drafter(requestId) === actor).length;
    if (own < mostWaiting && waiting.length < mostWaitingInAll) return null;
    return fail(
      'input_invalid',
      own < mostWaiting
        ? `${waiting.length} requests wait for a person.`
        : `${own} of your requests wait for a person.`,
      'Nothing was drafted. Wait for decisions, or withdraw what is no longer needed.',
    ).error;
  }

  private async read(uri: string): Promise<string | null> {
    const { operations, planText, dashboardText } = this.engine;
    if (uri === mission) {
      const resumed = await operations.resumePlan({});
      return resumed.ok ? resumed.value.words : 'There is no unfinished plan.';
    }
    if (uri === plans) {
      const listed = await operations.listMissions({ limit: mostListed });
      return listed.ok ? JSON.stringify(listed.value.missions.map(missionJson)) : null;
    }
    if (uri === dashboard) return dashboardText();
    if (uri.startsWith(`${knowledge}/`))
      return this.engine.knowledge.read(uri.slice(knowledge.length + 1));
    return uri.startsWith(`${plans}/`) ? planText(uri.slice(plans.length + 1)) : null;
  }

  private async prompt(
    name: string,
    { plan_id: planId }: Readonly<Record<string, string>>,
  ): Promise<string | null> {
    if (name !== 'resume') return contractText(name);
    const resumed = await this.engine.operations.resumePlan(planId === undefined ? {} : { planId });
    if (!resumed.ok) return problemText(resumed.error);
    const { words, plan } = resumed.value;
    if (plan.ended || plan.approval) return words;
    return `${words}\n\nGo on with this plan from its next step. Log what you do and why. For a ✋ step, draft the action and wait for a person.`;
  }
}

function answerOf(done: Result<ToolSuccess>): ToolAnswer {
  if (!done.ok) return failed(done.error);
  const { text, data, isError, content, onTold } = done.value;
  return {
    ...{ isError: isError === true, text },
    ...(data && { structured: data }),
    ...(content && { content }),
    ...(onTold && { onTold }),
  };
}

function failed(problem: Problem): ToolAnswer {
  return { isError: true, text: problemText(problem), structured: problemJson(problem) };
}

function resource(uri: string, name: string, description: string, mimeType: string) {
  return { uri, name, description, mimeType };
}
