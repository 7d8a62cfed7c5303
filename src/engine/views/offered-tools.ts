import type { Problem } from '../../core/errors.js';
import { toolDigest } from '../../core/request/action/digests.js';
import type { ToolDefinition } from '../../core/request/action/tool-definition.js';
import { toolsOf, type AgentTool } from '../../core/settings/agents/agent-tools.js';
import { isConfig, type DeviceConfig } from '../../core/settings/device-config.js';
import { quoted } from '../../core/text/quote.js';
import type { Bridges } from '../../ports/bridges.js';
import type { AlertBoard } from './alert-board.js';

const mostNamed = 3;
const none: readonly AgentTool[] = [];

/** The tools that agents may ask for: those that their servers list, as far as is known, as a person saw them. */
export class OfferedTools {
  /** What was found to be otherwise than a person saw it, since the start. */
  private readonly changed = new Set<string>();
  private listed: { readonly of: readonly AgentTool[]; readonly tools: readonly AgentTool[] } = {
    ...{ of: none, tools: none },
  };

  constructor(
    private readonly config: () => DeviceConfig | Problem,
    private readonly alerts: AlertBoard,
  ) {}

  /** The same list as long as nothing changes. */
  list(): readonly AgentTool[] {
    const of = this.all();
    if (this.listed.of !== of) {
      this.listed = { of, tools: of.filter((tool) => !this.changed.has(keyOf(tool))) };
    }
    return this.listed.tools;
  }

  /** The same bridges; what they list is compared with what a person saw. */
  watch(bridges: Bridges): Bridges {
    return {
      ...bridges,
      inspect: async (alias) => {
        const inspected = await bridges.inspect(alias);
        if (inspected.ok) this.compare(alias, inspected.value.tools);
        return inspected;
      },
    };
  }

  /** Says which are not found any more. A tool that a person chose again is another one. */
  look(): void {
    const gone = this.all().filter((tool) => this.changed.has(keyOf(tool)));
    const names = gone
      .slice(0, mostNamed)
      .map(({ bridge, shown }) => quoted(`${bridge}.${shown.name}`));
    const more = gone.length > mostNamed ? ` and ${gone.length - mostNamed} more` : '';
    const [first] = gone;
    this.alerts.replace(
      { kind: 'tools' },
      first === undefined
        ? []
        : [
            {
              subject: { kind: 'tools' },
              kind: 'invalid',
              text: `Agents can’t ask for ${names.join(', ')}${more} any more: the server changed it, or no longer has it.`,
              advice: `Look at it in the settings, under Connect an agent, or with \`countersign agent offer ${first.bridge}\`. Choose it again if you still want it.`,
              offers: { do: 'open_settings' },
            },
          ],
    );
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
      else this.changed.add(keyOf(tool));
    }
    if (!isOther) return;
    this.listed = { of: none, tools: none };
    this.look();
  }

  private all(): readonly AgentTool[] {
    const config = this.config();
    return isConfig(config) ? (config.agentTools ?? none) : none;
  }
}

/** A tool as a person saw it: the settings may be read again, and a tool that is chosen again is another one. */
function keyOf({ bridge, shown, digest }: AgentTool): string {
  return `${bridge} ${shown.name} ${digest}`;
}
