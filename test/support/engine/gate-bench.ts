import { isoSeconds } from '../../../src/core/time.js';
import { applyEdits } from '../../../src/core/text/edit.js';
import { setMachineLine } from '../../../src/core/note/machine-line.js';
import { machineFieldsToJson } from '../../../src/core/request/machine-fields.js';
import { parseRequest } from '../../../src/core/request/parse-request.js';
import type { ActionRequest } from '../../../src/core/request/request.js';
import { signedContent } from '../../../src/core/request/approval/signed-content.js';
import { stampPayload } from '../../../src/core/request/approval/stamp.js';
import type { DeviceConfig } from '../../../src/core/settings/device-config.js';
import type { Engine, EngineOptions } from '../../../src/engine/engine.js';
import type { DraftExternalActionInput } from '../../../src/engine/operations/requests/draft-external-action.js';
import { requestOf, type Alert } from '../../../src/core/alert.js';
import { webKeys } from '../../../src/hosts/desktop/system/web-keys.js';
import type { Keys } from '../../../src/ports/keys.js';
import { memoryNoteStore } from '../memory/memory-note-store.js';
import type { WriteHooks } from '../memory/simulated-crash.js';
import { generateTestKey, type TestKey } from '../memory/test-key.js';
import { createWorld, invoiceMail, quiet, upToRequest, vaultId } from './world.js';
import type { World } from './world.js';

/** The device on which the person of these tests approves. */
export const phone = 'd-bbbbbbbbbb';

/** A world, the engine that runs over it, and the key a person approves with. */
export interface Bench {
  readonly world: World;
  engine: Engine;
  readonly key: TestKey;
  readonly keys: Keys;
}

/** How a test differs from an executor whose person pinned one key and trusts no moves. */
export interface BenchOptions {
  readonly config?: Partial<DeviceConfig>;
  readonly ports?: (world: World) => Partial<EngineOptions>;
  readonly hooks?: WriteHooks;
}

/** A vault with an engine that runs. Only stamps by `key` are authority unless `config` says else. */
export async function createBench(options: BenchOptions = {}): Promise<Bench> {
  const key = await generateTestKey();
  const world = await createWorld({
    trustMoves: false,
    pinnedKeys: [{ device: phone, publicKey: key.publicKey }],
    ...options.config,
  });
  return {
    world,
    key,
    keys: webKeys(),
    engine: await startEngine(world, options.ports?.(world), options.hooks),
  };
}

/** A store that never hears of changes of one note, as when a file watcher lags. */
export function deafTo(path: string): NonNullable<BenchOptions['ports']> {
  return ({ vault }) => {
    const store = memoryNoteStore(vault);
    const watch: typeof store.watch = (onChange) =>
      store.watch((changed) => {
        if (changed !== path) onChange(changed);
      });
    return { store: { ...store, watch } };
  };
}

/** Starts a process over a world, with some of its ports replaced. */
export async function startEngine(
  world: World,
  ports: Partial<EngineOptions> = {},
  hooks: WriteHooks = {},
): Promise<Engine> {
  const engine = await world.start(hooks, ports);
  await quiet(engine);
  return engine;
}

/** Ends the process in good order and starts the next one. */
export async function restart(bench: Bench, ports: Partial<EngineOptions> = {}): Promise<void> {
  await bench.engine.stop();
  bench.engine = await startEngine(bench.world, ports);
}

/** The seeds' mission up to the request of step 2; the value is the note's path in Pending. */
export function planned(
  { world, engine }: Bench,
  input: Partial<DraftExternalActionInput> = {},
): Promise<string> {
  return upToRequest(world, engine, input);
}

/** Drafts a mail that belongs to no plan; the value is the note's path in Pending. */
export async function standalone(
  { engine }: Bench,
  input: Partial<DraftExternalActionInput> = {},
): Promise<string> {
  const { planId: _plan, step: _step, ...mail } = invoiceMail;
  const drafted = await engine.operations.draftExternalAction({ ...mail, ...input });
  if (!drafted.ok) throw new Error(drafted.error.message);
  await quiet(engine);
  return drafted.value.path;
}

/** A note without what differs from one preparation to the next. */
export function withoutNonce(text: string): string {
  return text.replace(/"nonce":"[a-z2-7]+",/u, '');
}

/** The same note in Approved. */
export function inApproved(path: string): string {
  return path.replace(/^[^/]+\//, 'Approved/');
}

/** Somebody moves the note with a file manager. */
export async function move({ world, engine }: Bench, from: string, to = inApproved(from)) {
  world.vault.outside.move(from, to);
  await quiet(engine);
}

/** Somebody rewrites a note. */
export async function edit(
  { world, engine }: Bench,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  rewrite(world, path, change);
  await quiet(engine);
}

/** Somebody rewrites a note, and nothing has noticed yet. Fails when that changes nothing. */
export function rewrite(world: World, path: string, change: (text: string) => string): void {
  const text = world.note(path);
  const changed = change(text);
  if (changed === text) throw new Error(`${path} would not change:\n${text}`);
  world.vault.outside.write(path, changed);
}

/** The request in a note. */
export function requestIn(world: World, path: string): ActionRequest {
  const { request, problems } = parseRequest(world.note(path), path);
  if (!request) throw new Error(`${path}: ${problems[0]?.message ?? 'no request'}`);
  return request;
}

/** The id of the request in a note. */
export function idOf(world: World, path: string): string {
  return requestIn(world, path).requestId;
}

/** What a stamp is made with; the rest is as an honest device makes it. */
export interface StampOptions {
  readonly key?: TestKey;
  readonly device?: string;
  /** Milliseconds since 1970. */
  readonly atMs?: number;
  readonly vaultId?: string;
  readonly confirms?: readonly string[];
  /** What is signed instead of the request as it is. */
  readonly signs?: (request: ActionRequest) => ActionRequest;
}

/** The note with a person's stamp over it. */
export async function stamped(
  { world, key }: Bench,
  path: string,
  options: StampOptions = {},
): Promise<string> {
  const read = requestIn(world, path);
  const confirms = options.confirms ?? read.machine.confirms;
  const request = { ...read, machine: { ...read.machine, confirms } };
  const content = signedContent(options.signs?.(request) ?? request, options.vaultId ?? vaultId);
  if (!content) throw new Error(`${path} is not complete`);
  const time = isoSeconds(options.atMs ?? world.clock.now());
  const payload = stampPayload(options.device ?? phone, time, content.digest);
  const stamp = `${payload}~${await (options.key ?? key).sign(payload)}`;
  return applyEdits(
    read.text,
    setMachineLine(read.text, machineFieldsToJson({ ...request.machine, stamp })),
  );
}

/** A person approves on their device: the note is moved, then stamped. */
export async function approve(
  bench: Bench,
  path: string,
  options: StampOptions = {},
): Promise<void> {
  const text = await stamped(bench, path, options);
  const { vault } = bench.world;
  if (path !== inApproved(path)) vault.outside.move(path, inApproved(path));
  vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
}

/** Has the engine look again, as a host does when the device's settings changed. */
export async function look({ engine }: Bench): Promise<void> {
  engine.lookAtEverything();
  await quiet(engine);
}

/** The alerts about a request. */
export function alertsOf({ engine }: Bench, id: string): readonly Alert[] {
  return engine.view().alerts.filter((alert) => requestOf(alert) === id);
}

/** The calls that reached the server, by id. */
export function calledIds({ server }: World): string[] {
  return server.calls.map(({ requestId }) => requestId);
}
