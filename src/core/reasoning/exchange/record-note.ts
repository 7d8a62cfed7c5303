import { sha256Hex } from '../../digest.js';
import { fail, ok, type Result } from '../../errors.js';
import { slugOf } from '../../note/file-name.js';
import { writeScalar } from '../../note/front-matter/yaml-scalar.js';
import { formatLogLine } from '../../plan/log-entry.js';
import { inlineText } from '../../text/inline-text.js';
import { showTemplates } from '../../text/show-invisible.js';
import { isoSeconds } from '../../time.js';
import { foldRecord } from '../decision-graph.js';
import { entriesOf } from '../new-entries.js';
import { entryBody } from '../record-entry.js';
import { readLongRecord } from '../record-lines.js';
import { RecordState } from '../record-laws.js';
import { importer } from './deciduous.js';
import { counted, type Imported } from './imported-entries.js';
import { readImport } from './read-import.js';

export interface RecordNote extends Imported {
  readonly recordId: string;
  readonly text: string;
  readonly detail: string;
}

export function recordNote(
  file: string,
  source: string,
  nowMs: number,
  newId: () => string,
): Result<RecordNote> {
  const read = readImport(file);
  if (!read.ok) return read;
  const { told, format, entries } = read.value;
  if (entries.length === 0) {
    const why = ['There is nothing in it to import.', ...told].join(' ');
    return fail('input_invalid', why, 'Check that it is the right file.');
  }
  const lines = linesOf(read.value, nowMs, newId);
  if (!lines.ok) return lines;
  const digest = sha256Hex(file);
  const recordId = `${slugOf(source.replace(/\.[a-z]+$/iu, ''), 40)}-${digest.slice(0, 6)}`;
  const name = `“${inlineText(source)}” (${format})`;
  const written = [
    ...['---', 'type: decision_record', `record_id: ${recordId}`],
    ...[`source: ${writeScalar(source, 'double')}`, `source_format: ${format}`],
    ...[`source_sha256: ${digest}`, '---', '', `Imported from ${name}. It belongs to no plan.`, ''],
    ...told.map((sentence) => `${inlineText(sentence)}\n`),
    ...lines.value,
    '',
  ];
  const text = showTemplates(written.join('\n'));
  const again = readLongRecord(text, '');
  const [wrong] = [...again.problems, ...foldRecord(again.lines).problems];
  if (wrong) {
    const why = `The record of this file could not be read: ${wrong.why}`;
    return fail('input_invalid', why, 'Make the file smaller. Nothing was imported.');
  }
  const many = counted(lines.value.length, 'entry', 'entries');
  const detail = `Imported ${many} from ${name}, SHA-256 ${digest}.`;
  return ok({ ...read.value, recordId, text, detail });
}

function linesOf(
  { entries: imported }: Imported,
  nowMs: number,
  newId: () => string,
): Result<readonly string[]> {
  const state = new RecordState(foldRecord([]));
  const wanted = imported.map(({ entry }) => entry);
  const drawn = entriesOf(wanted, state, newId);
  if (!drawn.ok) return drawn;
  const now = isoSeconds(nowMs);
  return ok(
    drawn.value.entries.map((entry, n) => {
      const { at = null, branch } = imported[n] ?? {};
      const body = entryBody(branch === undefined ? entry : { ...entry, branch }, (id) => ({
        label: state.textOf(id),
      }));
      return formatLogLine({ at: at ?? now, actor: importer, body, blockId: entry.id });
    }),
  );
}
