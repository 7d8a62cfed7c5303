import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { count, EntryList, plainText, tally, type Imported } from './imported-entries.js';

type Role = 'goal' | 'decision' | 'action' | 'result' | 'error' | 'observation' | 'end' | 'outcome';

const roles: ReadonlyMap<string, Role> = new Map(
  Object.entries({
    goal: 'RLM_START RECURSE RECURSE_START',
    decision: 'ORCHESTRATE ANALYZE',
    action: 'REPL REPL_EXEC TOOL_USE EXTERNALIZE DECOMPOSE SYNTHESIZE MEMORY VERIFY_START',
    result: 'REPL_RESULT',
    error: 'ERROR',
    observation:
      'REASON CLAIM_EXTRACTED EVIDENCE_CHECKED HALLUCINATION_FLAG VERIFICATION VERIFY_COMPLETE COST_REPORT BUDGET_ALERT BUDGET_COMPUTED',
    end: 'RECURSE_END',
    outcome: 'FINAL',
  } satisfies Readonly<Record<Role, string>>).flatMap(([role, names]) =>
    names.split(' ').map((name) => [name, role as Role] as const),
  ),
);

export interface TrajectoryEvent {
  readonly type: string;
  readonly content: string;
  readonly depth: number | null;
  readonly at: string | null;
  readonly details: JsonObject;
}

interface Scope {
  readonly goal: string | null;
  readonly depth: number | null;
  isDeeper: boolean;
  decision: string | null;
  action: string | null;
  isFinal: boolean;
}

export function fromTrajectory(
  events: readonly TrajectoryEvent[],
  root: string | null = null,
): Imported {
  const reader = new TrajectoryReader(root);
  for (const event of events) reader.take(event);
  return reader.imported();
}

class TrajectoryReader {
  private readonly list = new EntryList();
  private readonly unknown = new Map<string, number>();
  private readonly scopes: [Scope, ...Scope[]];
  private readonly missing = new Map<string, number>();

  constructor(root: string | null) {
    this.scopes = [scopeOf(root, null)];
  }

  take(event: TrajectoryEvent): void {
    const role = roles.get(event.type);
    if (!role) {
      count(this.unknown, event.type === '' ? 'without a type' : event.type.slice(0, 40));
      return;
    }
    while (this.scopes.length > 1 && hasLeft(this.scope, event.depth, role)) this.leave();
    const { scope } = this;
    if ((event.depth ?? 0) > (scope.depth ?? Infinity)) scope.isDeeper = true;
    if (event.content === '' && role !== 'goal' && role !== 'end') {
      this.miss(noContent);
      return;
    }
    this[role](event);
  }

  imported(): Imported {
    const { list, unknown, missing } = this;
    while (this.scopes.length > 1) this.leave();
    if (list.shortened > 0) missing.set('Texts shortened to 2,000 characters', list.shortened);
    const told = [...missing].map(([what, many]) => `${what}: ${many}.`);
    if (unknown.size > 0) told.unshift(`Left out, of unknown kinds: ${tally(unknown)}.`);
    return { entries: list.entries, format: 'trajectory', told };
  }

  private get scope(): Scope {
    return this.scopes.at(-1) ?? this.scopes[0];
  }

  private miss(what: string): void {
    count(this.missing, what);
  }

  private leave(): void {
    const left = this.scopes.pop();
    if (left && !left.isFinal) this.miss('Recursions without an end or outcome');
  }

  private get refs() {
    const { goal } = this.scope;
    return goal === null ? {} : { under: [goal] };
  }

  private goal({ type, content, depth, at, details }: TrajectoryEvent): void {
    const isStart = type === 'RLM_START';
    while (
      this.scopes.length > 1 &&
      (isStart || (depth !== null && this.scope.depth !== null && this.scope.depth >= depth))
    )
      this.leave();
    const { goal } = this.scope;
    if (content === '') {
      this.miss(noContent);
      this.scopes.push(scopeOf(goal, depth));
      return;
    }
    const own = this.list.add(
      {
        ...{ do: 'create_goal', text: content, refs: {} },
        ...(goal === null ? {} : { of: goal }),
        ...sureness(details),
      },
      at,
    );
    this.scopes.push(scopeOf(own, isStart ? null : depth));
  }

  private decision({ content, at, details }: TrajectoryEvent): void {
    const { scope, list } = this;
    const decision = list.add(
      {
        ...{ do: 'create_decision', text: content },
        ...(scope.goal === null ? {} : { of: scope.goal }),
        ...sureness(details),
      },
      at,
    );
    scope.decision = decision;
    scope.action = null;
    const options = readOptions(details);
    if (options === null) this.miss('Decisions whose options could not be read');
    const names = (options ?? []).map(({ text }) =>
      list.add({ do: 'add_option', of: decision, text }, at),
    );
    const many = (options ?? []).filter(({ fate }) => fate === 'chosen').length;
    const isOne = many === 1;
    const { chosen } = details;
    if (!isOne && (many > 0 || plainText(chosen) !== ''))
      this.miss('Decisions in which not one option is chosen');
    if (many === 0) list.note(decision, 'chosen', chosen, at);
    for (const [n, { fate, reason }] of (options ?? []).entries()) {
      const about = { of: names[n] ?? '', text: reason, refs: {} };
      if (fate === 'rejected') list.add({ do: 'reject_option', ...about }, at);
      if (fate === 'chosen' && isOne) list.add({ do: 'choose_option', ...about }, at);
    }
  }

  private action({ type, content, at, details }: TrajectoryEvent): void {
    const { scope } = this;
    const tool = type === 'TOOL_USE' ? plainText(details['tool']) : '';
    const text = tool === '' || content.includes(tool) ? content : `${tool}: ${content}`;
    scope.action = this.list.add(
      {
        ...{ do: 'create_action', text },
        ...(scope.decision === null ? { refs: this.refs } : { of: scope.decision }),
        ...sureness(details),
      },
      at,
    );
  }

  private result(event: TrajectoryEvent): void {
    const { action } = this.scope;
    const { success } = event.details;
    if (action === null) this.observation(event);
    else if (typeof success === 'boolean') this.came(event, success, action);
    else this.observed(event, { under: [action] });
  }

  private error(event: TrajectoryEvent): void {
    const { action } = this.scope;
    if (action === null) this.observation(event);
    else this.came(event, false, action);
  }

  private observation(event: TrajectoryEvent): void {
    this.observed(event, this.refs);
  }

  private observed({ content: text, at, details }: TrajectoryEvent, refs: object): void {
    this.list.add({ do: 'add_observation', text, refs, ...sureness(details) }, at);
  }

  private end(event: TrajectoryEvent): void {
    const isOpen = this.scopes.length > 1;
    if (!isOpen) this.miss('Ends of recursions without a start');
    if (event.content === '') this.miss(noContent);
    else if (isOpen && !this.scope.isFinal) this.outcome(event);
    else this.observation(event);
    if (isOpen) {
      this.scope.isFinal = true;
      this.leave();
    }
  }

  private outcome(event: TrajectoryEvent): void {
    const { success } = event.details;
    this.scope.isFinal = true;
    this.came(event, typeof success === 'boolean' ? success : null, null);
  }

  private came(
    { content: text, at, details }: TrajectoryEvent,
    success: boolean | null,
    action: string | null,
  ): void {
    const about = action === null ? { refs: this.refs } : { of: action };
    this.list.add({ do: 'create_outcome', text, success, ...about, ...sureness(details) }, at);
  }
}

const noContent = 'Left out, without content';

function scopeOf(goal: string | null, depth: number | null): Scope {
  return { goal, depth, isDeeper: false, decision: null, action: null, isFinal: false };
}

function hasLeft({ depth: own, isDeeper }: Scope, depth: number | null, role: Role): boolean {
  if (own === null || depth === null) return false;
  return depth < own || (isDeeper && depth === own && role !== 'end');
}

function sureness({ confidence }: JsonObject): { confidence?: number } {
  return typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? { confidence } : {};
}

interface EventOption {
  readonly text: string;
  readonly fate: 'chosen' | 'rejected' | 'open';
  readonly reason: string;
}

function readOptions({ options, chosen, reason }: JsonObject): readonly EventOption[] | null {
  if (options === undefined) return [];
  if (!Array.isArray(options)) return null;
  const picked = plainText(chosen);
  const read = (options as readonly Json[]).map((one): EventOption | null => {
    const own = isJsonObject(one) ? one : { content: one };
    const words = [own['content'], own['text'], own['name'], own['label'], own['title']];
    const text = words.map(plainText).find((word) => word !== '') ?? '';
    if (text === '') return null;
    const isChosen = own['chosen'] === true || (picked !== '' && picked === text);
    const why = plainText(own['reason'] ?? (isChosen ? reason : ''));
    const isRejected = own['rejected'] === true || (own['chosen'] === false && why !== '');
    return {
      text,
      fate: isChosen ? 'chosen' : isRejected ? 'rejected' : 'open',
      reason: why,
    };
  });
  return read.every((one) => one !== null) ? read : null;
}
