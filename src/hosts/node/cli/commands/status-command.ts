import { join } from 'node:path';
import type { Result } from '../../../../core/errors.js';
import {
  bySeverity,
  groupAlerts,
  isWeighty,
  requestOf,
  subjectKey,
  type Alert,
  type AlertKind,
} from '../../../../core/alert.js';
import type { LedgerFacts } from '../../../../core/ledger/ledger-facts.js';
import { listedTitle } from '../../../../core/request/call-title.js';
import { claimFolder, taskFolders } from '../../../../core/loop/task-folders.js';
import type { TaskSummary } from '../../../../core/loop/task-summary.js';
import { quoted, quotedPath } from '../../../../core/text/quote.js';
import {
  knowledgeAlerts,
  type KnowledgeState,
} from '../../../../core/knowledge/knowledge-state.js';
import { formatGit } from '../../../../core/screens/format-git.js';
import { formatSetAside, formatWaiting } from '../../../../core/screens/format-status.js';
import type { Folders } from '../../../../core/settings/device-config.js';
import { approvedBeforeText } from '../../../../core/mission/summaries.js';
import { resumeText } from '../../../../core/mission/missions.js';
import { planFolderOf } from '../../../../core/mission/plan-folder.js';
import { readKnowledge } from '../../../../engine/operations/knowledge/read-knowledge.js';
import type { ReportedRequest } from '../../../../engine/views/reported-requests.js';
import { reportVault, type VaultReport } from '../../../../engine/views/vault-report.js';
import { agentSocketPath, tooLongForSocket } from '../../../desktop/agents/agent-socket.js';
import { openDiskAuditLog } from '../../../desktop/logs/disk-audit-log.js';
import { lookAtMcpFiles } from '../../../desktop/servers/mcp-files.js';
import { openFileLedger } from '../../../desktop/logs/file-ledger.js';
import { systemClock } from '../../../desktop/system/system-clock.js';
import { systemIds } from '../../../desktop/system/system-ids.js';
import { openDiskNoteStore } from '../../disk/disk-note-store.js';
import type { Environment } from '../../../desktop/device/device.js';
import { openVaultDevice, type VaultDevice } from '../../runner/vault-device.js';
import { portProblemOf } from '../mcp/port-problem.js';
import { withoutPanel } from '../terminal/no-panel.js';
import {
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

export async function statusCommand(
  terminal: Terminal,
  env: Environment,
  options: { readonly vault: string; readonly json: boolean },
): Promise<ExitCode> {
  const device = await openVaultDevice(options.vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const report = await reportOf(device.value);
  if (!report.ok) return sayProblem(terminal, report.error);
  const {
    current,
    counts,
    unreadPlans,
    plansWaiting,
    requests,
    incomplete,
    setAside,
    tasks,
    runsElsewhere,
  } = report.value;
  const state = await knowledgeOf(device.value);
  const alerts = bySeverity([...report.value.alerts, ...(state ? knowledgeAlerts(state) : [])]);
  const { folder, config } = device.value;
  const { git } = config;
  const noSocket = config.agents?.length ? tooLongForSocket(agentSocketPath(folder)) : null;
  const agentsProblem = noSocket ?? (await portProblemOf(folder));
  const waiting = requests.filter(({ waits }) => waits).length;
  const isAny = plansWaiting.length + requests.length + alerts.length > 0;
  const needsPerson = isAny || agentsProblem !== null;
  const exitCode = needsPerson ? exitCodes.needsPerson : exitCodes.well;
  if (options.json) {
    const told = requests.map((each) => {
      const { request, asker, isEdited, mayHaveSent, unreadPlan } = each;
      return {
        ...request,
        asker,
        isEdited,
        mayHaveSent,
        unreadPlan,
        state: stateOf(report.value, each),
      };
    });
    const said = alerts.map((alert) => ({ ...alert, subject: subjectKey(alert.subject) }));
    const listed = {
      unreadPlans,
      plansWaiting,
      waiting,
      requests: told,
      incomplete,
      setAside,
      tasks,
    };
    const knowledge = state && (state.lacking.length === 0 ? 'normal' : 'degraded');
    const others = { runsElsewhere, agentsProblem, alerts: said, git, knowledge };
    terminal.line(jsonLine({ current, counts, ...listed, ...others }));
    return exitCode;
  }
  const isWhole = alerts.every(({ kind }) => kind !== 'unread_folder');
  const none = isWhole ? 'No active plans.' : 'No active plans in the folders that can be read.';
  terminal.line(current ? plain(resumeText(current)) : none);
  if (current) {
    terminal.line(
      `  ${current.status}, ${current.doneSteps} of ${current.steps.length} steps done`,
    );
    if (current.current)
      terminal.line(`  Next: ${current.current.position}. ${plain(current.current.text)}`);
  }
  sayUnreadPlans(terminal, unreadPlans);
  const { plans } = device.value.settings.folders;
  for (const { planId, objective, path, approvedBefore } of plansWaiting) {
    const sign = styled(terminal, 'yellow', '✋');
    terminal.line(`${sign} ${plain(`Plan ${planId} waits for your approval: ${objective}`)}`);
    terminal.line(`   ${plain(path)}`);
    if (approvedBefore) terminal.line(`   ${approvedBeforeText}`);
    if (planFolderOf(plans, path) === 'approved') {
      terminal.line(
        `   ${plain(`Its note is in ${plans}/approved: that approves it once a runner runs.`)}`,
      );
      continue;
    }
    const [yes, no] = [`plan approve ${planId}`, `plan reject ${planId}`];
    terminal.line(`   ${plain(`\`countersign ${yes}\` or \`countersign ${no}\``)}`);
    terminal.line(
      `   ${plain(`While a runner runs: move the note to ${plans}/approved or ${plans}/rejected.`)}`,
    );
  }
  const asking = requests.filter((each) => each.waits && each.whoSaysUnknown !== null).length;
  if (waiting > asking) terminal.line(formatWaiting(waiting - asking));
  if (asking > 0)
    terminal.line(
      `${asking === 1 ? '1 request asks whether it' : `${asking} requests ask whether they`} happened.`,
    );
  for (const each of requests) {
    const { request, waits, practises, mayHaveSent } = each;
    const called = mayHaveSent ?? `${listedTitle(request)} (${request.bridge}.${request.tool})`;
    const sign = waits ? styled(terminal, 'yellow', '✋') : '·';
    terminal.line(
      `${sign} ${plain(`${practises && mayHaveSent === null ? 'PRACTICE, ' : ''}${called}${askedBy(each)}, ${stateOf(report.value, each)}`)}`,
    );
    terminal.line(`   ${plain(request.path)}`);
    if (each.unreadPlan !== null)
      terminal.line(`   ${plain(`It can’t run while its plan can’t be read: ${each.unreadPlan}`)}`);
  }
  sayHowToApprove(terminal, report.value, device.value.settings.folders);
  for (const { what, path } of incomplete) {
    terminal.line(`· ${plain(`${quoted(what)}, incomplete: nobody can approve it yet`)}`);
    terminal.line(`   ${plain(path)}`);
  }
  if (setAside.length > 0) terminal.line(`· ${plain(formatSetAside(setAside))}`);
  sayTasks(terminal, tasks, device.value.settings.folders);
  sayAlerts(terminal, alerts);
  if (agentsProblem) {
    terminal.line(`${styled(terminal, 'red', '!')} ${plain(agentsProblem.message)}`);
    terminal.line(`  ${plain(agentsProblem.advice)}`);
  }
  if (git) terminal.line(plain(formatGit(git)));
  if (!needsPerson && tasks.length === 0) sayNothingNeeds(terminal, device.value);
  return exitCode;
}

function sayNothingNeeds(terminal: Terminal, { config }: VaultDevice): void {
  const isAny = (config.agentTools ?? []).length > 0;
  terminal.line(
    isAny
      ? 'Nothing here needs you. If agents can’t use the tools that you offered them, the Dashboard says so while actions run.'
      : 'Nothing needs you.',
  );
}

async function knowledgeOf({
  root,
  settings,
  folder,
}: VaultDevice): Promise<KnowledgeState | null> {
  if (settings.reasoning !== true) return null;
  const journalFolder = join(folder, 'moves');
  const notes = await openDiskNoteStore({ root, journalFolder, isReader: true });
  try {
    return await readKnowledge({ notes, folders: settings.folders });
  } finally {
    await notes.close();
  }
}

export async function reportOf({
  root,
  settings,
  config,
  folder,
  ledgerFile,
  state,
}: VaultDevice): Promise<Result<VaultReport>> {
  const journalFolder = join(folder, 'moves');
  const hiddenIn = settings.folders.doneActions;
  const store = await openDiskNoteStore({ root, journalFolder, hiddenIn, isReader: true });
  const ledger = await openFileLedger(ledgerFile);
  try {
    return await reportVault({
      ...{ store, ledger, config },
      mcpFiles: await lookAtMcpFiles(root, state),
      auditLog: await openDiskAuditLog(root),
      clock: systemClock(),
      ids: systemIds(),
      device: config.device,
      vaultId: settings.vaultId,
      folders: settings.folders,
      dashboardPath: settings.dashboard,
    });
  } finally {
    await ledger.close();
    await store.close();
  }
}

function sayUnreadPlans(terminal: Terminal, plans: VaultReport['unreadPlans']): void {
  const sign = styled(terminal, 'red', '!');
  for (const { path, planId } of plans.slice(0, mostUnread)) {
    const named = planId === null ? 'A note of a plan' : `A note of plan ${planId}`;
    terminal.line(
      `${sign} ${plain(`${named} can’t be read, so nothing of that plan runs. See below.`)}`,
    );
    terminal.line(`   ${plain(path)}`);
  }
  const more = plans.length - mostUnread;
  if (more > 0) terminal.line(`  … and ${more} more plans can’t be read.`);
}

function sayHowToApprove(
  terminal: Terminal,
  { requests, facts }: Pick<VaultReport, 'requests' | 'facts'>,
  { pending, approved }: Folders,
): void {
  const isPending = ({ request, waits, whoSaysUnknown }: ReportedRequest): boolean =>
    waits && whoSaysUnknown === null && request.folder === 'pending';
  if (requests.some(isPending)) {
    const press = 'press Approve in the Countersign panel in Obsidian';
    const move = `If \`countersign run --trust-moves\` is running, move the note to ${approved}/.`;
    terminal.line(plain(`To approve: ${press}. ${move}`));
  }
  if (requests.some((each) => onlyAsks(facts, each))) {
    const press = 'press Run it in the Countersign panel in Obsidian';
    const move = `Without Obsidian: start \`countersign run --trust-moves\`, move the note back to ${pending}/, then to ${approved}/ again.`;
    terminal.line(plain(`To run what was only moved: ${press}. ${move}`));
  }
}

/** True when the request was moved to Approved where moves were not trusted. */
function onlyAsks(facts: LedgerFacts, each: ReportedRequest): boolean {
  const { request, waits, whoSaysUnknown } = each;
  const isAsked = facts.request(request.requestId)?.asked === true && whoSaysUnknown === null;
  return waits && isAsked && request.folder === 'approved' && !request.isStamped;
}

function sayTasks(terminal: Terminal, tasks: readonly TaskSummary[], folders: Folders): void {
  if (tasks.length === 0) return;
  terminal.line(tasks.length === 1 ? '1 task:' : `${tasks.length} tasks:`);
  for (const { title, priority, path } of tasks.slice(0, mostOfKind)) {
    terminal.line(plain(`☐ ${title}${priority === 'high' ? ' (high priority)' : ''}`));
    terminal.line(`   ${plain(path)}`);
  }
  const more = tasks.length - mostOfKind;
  if (more > 0) terminal.line(`  … and ${more} more: \`countersign status --json\`.`);
  terminal.line(
    'When one is done, run `countersign task done --path PATH` or write `status: done` into its note.',
  );
  if (tasks.some(({ path }) => path.startsWith(`${claimFolder(folders)}/`)))
    terminal.line(
      `If an agent has claimed it, move its note to ${plain(taskFolders(folders).done)} instead.`,
    );
}

const mostOfKind = 10;
const mostUnread = 3;

function sayAlerts(terminal: Terminal, alerts: readonly Alert[]): void {
  const told = new Map<AlertKind, number>();
  let left = 0;
  for (const { alert, more } of groupAlerts(alerts)) {
    const { kind, text, advice } = alert;
    const count = (told.get(kind) ?? 0) + 1;
    told.set(kind, count);
    const isCut = kind === 'unread_folder' || !isWeighty(alert);
    if (isCut && count > mostOfKind) {
      left += 1 + more;
      continue;
    }
    terminal.line(`${styled(terminal, 'red', '!')} ${plain(text)}`);
    terminal.line(`  ${plain(withoutPanel(advice, requestOf(alert)))}`);
    const id = requestOf(alert);
    const isNamed = `${text} ${advice}`.split(/[\s“”`.,:;()]+/u).includes(id ?? '');
    if (id !== undefined && !isNamed) terminal.line(`  Request: ${plain(id)}`);
    if (more > 0)
      terminal.line(`  And ${more} more notes like this: \`countersign status --json\`.`);
  }
  if (left > 0) terminal.line(`  … and ${left} more like these: \`countersign status --json\`.`);
}

function askedBy({ asker, isEdited }: ReportedRequest): string {
  if (asker === null) return '';
  return isEdited ? `, edited since ${asker} asked for it` : `, asked for by ${asker}`;
}

function stateOf(
  { facts, runsElsewhere }: Pick<VaultReport, 'facts' | 'runsElsewhere'>,
  each: ReportedRequest,
): string {
  const { request, isExpired, whoSaysUnknown } = each;
  const called = calledState(facts, request.requestId);
  if (called !== null) return called;
  if (whoSaysUnknown === 'ledger') return 'outcome unknown: check whether it happened';
  if (whoSaysUnknown === 'note')
    return 'only its note says that its outcome is unknown: check whether it happened';
  if (request.folder === 'rejected') {
    const { words, audit } = facts.request(request.requestId)?.voided ?? {};
    const whose = audit?.actor === 'Human' ? '' : 'its note says: ';
    const why = words === undefined ? '' : ` (${whose}${quoted(words)})`;
    return `rejected${why}: draft it again, tick the step, or cancel the plan`;
  }
  if (request.folder === 'approved' && runsElsewhere !== null)
    return `in Approved: this computer doesn’t run it, because ${runsElsewhere} runs actions for this vault, or did. See the alerts`;
  if (onlyAsks(facts, each)) return 'in Approved, but not approved: a move only asks';
  if (request.folder === 'approved')
    return 'in Approved and not run yet: see the Dashboard for why';
  if (isExpired) return 'expired';
  return `waiting since ${request.createdDate}`;
}

function calledState(facts: LedgerFacts, id: string): string | null {
  const { intent, outcome } = facts.request(id) ?? {};
  const earlier = facts.earlier.get(id);
  if (!intent && earlier) {
    const { file } = earlier;
    const who = file === undefined ? 'an earlier record' : quotedPath(file);
    const what = earlier.outcome === 'executed' ? 'was executed' : 'may have been executed';
    return `${who} says that it ${what}, so it can’t run here: check whether that is right`;
  }
  if (!intent) return null;
  switch (outcome?.outcome) {
    case undefined:
      return 'being called, or interrupted: its outcome is not known yet';
    case 'executed':
      return 'executed: it can’t run again';
    case 'not_executed':
      return 'not executed: it comes back with a new id';
    case 'unknown':
      return 'outcome unknown: check whether it happened';
  }
}
