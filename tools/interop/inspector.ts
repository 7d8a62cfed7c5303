import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.js';
import { toolDefinitions } from '../../src/mcp/server/tools/agent-features.js';
import { until } from '../../test/support/until.js';
import { install } from './install.js';
import { packages } from './packages.js';
import type { Part } from './part.js';
import { listIn, objectIn, parsed, textIn } from './read-json.js';
import { lastLines, run, type Ran } from './run-program.js';
import type { ServedVault } from './served-vault.js';

export const inspectorClient = 'Inspector';

/** As the Inspector calls them. */
const eras = ['legacy', 'modern'] as const;

/** Works on a plan with the command line of the MCP Inspector: every tool, every resource, the prompt. */
export async function* inspector(node: string, served: ServedVault): AsyncGenerator<Part> {
  const script = await install(packages.inspector);
  const home = await mkdtemp(join(tmpdir(), 'inspector-'));
  const header = `Authorization: Bearer ${served.token(inspectorClient)}`;
  try {
    for (const era of eras) {
      const inspected = new Inspected(async (args) => {
        const server = ['--cli', served.address, '--transport', 'http', '--header', header];
        const form = ['--protocol-era', era, '--format', 'json', '--quiet'];
        const env = { ...process.env, HOME: home };
        return run(node, [script, ...server, ...form, ...args], { env });
      });
      const faults: string[] = [];
      try {
        await workOn(inspected, era, served.vault);
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
      }
      const { tools, resources, prompts } = inspected;
      yield {
        name: `MCP Inspector ${packages.inspector.version}, ${era} era`,
        passed: tools.size + resources + prompts,
        said: `${tools.size} tools called, ${resources} resources and ${prompts} prompt read`,
        faults,
      };
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** A plan from its brief to its end, and one whose letter is withdrawn. */
async function workOn(inspected: Inspected, era: string, vault: string): Promise<void> {
  const to = `${era}@example.com`;
  const text = `Generate and send the ${era} invoice to Client ${era} for $1,500.`;
  const rationale = 'The client asked for it.';
  const names = await inspected.list('tools', 'name', '--strict');
  expectSame(
    'The tools',
    names,
    toolDefinitions.map(({ name }) => name),
  );

  await inspected.call('evaluate_brief', { text, source: era }, { needs_plan: true });
  const steps = [{ text: 'Write the invoice' }, { text: `Send email to ${to}` }];
  const brief = { text, source: era, steps, even_if_similar: true };
  const started = await inspected.call('start_plan', brief, { made: 'plan' });
  const plan_id = textIn(started['plan_id']);
  const { missions } = await inspected.call('list_missions', {});
  expectIn('list_missions', missions, plan_id);
  await inspected.call('resume_plan', { plan_id }, { plan_id, steps: 2, steps_done: 0 });
  await inspected.call('log_reasoning', { plan_id, action: 'Read the brief', rationale });
  const more = { plan_id, text: 'Check the invoice', behind: 1, rationale };
  await inspected.call('add_step', more, { position: 2 });
  await inspected.call('update_plan_step', { plan_id, step: 1, rationale }, { is: 'done' });
  await inspected.call('skip_step', { plan_id, step: 2, rationale }, { is: 'skipped' });
  const letter = {
    ...{ plan_id, step: 3, action_type: 'email', target_recipient: to, title: 'Invoice' },
    ...{ rationale, server: 'email', tool: 'send_email' },
    arguments: { to, subject: 'Invoice', text: 'Here it is.' },
  };
  const waits = { status: 'waiting_for_person' };
  const { request_id = '' } = await inspected.call('draft_external_action', letter, waits);
  await inspected.call('await_request', { request_id, wait_seconds: 1 }, waits);
  const { blocked } = await inspected.call('detect_blocks', {});
  expectIn('detect_blocks', blocked, plan_id);

  const uris = await inspected.list('resources', 'uri');
  expectIn('resources/list', uris, `countersign://plans/${plan_id}`);
  for (const uri of uris) await inspected.read(uri);
  expectSame('The prompts', await inspected.list('prompts', 'name'), ['resume']);
  await inspected.prompt('resume', `plan_id=${plan_id}`);

  const withdrawn = { status: 'withdrawn' };
  await inspected.call('withdraw_request', { request_id, rationale }, withdrawn);
  const small = { text: `Tidy the ${era} desk.`, source: `${era} desk`, even_if_simple: true };
  const second = await inspected.call('start_plan', { ...small, steps: [{ text: 'Tidy it' }] });
  const id = { plan_id: second['plan_id'] ?? '' };
  await inspected.call('update_plan_step', { ...id, step: 1, rationale }, { is: 'done' });
  await inspected.call('archive_plan', id, id);
  const mail = `Needs_Action/EMAIL_${era}.md`;
  await writeFile(join(vault, mail), '---\ntype: email\n---\n\nPlease look at the roof.\n');
  await until('the mail is a task', async () =>
    (await readFile(join(vault, mail), 'utf8')).includes('loop_state: ACT') ? true : null,
  );
  const filed = { note: `Done/Tasks/EMAIL_${era}.md` };
  await inspected.call('finish_task', { path: mail }, filed);
  expectSame('The tools that were called', [...inspected.tools].sort(), [...names].sort());
}

/** What was asked with the Inspector so far. */
class Inspected {
  readonly tools = new Set<string>();
  resources = 0;
  prompts = 0;

  constructor(readonly start: (args: readonly string[]) => Promise<Ran>) {}

  /** Calls a tool; its data, which has to have what is expected. */
  async call(tool: string, args: JsonObject, expected: JsonObject = {}): Promise<JsonObject> {
    const typed = ['--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
    const { structuredContent: data = null } = await this.#ask('tools/call', ...typed);
    if (!isJsonObject(data)) throw new Error(`${tool} answered without data.`);
    for (const [key, value] of Object.entries(expected)) {
      if (data[key] === value) continue;
      throw new Error(
        `${tool} answered ${JSON.stringify(data)}, not ${key} ${JSON.stringify(value)}.`,
      );
    }
    this.tools.add(tool);
    return data;
  }

  /** Lists tools, resources or prompts by what names them. */
  async list(what: string, key: string, ...options: readonly string[]): Promise<readonly string[]> {
    const { [what]: listed } = await this.#ask(`${what}/list`, ...options);
    return listIn(listed).map((one) => textIn(objectIn(one)[key]));
  }

  async read(uri: string): Promise<void> {
    const { contents = null } = await this.#ask('resources/read', '--uri', uri);
    expectIn(`resources/read of ${uri}`, contents, 'text');
    this.resources += 1;
  }

  async prompt(name: string, ...args: readonly string[]): Promise<void> {
    const options = ['--prompt-name', name, '--prompt-args', ...args];
    const { messages = null } = await this.#ask('prompts/get', ...options);
    expectIn(`prompts/get of ${name}`, messages, 'text');
    this.prompts += 1;
  }

  /** The Inspector ends with 0 for what is no error; 5 is a tool that says it failed, 6 a wrong schema. */
  async #ask(method: string, ...options: readonly string[]): Promise<JsonObject> {
    const ran = await this.start(['--method', method, ...options]);
    const { result } = objectIn(parsed(ran.out));
    if (ran.code === 0 && isJsonObject(result)) return result;
    throw new Error(`${[method, ...options].join(' ')} ended with ${ran.code}.\n${lastLines(ran)}`);
  }
}

function expectSame(what: string, found: readonly string[], expected: readonly string[]): void {
  if (found.join() === expected.join()) return;
  throw new Error(`${what} are ${found.join(', ')}, not ${expected.join(', ')}.`);
}

/** Whether a text is somewhere in a value. */
function expectIn(what: string, value: Json | undefined, wanted: Json): void {
  if (JSON.stringify(value ?? null).includes(JSON.stringify(wanted))) return;
  throw new Error(`${what} has no ${JSON.stringify(wanted)}: ${JSON.stringify(value ?? null)}`);
}
