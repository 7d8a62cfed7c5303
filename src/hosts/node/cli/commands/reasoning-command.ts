import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Problem } from '../../../../core/errors.js';
import { isEntryName } from '../../../../core/knowledge/bundle.js';
import { baseChecklist, baseCriteria, kbBase } from '../../../../core/knowledge/kb-base.js';
import { withReasoning } from '../../../../core/settings/planning.js';
import { addKnowledge } from '../../../../engine/operations/knowledge/add-knowledge.js';
import { createBaseViews } from '../../../../engine/operations/set-up-vault.js';
import { readKnowledge } from '../../../../engine/operations/knowledge/read-knowledge.js';
import type { Environment } from '../../../desktop/device/device.js';
import { describeSystemError } from '../../../desktop/system/system-error.js';
import { openDiskNoteStore } from '../../disk/disk-note-store.js';
import { openVaultDevice } from '../../runner/vault-device.js';
import { editVaultSettings } from '../../runner/vault-settings-file.js';
import {
  confirmed,
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../terminal/terminal.js';

export interface ReasoningOptions {
  readonly vault: string;
  readonly verb: 'on' | 'off' | 'check' | 'write' | 'add';
  readonly file?: string | undefined;
  readonly name?: string | undefined;
}

export async function reasoningCommand(
  terminal: Terminal,
  env: Environment,
  { vault, verb, file, name }: ReasoningOptions,
): Promise<ExitCode> {
  const device = await openVaultDevice(vault, env, { isReader: true });
  if (!device.ok) return sayProblem(terminal, device.error);
  const { root, settings, folder } = device.value;
  if (verb === 'on' || verb === 'off') {
    const saved = await editVaultSettings(root, ({ reasoning: _, ...others }) => ({
      ...others,
      ...withReasoning({}, verb === 'on'),
    }));
    if (!saved.ok) return sayProblem(terminal, saved.error);
    done(terminal, `Reasoning on record is ${verb}. If a runner is running, restart it.`);
    if (verb === 'off') return exitCodes.well;
  }
  const journalFolder = join(folder, 'moves');
  const store = await openDiskNoteStore({ root, journalFolder, isReader: true });
  const { folders } = settings;
  if (verb === 'write') {
    const sure = await confirmed(terminal, 'write');
    if (!sure.ok) return sayProblem(terminal, sure.error);
    const made = await createBaseViews(store, kbBase(folders));
    if (!made.ok) return sayProblem(terminal, made.error);
    for (const path of made.value) done(terminal, `${path} was created.`);
    if (made.value.length === 0)
      terminal.line('All of these notes already exist. Nothing was changed.');
  }
  if (verb === 'add') {
    const added = await add(terminal, { store, folders, file, name });
    if (added !== null) return sayProblem(terminal, added);
  }
  const { notes, lacking, optional, bundlePath } = await readKnowledge({ notes: store, folders });
  const there = notes.filter(({ problem }) => problem === null);
  terminal.line(
    `${plain(bundlePath)}: ${there.map((one) => plain(one.name)).join(', ') || 'no notes'}.`,
  );
  for (const one of optional) terminal.line(plain(`Optional: ${one}`));
  const isOn = verb === 'on' || settings.reasoning === true;
  for (const one of lacking) terminal.line(plain(`${isOn ? 'Degraded' : 'Missing'}: ${one}`));
  if (lacking.length > 0)
    terminal.line('`countersign reasoning write` creates the usual notes that are missing.');
  if (!isOn)
    terminal.line(
      'Reasoning on record is off: agents don’t read these notes. To turn it on: `countersign reasoning on`.',
    );
  return lacking.length === 0 || !isOn ? exitCodes.well : exitCodes.needsPerson;
}

async function add(
  terminal: Terminal,
  {
    store,
    folders,
    file,
    name,
  }: Pick<Parameters<typeof addKnowledge>[1], 'folders'> & {
    readonly store: Parameters<typeof addKnowledge>[0];
    readonly file: string | undefined;
    readonly name: string | undefined;
  },
): Promise<Problem | null> {
  if (file === undefined || name === undefined)
    return usage('Which file, and under which name?', 'Use `reasoning add FILE NAME`.');
  if (!isEntryName(name))
    return usage(`${plain(name)} is not a valid name.`, 'Use small letters, digits and hyphens.');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return usage(`Can’t read ${plain(file)}: ${describeSystemError(error)}.`, 'Name a text file.');
  }
  terminal.line('A note belongs to the base only if all three are true:');
  const criteria = await answers(terminal, baseCriteria);
  const isBase = criteria?.every((one) => one) === true;
  if (isBase) terminal.line('It belongs to the base. Before the base changes:');
  const checklist = isBase ? await answers(terminal, baseChecklist) : [];
  if (criteria === null || checklist === null)
    return usage('Answer each question with yes or no.', 'Nothing was written.');
  const added = await addKnowledge(store, { folders, name, text, criteria, checklist });
  if (!added.ok) return added.error;
  done(
    terminal,
    `${plain(added.value.path)} was created, in ${isBase ? 'the base' : 'the extended knowledge'}.`,
  );
  return null;
}

async function answers(
  terminal: Terminal,
  questions: readonly string[],
): Promise<readonly boolean[] | null> {
  const given: boolean[] = [];
  for (const [at, question] of questions.entries()) {
    const line = `${at + 1}. ${question}`;
    if (!terminal.ask) {
      terminal.line(line);
      continue;
    }
    const typed = (await terminal.ask(`${line} (yes/no) `)).trim().toLowerCase();
    if (!['yes', 'y', 'no', 'n'].includes(typed)) return null;
    given.push(typed.startsWith('y'));
  }
  return terminal.ask ? given : null;
}

function done(terminal: Terminal, text: string): void {
  terminal.line(`${styled(terminal, 'green', '✓')} ${text}`);
}

function usage(message: string, advice: string): Problem {
  return fail('usage', message, advice).error;
}
