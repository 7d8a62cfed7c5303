import process from 'node:process';
import { inspect } from 'node:util';
import type { Client, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../src/core/json.js';
import type { Mission, WorkStep } from './mission.js';
import { programOf, type Stage } from './story.js';
import { Unexpected, type Timeline } from './timeline.js';

/** What a tool answered: for a model to read, and as data. */
interface Answer {
  readonly text: string;
  readonly data: JsonObject;
}

/**
 * One session of a scripted agent: an MCP client of Countersign's endpoint. It works in the vault's files by itself,
 * and knows of its plan only what the endpoint tells it.
 */
export class AgentSession {
  private constructor(
    private readonly stage: Stage,
    private readonly timeline: Timeline,
    private readonly client: Client,
  ) {}

  /** As programs connect that were given the address and a token. */
  static async overHttp(stage: Stage, timeline: Timeline): Promise<AgentSession> {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const { address, token } = stage.agent;
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit });
    const session = await AgentSession.over(transport, stage, timeline);
    timeline.event('agent', 'a session begins: MCP over HTTP, with its token');
    return session;
  }

  /** As programs connect that start their servers themselves. */
  static async overStdio(stage: Stage, timeline: Timeline): Promise<AgentSession> {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const args = programOf('mcp', '--vault', stage.vault, '--client', stage.agent.name);
    const env = stage.env as Record<string, string>;
    const transport = new StdioClientTransport({ command: process.execPath, args, env });
    const session = await AgentSession.over(transport, stage, timeline);
    timeline.event('agent', 'a session begins: MCP over stdio, with `countersign mcp`');
    return session;
  }

  private static async over(
    transport: Transport,
    stage: Stage,
    timeline: Timeline,
  ): Promise<AgentSession> {
    // Loaded here: the demo's other processes, which run the same file, need no client.
    const { Client } = await import('@modelcontextprotocol/client');
    const client = new Client({ name: 'demo-agent', version: '1.0.0' });
    await client.connect(transport);
    return new AgentSession(stage, timeline, client);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** Makes a plan of a brief, and says why; the plan's id. */
  async createPlan({ item, objective, steps, context }: Mission): Promise<string> {
    const { data: evaluated } = await this.call('evaluate_brief', { path: item });
    const { data } = await this.call('start_plan', {
      path: item,
      objective,
      steps: steps.map(({ text, draft }) => ({ text, ...(draft && { needs_approval: true }) })),
      priority: 'high',
      // Each item is an invoice of its own, however alike they read.
      ...(evaluated['similar_plan'] !== null && { even_if_similar: true }),
    });
    const plan = { plan_id: data['plan_id'] as string };
    await this.call('log_reasoning', { ...plan, action: 'Read the email', rationale: context });
    return plan.plan_id;
  }

  /** Where the current plan stands: its id, and the position of its next step. */
  async resume(): Promise<{ planId: string; next: number }> {
    const { data } = await this.call('resume_plan', {});
    const { position } = data['next_step'] as { position: number };
    return { planId: data['plan_id'] as string, next: position };
  }

  /** Does some steps of a plan, and ticks each. */
  async work(planId: string, steps: readonly WorkStep[], first: number): Promise<void> {
    for (const [at, { work }] of steps.entries()) {
      const rationale = (await work?.(this.stage.vault)) ?? 'Done';
      await this.call('update_plan_step', { plan_id: planId, step: first + at, rationale });
    }
  }

  /** Drafts the action of a step; the id of its request. */
  async draft(planId: string, { steps }: Mission, position: number): Promise<string> {
    const action = steps[position - 1]?.draft?.(this.stage.vault);
    if (!action) throw new Unexpected(`Step ${position} has no action.`);
    const drafted = { plan_id: planId, step: position, action_type: 'email', ...action };
    return (await this.call('draft_external_action', drafted)).data['request_id'] as string;
  }

  /** Tries to tick a step that waits for a person; whether it is refused. */
  async tickAnyway(planId: string, step: number): Promise<boolean> {
    const args = { plan_id: planId, step, rationale: 'I am sure.' };
    return 'error' in (await this.attempt('update_plan_step', args)).data;
  }

  /** Waits until a person has decided on a request and what follows is done; what became of it. */
  async outcome(requestId: string): Promise<unknown> {
    const args = { request_id: requestId };
    this.say('await_request', args);
    for (;;) {
      const { text, data } = await this.ask('await_request', args);
      const { status } = data;
      // One wait ends after 50 seconds; a person may take longer.
      if (status === 'waiting_for_person' || status === 'approved') continue;
      this.timeline.event('agent', 'await_request answers');
      this.timeline.answer(text);
      return status;
    }
  }

  private async call(name: string, args: JsonObject): Promise<Answer> {
    const answer = await this.attempt(name, args);
    if ('error' in answer.data) throw new Unexpected(answer.text);
    return answer;
  }

  private async attempt(name: string, args: JsonObject): Promise<Answer> {
    this.say(name, args);
    const answer = await this.ask(name, args);
    this.timeline.answer(answer.text);
    return answer;
  }

  private async ask(name: string, args: JsonObject): Promise<Answer> {
    const { content, structuredContent } = await this.client.callTool({ name, arguments: args });
    const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    // What a server answers may be indented JSON.
    const text = texts.join('\n').replace(/\n(?=[ }\]])\s*/g, ' ');
    return { text, data: (structuredContent ?? {}) as JsonObject };
  }

  private say(name: string, args: JsonObject): void {
    const said = inspect(args, { depth: null, breakLength: Infinity });
    this.timeline.event('agent', `${name} ${said.replaceAll(this.stage.vault, '…/demo-vault')}`);
  }
}
