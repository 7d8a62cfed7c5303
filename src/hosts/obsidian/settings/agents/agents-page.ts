import type { Setting, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { AuditEntry } from '../../../../core/audit/entry.js';
import { ok, type Result } from '../../../../core/errors.js';
import {
  agentActor,
  pauseAgent,
  resumeAgent,
  revokeAgent,
  type AgentClient,
} from '../../../../core/settings/agents/agent-clients.js';
import { activityText } from '../../../../core/views/activity-text.js';
import { toolsOf, type AgentTool } from '../../../../core/settings/agents/agent-tools.js';
import { sameNamedTools } from '../../../../core/settings/agents/mirrored-name.js';
import { endPermissions } from '../../../../core/settings/agents/standing-permission.js';
import type { DeviceConfig } from '../../../../core/settings/device-config.js';
import { isoSeconds } from '../../../../core/time.js';
import { formatTime } from '../../../../ui/parts/text/format-time.js';
import { waitingRequests } from '../../lifecycle/session-queries.js';
import { openAgentModal } from '../../onboarding/agent-modal.js';
import { StepModal } from '../../missions/step-modal.js';
import { formatProblem } from '../../shared/format-problem.js';
import { shortText } from '../../shared/short-text.js';
import { notRunning } from '../../shared/press-problems.js';
import { liveSetting, sayAt, type LiveRows } from '../parts/live-setting.js';
import type { SettingsContext } from '../parts/settings-context.js';
import { allowedTools, inWords } from './allowed-tools.js';
import { AddClientModal } from './add-client-modal.js';
import { ClientActivityModal } from './client-activity-modal.js';
import { OfferToolsModal } from './offer-tools-modal.js';

const mostNamed = 3;

export function agentsPage(context: SettingsContext): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Connect an agent',
    desc: 'Let agents such as Claude Code or Codex plan and draft requests through Countersign.',
    items: [
      { type: 'group', items: [theSwitch(context)] },
      { type: 'group', heading: 'Clients', items: [clients(context)] },
      { type: 'group', heading: 'Tools of your servers', items: [offeredTools(context)] },
      { type: 'group', items: [instructions(context)] },
    ],
  };
}

function theSwitch(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Let agents connect on this computer',
    aliases: ['Agents', 'MCP server', 'Claude Code', 'Codex', 'Gemini CLI', 'Claude Desktop'],
    shows: () => {
      const { config, executor, model } = context;
      const { agents } = executor ?? {};
      return [
        ...[executor !== null, config?.servesAgents, agents?.address, agents?.problem],
        ...[config?.agents?.length, model.device.cannotRun],
      ];
    },
    draw: ({ lead, button }) => {
      const { config, executor, model } = context;
      if (!executor) {
        lead.setDesc(
          `Agents connect to the computer that runs actions. ${model.device.cannotRun ?? 'To let them connect here, allow actions on this computer first.'}`,
        );
        return;
      }
      const { agents } = executor;
      const isOn = config?.servesAgents === true;
      lead.setDesc(isOn ? formatOn(agents.address, config) : offText);
      if (agents.problem) {
        lead.setErrorMessage(formatProblem(agents.problem));
        lead.errorEl?.setAttr('role', 'alert');
        button(lead, 'Try again', () => agents.tryAgain());
      }
      if (isOn) {
        button(lead, 'Turn off', () => {
          void context.narrow(switchedOff).then((done) => sayAt(lead, done));
        });
      } else button(lead, 'Turn on…', () => askToServe(context));
    },
  });
}

const offText =
  'Off: agents can only edit notes. When it is on, the clients below can also use tools to plan and to draft requests. You approve each request.';

function formatOn(address: string | null, { agents = [] }: DeviceConfig): string {
  if (address === null) return 'On, but not reachable.';
  return agents.length === 0
    ? `On, at ${address}. Next: add a client below.`
    : `On, at ${address}.`;
}

function askToServe(context: SettingsContext): void {
  context.modals.open(
    new StepModal(context.app, {
      title: 'Let agents connect on this computer?',
      says: [
        'While Obsidian is open, programs on this computer that have a client’s token can read and change plans, and draft requests. They can’t approve anything, change settings or read saved secrets.',
        'Programs that you run yourself can also connect without a token.',
      ],
      asks: null,
      button: 'Let agents connect',
      act: (_, press) => context.widen(press, (now) => ok({ ...now, servesAgents: true })),
    }),
  );
}

function switchedOff({ servesAgents: _, ...config }: DeviceConfig): DeviceConfig {
  return config;
}

function clients(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Programs that may connect',
    shows: () => {
      const { config, executor } = context;
      return [
        executor !== null,
        (config?.agents ?? []).map((client) => [
          ...[client, lastSeen(context, client), lastAction(context, client.name)?.seq],
        ]),
        (config?.agents ?? []).map(({ name }) => waitingOf(context, name).length),
        allowedTools(context).map(({ tool, clients }) => [tool.bridge, tool.shown.name, clients]),
      ];
    },
    draw: (rows) => {
      const { config, executor, modals } = context;
      const all = config?.agents ?? [];
      rows.lead.setDesc(
        all.length > 0
          ? 'Each has its own token. All of them can see every plan in this vault.'
          : executor
            ? 'None yet. Add each program, such as Claude Code. You get a token and the command that connects it. Or run `countersign connect claude-code` in a terminal.'
            : 'Clients are added on the computer that runs actions.',
      );
      if (executor) {
        rows.button(rows.lead, 'Add client…', () => modals.open(new AddClientModal(context)));
      }
      for (const client of all) rows.add((row) => drawClient(context, rows, row, client));
    },
  });
}

function drawClient(
  context: SettingsContext,
  { button }: LiveRows,
  row: Setting,
  client: AgentClient,
): void {
  const { executor, modals } = context;
  const { name, added, paused } = client;
  const now = new Date();
  row.setName(paused ? `${name} (paused)` : name);
  const waiting = waitingOf(context, name).length;
  const line = (text: string) => row.descEl.createDiv({ text });
  if (waiting > 0) {
    row.descEl.createEl('strong', {
      text: `${waiting === 1 ? '1 request is' : `${waiting} requests are`} waiting for you in the panel.`,
    });
  }
  const last = lastAction(context, name);
  if (last) line(`${formatTime(last.at, now)} · ${shortText(activityText(last), 160)}`);
  line(`Added ${formatTime(added, now)}. ${lastSeen(context, client)}`);
  const may = allowedTools(context)
    .filter(({ clients }) => clients.includes(name))
    .map(({ tool: { bridge, shown } }) => `${bridge}.${shown.name}`);
  if (may.length > 0) {
    const more = may.length > mostNamed ? [`${may.length - mostNamed} more`] : [];
    line(`May call ${inWords([...may.slice(0, mostNamed), ...more])} without asking.`);
  }
  const say = (done: Result<unknown>): void => sayAt(row, done);
  const narrow = (edit: (config: DeviceConfig) => Result<DeviceConfig>): Promise<Result<void>> =>
    context.narrow((config) => editedOrSame(config, edit));
  if (executor) {
    const show = (): void => modals.open(new ClientActivityModal(context.app, executor, client));
    button(row, 'Activity', show, `of ${name}`);
  }
  if (paused) {
    if (executor) {
      const resume: Parameters<typeof button>[2] = (press) =>
        void context.widen(press, (config) => resumeAgent(config, name)).then(say);
      button(row, 'Resume', resume, name);
    }
  } else
    button(row, 'Pause', () => void narrow((config) => pauseAgent(config, name)).then(say), name);
  if (executor && waiting > 0) {
    button(row, 'Reject all…', () => askToReject(context, name), `of ${name}`);
  }
  const revoke = (): void => {
    modals.open(
      new StepModal(context.app, {
        title: `Revoke “${name}”?`,
        says: [
          'Its token stops working immediately. To connect again it needs a new one.',
          ...(waiting === 0 ? [] : ['Its requests stay, and still need your approval.']),
        ],
        asks: null,
        button: 'Revoke',
        keep: 'Cancel',
        act: () => narrow((config) => revokeAgent(config, name)),
      }),
    );
  };
  button(row, 'Revoke…', revoke, name);
}

function offeredTools(context: SettingsContext): SettingDefinitionRender {
  return liveSetting(context, {
    name: 'Tools that agents may ask for',
    aliases: ['mcpServers', 'Mirrored tools'],
    shows: () => [
      context.executor !== null,
      context.config?.bridges.map(({ alias }) => alias),
      context.config?.agentTools?.map(({ bridge, digest, allowed }) => [bridge, digest, allowed]),
      allowedTools(context).length,
    ],
    draw: ({ lead, button, add }) => {
      const { app, config, executor, modals } = context;
      const servers = (config?.bridges ?? []).filter(({ transport }) => transport !== 'practice');
      lead.setDesc(
        servers.length === 0
          ? 'Import your agent’s servers here, under Servers. Then agents find their tools in Countersign.'
          : 'Agents find the tools you choose in Countersign. Each call waits for your approval, unless you allow a tool that only reads.',
      );
      for (const bridge of servers) {
        const { alias } = bridge;
        const tools = config ? toolsOf(config, alias) : [];
        add((row) => {
          row.setName(alias).setDesc(describeTools(context, tools));
          if (tools.some(({ allowed }) => allowed)) {
            const names = tools.map(({ shown }) => shown.name);
            const stop = (): void =>
              void context
                .narrow((now) => endPermissions(now, alias, names))
                .then((done) => sayAt(row, done));
            button(row, 'Stop allowing', stop, `tools of ${alias}`);
          }
          if (!executor) return;
          const choose = (): void =>
            modals.open(new OfferToolsModal(app, context, executor, bridge));
          button(row, 'Choose…', choose, `tools of ${alias}`);
        });
      }
    },
  });
}

function describeTools(context: SettingsContext, tools: readonly AgentTool[]): string {
  const { length } = tools;
  if (length === 0) return 'No tools chosen.';
  const allowed = allowedTools(context).filter(({ tool }) => tools.includes(tool)).length;
  const ended = tools.filter((tool) => tool.allowed).length - allowed;
  const count = length === 1 ? '1 tool' : `${length} tools`;
  const same = sameNamedTools(tools).size;
  return [
    allowed === 0 ? `${count}.` : `${count}, ${allowed} allowed without asking.`,
    ended === 0
      ? ''
      : `The permission for ${ended} has ended: each call waits for you, or fails if the server changed the tool.`,
    same === 0 ? '' : `Agents don’t find ${same} of them: names that differ only in case.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function instructions({ app, modals, session }: SettingsContext): SettingDefinitionRender {
  return {
    name: 'Instructions for agents',
    desc: 'They tell agents how to make plans here and ask for your approval. You see what would change before anything is written.',
    aliases: ['AGENTS.md', 'CLAUDE.md', 'SKILL.md', 'Skill'],
    render: (row) => {
      row.setClass('countersign-setting').addButton((button) =>
        button.setButtonText('Preview…').onClick(() => {
          const { state } = session;
          if (state.at === 'ready') void openAgentModal(app, modals, state.vault);
        }),
      );
    },
  };
}

function lastSeen({ executor }: SettingsContext, client: AgentClient): string {
  const seenMs = executor?.agents.lastSeenMs(client) ?? null;
  return seenMs === null
    ? 'Not seen since Obsidian started.'
    : `Last seen ${formatTime(isoSeconds(seenMs), new Date())}.`;
}

function lastAction({ model }: SettingsContext, name: string): AuditEntry | undefined {
  return model.recent.find(({ actor }) => actor === agentActor(name));
}

function waitingOf({ executor, session }: SettingsContext, name: string): readonly string[] {
  const actor = agentActor(name);
  return waitingRequests(session.state).flatMap(({ requestId }) =>
    executor?.engine.drafter(requestId) === actor ? [requestId] : [],
  );
}

function askToReject(context: SettingsContext, name: string): void {
  const ids = waitingOf(context, name);
  const many = ids.length === 1 ? '1 waiting request' : `${ids.length} waiting requests`;
  context.modals.open(
    new StepModal(context.app, {
      title: `Reject ${many} of “${name}”?`,
      says: ['They move to Rejected and can’t run. To keep it from drafting more, pause it too.'],
      asks: null,
      button: 'Reject all',
      keep: 'Cancel',
      act: () => rejectAll(context, ids, name),
    }),
  );
}

async function rejectAll(
  { session }: SettingsContext,
  ids: readonly string[],
  name: string,
): Promise<Result<unknown>> {
  const { personActions } = session;
  if (!personActions) return notRunning;
  return personActions.whileRejecting(ids, async () => {
    let first: Result<unknown> = ok(undefined);
    for (const requestId of ids) {
      const reason = `All requests of ${name} were rejected.`;
      const rejected = await personActions.reject({ requestId, reason });
      if (first.ok) first = rejected;
    }
    return first;
  });
}

function editedOrSame(
  config: DeviceConfig,
  edit: (config: DeviceConfig) => Result<DeviceConfig>,
): DeviceConfig {
  const edited = edit(config);
  return edited.ok ? edited.value : config;
}
