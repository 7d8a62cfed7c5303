import type { Alert } from '../../core/alert.js';
import type { Problem } from '../../core/errors.js';
import { toolDigest } from '../../core/request/action/digests.js';
import type { ToolDefinition } from '../../core/request/action/tool-definition.js';
import { toolsOf, type AgentTool } from '../../core/settings/agents/agent-tools.js';
import { toldTools } from '../../core/settings/agents/told-tools.js';
import { sameNamedTools } from '../../core/settings/agents/mirrored-name.js';
import { permissionDigest } from '../../core/settings/agents/standing-permission.js';
import {
  isConfig,
  type BridgeConfig,
  type DeviceConfig,
} from '../../core/settings/device-config.js';
import { quoted } from '../../core/text/quote.js';
import type { Bridges } from '../../ports/bridges.js';
import {
  endPermission,
  permissionOf,
  serverEdited,
  toolChanged,
  whyEnded,
} from '../gate/permissions.js';
import type { LedgerBook } from '../ledger/ledger-book.js';
import type { AlertBoard } from './alert-board.js';

const mostNamed = 3;
const settings = 'in the settings, under Connect an agent, or with `countersign agent';
const none: readonly AgentTool[] = [];
const nothing: Pick<DeviceConfig, 'agentTools' | 'bridges'> = { bridges: [] };

export class OfferedTools {
  private readonly changed = new Set<string>();
  private readonly unreached = new Map<string, Problem>();
  private asked: readonly AgentTool[] = none;
  private unlogged: Problem | null = null;
  private inspect: Bridges['inspect'] | null = null;
  private listed: {
    readonly of: readonly AgentTool[];
    readonly bridges: readonly BridgeConfig[];
    readonly tools: readonly AgentTool[];
  } = { of: none, ...nothing, tools: none };

  constructor(
    private readonly config: () => DeviceConfig | Problem,
    private readonly alerts: AlertBoard,
    private readonly book: LedgerBook,
    private readonly announce: () => void,
  ) {}

  /** Returns the same array until the tools change. Without settings, the last ones: a call says why it can’t be made. */
  list(): readonly AgentTool[] {
    const config = this.config();
    if (!isConfig(config)) return this.listed.tools;
    const { agentTools: of = none, bridges } = config;
    if (this.listed.of !== of || this.listed.bridges !== bridges) {
      const same = of.filter((tool) => !this.changed.has(keyOf(tool)));
      this.listed = { of, bridges, tools: toldTools(same, bridges) };
    }
    return this.listed.tools;
  }

  /**
   * Returns the same bridges, but their `inspect` also finds tools that differ from what a person
   * offered to agents.
   */
  watch(bridges: Bridges): Bridges {
    const inspect: Bridges['inspect'] = async (alias) => {
      const inspected = await bridges.inspect(alias);
      if (inspected.ok) {
        this.unreached.delete(alias);
        this.compare(alias, inspected.value.tools);
      } else if (inspected.error.code === 'bridge_unreachable') {
        const known = this.unreached.get(alias);
        const { error } = inspected;
        this.unreached.set(alias, error);
        if (known && withoutNumbers(known) === withoutNumbers(error)) {
          this.look(error);
          return inspected;
        }
      }
      this.look();
      return inspected;
    };
    this.inspect = inspect;
    return { ...bridges, inspect };
  }

  /**
   * Updates the alerts about the tools that a person offered to agents. After a new offer, first
   * inspects the servers of tools that had changed.
   * @param unlogged why calls cannot be logged; null if they can
   */
  async lookAgain(unlogged: Problem | null): Promise<void> {
    this.unlogged = unlogged;
    const all = this.all();
    if (all !== this.asked) {
      this.asked = all;
      const gone = all.filter((tool) => this.changed.has(keyOf(tool)));
      for (const alias of new Set(gone.map(({ bridge }) => bridge))) await this.inspect?.(alias);
    }
    this.look();
  }

  /**
   * Updates the alerts about the tools that a person offered to agents.
   * @param known a problem about which a person needs no new message
   */
  look(known?: Problem): void {
    const all = this.all();
    const gone = all.filter((tool) => this.changed.has(keyOf(tool)));
    const others = all.filter((tool) => !gone.includes(tool));
    const isAny = all.some(({ allowed }) => allowed);
    const unreached = [...this.unreached].map(([alias, { message, advice }]) =>
      alertOf(all.filter(({ bridge }) => bridge === alias).slice(0, 1), () => ({
        text: `Agents couldn’t use the tools of ${quoted(alias)} at the last try. ${message}`,
        advice: () => `${advice} This alert goes away when a call finds the server again.`,
      })),
    );
    const quiet = unreached[[...this.unreached.values()].findIndex((one) => one === known)] ?? [];
    const alerts = [
      ...(isAny && this.unlogged ? [unloggedAlert(this.unlogged)] : []),
      ...alertOf(gone, (names) => ({
        text: `Agents can’t ask for ${names} any more: the server changed it, or no longer has it.`,
        advice: (alias) =>
          `Look at it ${settings} offer ${alias}\`. Choose it again if you still want it.`,
      })),
      ...unreached.flat(),
      ...toolAlerts(this.list(), others, this.book),
    ];
    if (this.alerts.replace({ kind: 'tools' }, alerts, quiet)) this.announce();
  }

  ended(tool: AgentTool): string | null {
    const config = this.config();
    return isConfig(config) ? permissionEnded(this.book, config, tool) : config.message;
  }

  private compare(alias: string, tools: readonly ToolDefinition[]): void {
    const config = this.config();
    if (!isConfig(config)) return;
    let isOther = false;
    for (const tool of toolsOf(config, alias)) {
      const now = tools.find(({ name }) => name === tool.shown.name);
      const isSame = now !== undefined && toolDigest(now) === tool.digest;
      if (isSame === !this.changed.has(keyOf(tool))) continue;
      isOther = true;
      if (isSame) this.changed.delete(keyOf(tool));
      else {
        this.changed.add(keyOf(tool));
        if (tool.allowed) {
          const digest = permissionDigest(tool, tool.allowed);
          void endPermission({ book: this.book }, permissionOf(tool, digest), toolChanged);
        }
      }
    }
    if (isOther) this.listed = { of: none, ...nothing, tools: none };
  }

  private all(): readonly AgentTool[] {
    const config = this.config();
    return isConfig(config) ? (config.agentTools ?? none) : none;
  }
}

function withoutNumbers({ message, advice }: Problem): string {
  return `${message} ${advice}`.replaceAll(/\S+/g, (word) => (/\d/.test(word) ? '0' : word));
}

/**
 * Returns why a tool's permission no longer applies. Null if it does, or the tool has none.
 * @param launch the current `launch` of the tool's server; undefined skips the check
 */
export function permissionEnded(
  book: Pick<LedgerBook, 'permissions' | 'now'>,
  config: Pick<DeviceConfig, 'routes'>,
  tool: AgentTool,
  launch?: string | null,
): string | null {
  const { allowed: permission } = tool;
  if (!permission) return null;
  const digest = permissionDigest(tool, permission);
  const isEdited = launch !== undefined && launch !== permission.launch;
  return whyEnded(book, config, tool, { permission, digest }) ?? (isEdited ? serverEdited : null);
}

export function toolAlerts(
  told: readonly AgentTool[],
  tools: readonly AgentTool[],
  { permissions }: Pick<LedgerBook, 'permissions'>,
): readonly Alert[] {
  const ended = tools.filter(
    (tool) => tool.allowed && permissions.hasEnded(permissionDigest(tool, tool.allowed)),
  );
  const found = new Set(told.map(keyOf));
  const unfound = tools.filter((tool) => !found.has(keyOf(tool)));
  return [
    ...alertOf(unfound, (names) => ({
      text: `Agents don’t find ${names}: its name, or that of an argument, repeats a secret of a server.`,
      advice: (alias) =>
        `If the value of a variable or header is a plain word, change it. Or hide the tool ${settings} hide ${alias} TOOL\`.`,
    })),
    ...alertOf([...sameNamedTools(told)], (names) => ({
      text: `Agents don’t find ${names}: their names differ only in upper and lower case.`,
      advice: (alias) => `Hide all but one of them ${settings} hide ${alias} TOOL\`.`,
    })),
    ...alertOf(ended, (names) => ({
      text: `Agents could call ${names} without asking. That has ended: each call waits for you, or fails if the server changed the tool.`,
      advice: (alias) =>
        `Allow it again ${settings} allow ${alias}\`. If the server changed it, offer it again first. Or stop allowing it there.`,
    })),
  ];
}

function unloggedAlert({ message: text, advice }: Problem): Alert {
  return { subject: { kind: 'tools' }, kind: 'invalid', text, advice };
}

function alertOf(
  tools: readonly AgentTool[],
  words: (names: string) => {
    readonly text: string;
    readonly advice: (alias: string) => string;
  },
): readonly Alert[] {
  const [first] = tools;
  if (!first) return [];
  const names = tools
    .slice(0, mostNamed)
    .map(({ bridge, shown }) => quoted(`${bridge}.${shown.name}`));
  if (tools.length > mostNamed) names.push(`${tools.length - mostNamed} more`);
  const { text, advice } = words(new Intl.ListFormat('en-GB').format(names));
  const subject = { kind: 'tools' } as const;
  const offers = { do: 'open_settings' } as const;
  return [{ subject, kind: 'invalid', text, advice: advice(first.bridge), offers }];
}

function keyOf({ bridge, shown, digest }: AgentTool): string {
  return `${bridge} ${shown.name} ${digest}`;
}
