import { describe, expect, test } from 'vitest';
import { memoryAuditLog } from './memory-audit-log.js';
import { memoryLedger } from './memory-ledger.js';
import { memoryNoteStore } from './memory-note-store.js';
import { createMemoryVault } from './memory-vault.js';
import { planCrash, SimulatedCrash } from './simulated-crash.js';

describe('a simulated crash', () => {
  test.each([
    ['before', 'old', '{"seq":1}\n'],
    ['torn', 'old', '{"seq":1}\n'],
    ['after', 'new', '{"seq":1}\n'],
  ] as const)('%s an update leaves a whole note', async (moment, note, audit) => {
    const vault = createMemoryVault();
    vault.outside.write('Plans/a.md', 'old');
    const crash = planCrash(2, moment);
    const log = memoryAuditLog(vault, crash);
    const store = memoryNoteStore(vault, crash);
    await log.append('Logs/audit/d.jsonl', ['{"seq":1}']);
    await expect(store.update('Plans/a.md', () => 'new')).rejects.toThrow(SimulatedCrash);
    await expect(log.append('Logs/audit/d.jsonl', ['{"seq":2}'])).rejects.toThrow(SimulatedCrash);
    expect(crash.crashed).toBe(true);
    expect(crash.writes).toEqual(['audit Logs/audit/d.jsonl', 'update Plans/a.md']);
    expect(vault.outside.read('Plans/a.md')).toBe(note);
    expect(vault.outside.read('Logs/audit/d.jsonl')).toBe(audit);
  });

  test.each([
    ['before', '{"kind":"first"}\n', ''],
    ['torn', '{"kind":"first"}\n{"kind":"', '{"kind":"'],
    ['after', '{"kind":"first"}\n{"kind":"second"}\n', ''],
  ] as const)('%s an append leaves what it says', async (moment, text, torn) => {
    const file = { text: null };
    const ledger = memoryLedger(file, planCrash(2, moment));
    await ledger.append([{ kind: 'first' }], true);
    await expect(ledger.append([{ kind: 'second' }], true)).rejects.toThrow('ledger second');
    expect(file.text).toBe(text);
    const restarted = memoryLedger(file);
    await restarted.append([{ kind: 'third' }], true);
    const contents = await restarted.read();
    const damaged = torn === '' ? [] : [{ line: 2, text: torn }];
    expect(contents).toHaveProperty('value.damaged', damaged);
  });

  test('at no write lets everything happen and names each write', async () => {
    const vault = createMemoryVault();
    const crash = planCrash(Infinity);
    const store = memoryNoteStore(vault, crash);
    await store.createFolder('Done');
    await store.create('Plans/a.md', 'a');
    await store.update('Plans/a.md', () => null);
    await store.move('Plans/a.md', 'Done/a.md');
    expect(crash.writes).toEqual([
      'create folder Done',
      'create Plans/a.md',
      'move Plans/a.md to Done/a.md',
    ]);
    expect(crash.crashed).toBe(false);
  });
});

test('two stores over one memory vault see what the other writes, not what they write', async () => {
  const vault = createMemoryVault();
  const [plugin, runner] = [memoryNoteStore(vault), memoryNoteStore(vault)];
  const seen: string[] = [];
  await plugin.watch((path) => seen.push(`plugin: ${path}`));
  await runner.watch((path) => seen.push(`runner: ${path}`));
  await plugin.create('Plans/a.md', 'a');
  await Promise.resolve();
  expect(seen).toEqual(['runner: Plans/a.md']);
});
