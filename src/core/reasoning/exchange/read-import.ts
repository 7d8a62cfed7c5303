import { fail, ok, type Result } from '../../errors.js';
import { isJsonObject, whyNotJson, type Json, type JsonObject } from '../../json.js';
import { recordedMs } from '../../time.js';
import { fromDeciduous } from './from-deciduous.js';
import { fromTrajectory, type TrajectoryEvent } from './from-trajectory.js';
import { counted, importedTime, plainText, type Imported } from './imported-entries.js';

export function readImport(text: string): Result<Imported> {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail('input_invalid', 'This file is nested too deeply.', 'Nothing was imported.');
  }
}

function read(text: string): Result<Imported> {
  const json = wholeJson(text);
  if (isJsonObject(json) && 'nodes' in json) return fromDeciduous(json);
  const events = readTrajectory(text);
  if (!events.ok) return whyBroken(text) ?? events;
  const { events: sorted, told } = inOrder(events.value);
  const imported = fromTrajectory(sorted);
  const isOpen = sorted.length > 0 && !sorted.some(({ type }) => type === 'FINAL');
  const open = isOpen ? ['There is no FINAL event.'] : [];
  return ok({ ...imported, told: [...told, ...imported.told, ...open] });
}

function wholeJson(text: string): Json {
  try {
    return JSON.parse(text.replace(/^\ufeff/u, '')) as Json;
  } catch {
    return null;
  }
}

function whyBroken(text: string): Result<never> | null {
  if (!/^\s*\{[^{}]*"nodes"/u.test(text)) return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = `This graph is damaged: ${whyNotJson(error)}.`;
    return fail('input_invalid', message, 'Export it again. Nothing was imported.');
  }
}

const mostNamed = 5;

function readTrajectory(text: string): Result<readonly TrajectoryEvent[]> {
  const events: TrajectoryEvent[] = [];
  const wrong: (readonly [line: number, why: string])[] = [];
  const take = (json: Json, line: number): void => {
    if (isJsonObject(json)) events.push(eventOf(json));
    else wrong.push([line, 'It is no object.']);
  };
  const list = listIn(text);
  if (list) for (const [at, json] of list.entries()) take(json, at + 1);
  else
    for (const [at, line] of text
      .replace(/^\ufeff/u, '')
      .split('\n')
      .entries()) {
      if (line.trim() === '') continue;
      try {
        take(JSON.parse(line) as Json, at + 1);
      } catch (error) {
        wrong.push([at + 1, `${whyNotJson(error)}.`]);
      }
    }
  const [first] = wrong;
  if (!first) return ok(events);
  const what = list ? 'Event' : 'Line';
  const said = wrong.slice(0, mostNamed).map(([line, why]) => `${what} ${line}: ${why}`);
  const more = wrong.length > said.length ? ` And ${wrong.length - said.length} more.` : '';
  const message = `This is no trajectory. ${said.join(' ')}${more}`;
  const advice = 'Each line is one event as JSON, {"type": "FINAL", "depth": 0, "content": "…"}.';
  const place = list ? {} : { line: first[0] };
  return fail(
    'input_invalid',
    message,
    `${advice} Mend or remove these. Nothing was imported.`,
    place,
  );
}

function listIn(text: string): readonly Json[] | null {
  if (!/^\s*\[/u.test(text)) return null;
  try {
    const list = JSON.parse(text) as Json;
    return Array.isArray(list) ? (list as readonly Json[]) : null;
  } catch {
    return null;
  }
}

function eventOf(json: JsonObject): TrajectoryEvent {
  const {
    type,
    event_type: name,
    content,
    depth,
    timestamp,
    metadata,
    typed_payload: payload,
  } = json;
  const details: JsonObject = {
    ...(isJsonObject(metadata) ? metadata : {}),
    ...(isJsonObject(payload) ? payload : {}),
    ...('options' in json ? { options: json['options'] ?? null } : {}),
  };
  const said = [content, details['query'], details['answer'], details['code'], details['result']];
  return {
    type: plainText(name ?? type).toUpperCase(),
    content: said.map(plainText).find((one) => one !== '') ?? '',
    depth: Number.isInteger(depth) && Number(depth) >= 0 ? Number(depth) : null,
    at: importedTime(timestamp),
    details,
  };
}

function inOrder(events: readonly TrajectoryEvent[]) {
  const told: string[] = [];
  const seen = new Set<string>();
  const once = events.filter((event) => {
    const key = JSON.stringify(event);
    const isNew = event.at === null || !seen.has(key);
    seen.add(key);
    return isNew;
  });
  const doubled = events.length - once.length;
  if (doubled > 0) told.push(`Left out: ${counted(doubled, 'event')} that came twice.`);
  // A comparison of texts would put `00Z` after `00.300Z`.
  const timed = once.map((event) => ({ event, ms: recordedMs({ at: event.at ?? '' }) }));
  const sorted = [...timed].sort((a, b) => a.ms - b.ms);
  if (once.some(({ at }) => at === null) || sorted.every((one, n) => one === timed[n]))
    return { events: once, told };
  told.push('The events were not in the order of their times, and were sorted by them.');
  return { events: sorted.map(({ event }) => event), told };
}
