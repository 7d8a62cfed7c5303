import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '../../../../../core/errors.js';
import { isJsonObject } from '../../../../../core/json.js';
import {
  exportFormats,
  exportGraph,
  isExportFormat,
} from '../../../../../core/reasoning/exchange/export-graph.js';
import { graphFromJson } from '../../../../../core/reasoning/exchange/graph-json.js';
import { counted } from '../../../../../core/reasoning/exchange/imported-entries.js';
import { recordNote } from '../../../../../core/reasoning/exchange/record-note.js';
import { quoted, quotedPath } from '../../../../../core/text/quote.js';
import { systemIds } from '../../../../desktop/system/system-ids.js';
import type { Environment } from '../../../../desktop/device/device.js';
import { startRunner } from '../../../runner/runner.js';
import {
  exitCodes,
  plain,
  sayProblem,
  styled,
  type ExitCode,
  type Terminal,
} from '../../terminal/terminal.js';
import { askTool } from '../tool-command.js';

/** Writes decisions to a new file, or prints them. */
export async function exportCommand(
  terminal: Terminal,
  env: Environment,
  {
    vault,
    named,
    as,
    to,
  }: {
    readonly vault: string;
    readonly named: string | undefined;
    readonly as: string | undefined;
    readonly to: string | undefined;
  },
): Promise<ExitCode> {
  if (as === undefined || !isExportFormat(as)) {
    const message = as === undefined ? 'Which format?' : `${quoted(as)} is not an export format.`;
    const advice = `Add \`--as ${exportFormats.join('|')}\`.`;
    return sayProblem(terminal, fail('usage', message, advice).error);
  }
  const plan = named === undefined ? {} : { plan_id: named };
  const answered = await askTool(
    terminal,
    env,
    { vault, client: undefined },
    { name: 'ask_decisions', arguments: { ...plan, ask: 'get_graph' } },
  );
  if (!answered.ok) return sayProblem(terminal, answered.error);
  const { result } = isJsonObject(answered.value) ? answered.value : {};
  const { structuredContent: said } = isJsonObject(result) ? result : {};
  const { graph: json, problems, error } = isJsonObject(said) ? said : {};
  const graph = graphFromJson(json);
  if (!graph) {
    const { message, advice } = isJsonObject(error) ? error : {};
    const why = typeof message === 'string' ? message : 'Countersign returned no decisions.';
    const what = typeof advice === 'string' ? advice : '';
    return sayProblem(terminal, fail('input_invalid', why, what).error);
  }
  const text = exportGraph(graph, as);
  if (Array.isArray(problems) && problems.length > 0) {
    const shown = '`countersign decision tree` shows them.';
    const many = `The record has ${problems.length} problems, so the export may be incomplete.`;
    terminal.error(plain(`${many} ${shown}`));
  }
  if (to === undefined) {
    // Text from a note must not control the terminal.
    for (const line of text.replace(/\n$/u, '').split('\n')) terminal.line(plain(line));
    return exitCodes.well;
  }
  try {
    await writeFile(to, text, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const message = isThere
      ? `The file ${quotedPath(to)} already exists.`
      : `${quotedPath(to)} can’t be written: ${String(error)}.`;
    return sayProblem(terminal, fail('usage', message, 'Name another file.').error);
  }
  terminal.line(`${styled(terminal, 'green', '✓')} ${plain(`Written to ${to}.`)}`);
  return exitCodes.well;
}

export async function importFileCommand(
  terminal: Terminal,
  env: Environment,
  { vault, file }: { readonly vault: string; readonly file: string | undefined },
): Promise<ExitCode> {
  if (file === undefined) {
    const advice = 'Use `decision import FILE`.';
    return sayProblem(terminal, fail('usage', 'Which file?', advice).error);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const message = `${quotedPath(file)} can’t be read as text: ${String(error)}.`;
    return sayProblem(terminal, fail('usage', message, 'Use a UTF-8 text file.').error);
  }
  const notifier = { notify: ({ text: told }: { text: string }) => terminal.error(plain(told)) };
  const runner = await startRunner({ vault, env, trustMoves: false, notifier, isIdle: true });
  if (!runner.ok) return sayProblem(terminal, runner.error);
  try {
    const { engine } = runner.value;
    const newId = (): string => systemIds().random(6);
    const record = recordNote(text, basename(file), engine.now(), newId);
    if (!record.ok) return sayProblem(terminal, record.error);
    const done = await engine.operations.importRecord({ record: record.value, actor: 'Outside' });
    if (!done.ok) return sayProblem(terminal, done.error);
    const { recordId, entries, told } = record.value;
    const said = `Imported ${counted(entries.length, 'entry', 'entries')} as ${recordId}: ${done.value}`;
    terminal.line(`${styled(terminal, 'green', '✓')} ${plain(said)}`);
    for (const sentence of told) terminal.line(plain(sentence));
    return exitCodes.well;
  } finally {
    await runner.value.stop();
  }
}
