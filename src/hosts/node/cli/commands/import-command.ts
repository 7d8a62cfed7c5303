import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '../../../../core/errors.js';
import { parsePlan } from '../../../../core/plan/parse-plan.js';
import type { Step } from '../../../../core/plan/plan.js';
import type {
  ExternalFieldView,
  ExternalReview,
} from '../../../../core/request/imports/external-review.js';
import type { Engine } from '../../../../engine/engine.js';
import type { Environment } from '../../../desktop/device/device.js';
import { openDiskNoteStore } from '../../disk/disk-note-store.js';
import { startRunner, type Runner } from '../../runner/runner.js';
import type { VaultDevice } from '../../runner/vault-device.js';
import {
  confirmed,
  exitCodes,
  jsonLine,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

const listed = '`countersign status` lists the notes.';

/** `countersign adopt`: makes a plan or a request from a note of another tool. */
export async function importCommand(
  terminal: Terminal,
  env: Environment,
  {
    vault,
    json,
    named,
  }: { readonly vault: string; readonly json: boolean; readonly named: string | undefined },
): Promise<ExitCode> {
  if (named === undefined) {
    return sayProblem(
      terminal,
      fail('usage', 'Which note?', `Use \`adopt PATH\`. ${listed}`).error,
    );
  }
  const notifier = { notify: ({ text }: { text: string }) => terminal.error(plain(text)) };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier, isIdle: true });
  if (!runner.ok) return sayProblem(terminal, runner.error);
  try {
    // With `--json`, stdout must contain only JSON.
    const asking = json ? { ...terminal, line: terminal.error } : terminal;
    const done = await importNote(asking, runner.value, named);
    if (!done.ok) return sayProblem(terminal, done.error);
    const { said, path, steps } = done.value;
    if (json) {
      terminal.line(jsonLine({ path, ...(steps ? { steps } : {}) }));
      return exitCodes.well;
    }
    terminal.line(`${styled(terminal, 'green', '✓')} ${plain(said)}`);
    for (const { position, gated, done: isDone, text } of steps ?? [])
      terminal.line(plain(`  ${position}. ${isDone ? '[x]' : '[ ]'} ${gated ? '✋ ' : ''}${text}`));
    return exitCodes.well;
  } finally {
    await runner.value.stop();
  }
}

interface Imported {
  readonly said: string;
  readonly path: string;
  readonly steps?: readonly Pick<Step, 'position' | 'text' | 'gated' | 'done'>[];
}

async function importNote(
  terminal: Terminal,
  { engine, device }: Runner,
  named: string,
): Promise<Result<Imported>> {
  const path = await pathInVault(device.root, named);
  if (!existsSync(join(device.root, path))) {
    return fail('note_missing', `There is no note ${path} in this vault.`, listed);
  }
  const request = (await engine.externalReviews(Infinity)).find((one) => one.path === path);
  return request
    ? importRequest(terminal, engine, request)
    : importPlanAt(terminal, engine, device, path);
}

async function importPlanAt(
  terminal: Terminal,
  engine: Engine,
  device: VaultDevice,
  path: string,
): Promise<Result<Imported>> {
  const text = await noteTextAt(device, path);
  if (!text.ok) return text;
  terminal.line(`A plan will be created next to ${plain(path)}. That note is left untouched.`);
  const said = await confirmed(terminal, 'adopt');
  if (!said.ok) return said;
  const now = await noteTextAt(device, path);
  if (!now.ok || now.value !== text.value) {
    return fail(
      'note_changed',
      `${path} was changed after you were asked.`,
      'Look at it again. Nothing was created.',
    );
  }
  const made = await engine.operations.importPlan({ path, actor: 'Human', evenIfSimilar: true });
  if (!made.ok) return made;
  const { path: at } = made.value;
  const written = await noteTextAt(device, at);
  const { plan } = parsePlan(written.ok ? written.value : '', at);
  const steps = (plan?.steps ?? []).map(({ position, text: words, gated, done }) => {
    return { position, text: words, gated, done };
  });
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  return ok({ said: `Created ${at} with ${count}.`, path: at, steps });
}

export async function noteTextAt(
  { root, folder }: Pick<VaultDevice, 'root' | 'folder'>,
  path: string,
): Promise<Result<string>> {
  const journalFolder = join(folder, 'moves');
  const store = await openDiskNoteStore({ root, journalFolder, isReader: true });
  try {
    return await store.read(path);
  } finally {
    await store.close();
  }
}

async function importRequest(
  terminal: Terminal,
  engine: Engine,
  { path, call, fields, arguments: given, unused, problems, shownDigest }: ExternalReview,
): Promise<Result<Imported>> {
  terminal.line(`Countersign reads ${plain(path)} like this:`);
  if (call) terminal.line(`  ${plain(`${call.bridge}.${call.tool}`)}`);
  for (const field of [...fields, ...given]) terminal.line(`  ${lineOf(field)}`);
  if (unused.length > 0) terminal.line(`  Not sent: ${plain(unused.join(', '))}`);
  const [problem] = problems;
  if (problem) return { ok: false, error: problem };
  const said = await confirmed(terminal, 'adopt');
  if (!said.ok) return said;
  const done = await engine.personActions.confirmImportByWord({ path, shownDigest });
  if (!done.ok) return done;
  const { path: at } = done.value;
  return ok({ said: `Saved as ${at}, waiting for approval. Nothing is approved yet.`, path: at });
}

function lineOf({ name, text, isGuessed, from }: ExternalFieldView): string {
  const origin = from === null ? 'not in the note' : `${isGuessed ? 'guessed ' : ''}from ${from}`;
  return plain(`${name}: ${text} (${origin})`);
}

async function pathInVault(root: string, named: string): Promise<string> {
  const inVault = posix.normalize(named.split(sep).join('/'));
  const isBelow = !isAbsolute(named) && !inVault.startsWith('..');
  if (isBelow && existsSync(join(root, inVault))) return inVault;
  const [realRoot, real] = await Promise.all([realpath(root), realpath(named).catch(() => named)]);
  const below = relative(realRoot, resolve(real));
  const isInside = below !== '' && !below.startsWith('..') && !isAbsolute(below);
  return isInside ? below.split(sep).join('/') : inVault;
}
