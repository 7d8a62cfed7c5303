import { expect, test } from 'vitest';
import { foldRecord } from '../../../../src/core/reasoning/decision-graph.js';
import {
  entriesOf,
  recordVerbs,
  requiredBy,
  type NewEntry,
  type RecordVerb,
} from '../../../../src/core/reasoning/new-entries.js';
import { RecordState } from '../../../../src/core/reasoning/record-laws.js';

const filled = { of: 'x-aaaaaa', text: 'it', name: 'about', probe: 'p-aaaaaa', success: true };

function problemOf(entry: NewEntry): string {
  const made = entriesOf([entry], new RecordState(foldRecord([])), () => 'aaaaaa');
  return made.ok ? '' : made.error.message;
}

test.each(Object.keys(recordVerbs) as RecordVerb[])(
  'what %s requires is what it is refused without',
  (verb) => {
    const takes: readonly string[] = recordVerbs[verb].takes;
    const given = Object.entries(filled).filter(([key]) => takes.includes(key));
    const lacking = given.flatMap(([key]) => {
      const rest = Object.fromEntries(given.filter(([name]) => name !== key));
      return problemOf({ do: verb, ...rest }) === `\`${key}\` is missing.` ? [key] : [];
    });
    expect(new Set(lacking.filter((key) => key !== 'success'))).toEqual(new Set(requiredBy(verb)));
  },
);
