import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { passages, STAGES, type Stage } from '../../../src/core/loop/stages.js';
import { main } from '../../../src/hosts/node/cli/main.js';
import { killChild, type BundledChild } from '../../support/children/bundled-child.js';

/** What came of a long run with items that arrive at random, and a runner that is killed at random. */
export interface Soaked {
  readonly arrived: number;
  readonly kills: number;
  /** How many items lie in each folder in the end. */
  readonly folders: Readonly<Record<string, number>>;
  readonly closed: number;
  /** Resident memory (MB) of runners that lived long enough: at the age of 2 s, and in the end. */
  readonly memory: readonly { readonly first: number; readonly last: number }[];
  readonly faults: readonly string[];
}

export interface SoakOptions {
  readonly ms: number;
  readonly random: () => number;
  /** About how often (ms) the runner is killed. */
  readonly killEveryMs: number;
}

const inbox = ['Inbox', 'Needs_Action'];
const ends = ['Done/Tasks', 'Done/failed', 'Done/invalid'];
const item = (type: string, text: string): string => `---\ntype: ${type}\n---\n\n${text}\n`;
/** Works that are not alike: what is alike would be asked about. */
const texts: readonly ((thing: () => string) => string)[] = [
  (thing) => `Please look at the ${thing()}.`,
  (thing) => `Please read the ${thing()}.`,
  (thing) => `Wash the ${thing()}. Feed the ${thing()}. Water the ${thing()}.`,
  (thing) => `- Clean the ${thing()}\n- Sort the ${thing()}\n- Write the ${thing()}`,
];
const letters = 'bcdfghjklmnpqrstvwxz';
const types = ['email', 'whatsapp', 'file_drop'];
/** An item is taken a moment after it was written. */
const quietMs = 4_000;

/** Lets items arrive, be worked and be filed, and kills the runner meanwhile. Ends with a look at every note and record. */
export async function soak(commandLine: BundledChild, options: SoakOptions): Promise<Soaked> {
  const vault = await mkdtemp(join(tmpdir(), 'soak-'));
  const device = await mkdtemp(join(tmpdir(), 'soak-device-'));
  const env = { ...process.env, XDG_CONFIG_HOME: device };
  const silent = { line: () => undefined, error: () => undefined, colours: false };
  const { random } = options;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const memory: { first: number; last: number }[] = [];
  let arrived = 0;
  let kills = 0;

  const notesIn = async (folder: string): Promise<string[]> => {
    const names = await readdir(join(vault, folder)).catch(() => []);
    return names.filter((name) => name.endsWith('.md') && !name.startsWith('.'));
  };
  const edit = async (folder: string, change: (text: string) => string): Promise<void> => {
    const name = pick(await notesIn(folder));
    const path = join(vault, folder, name ?? '');
    const text = name === undefined ? null : await readFile(path, 'utf8').catch(() => null);
    // As editors save: a file beside it takes its place.
    if (text === null || change(text) === text) return;
    await writeFile(`${path}.tmp`, change(text));
    const isThere = await readFile(path, 'utf8').then(
      (now) => now === text,
      () => false,
    );
    await (isThere ? rename(`${path}.tmp`, path) : rm(`${path}.tmp`));
  };
  const arrive = async (): Promise<void> => {
    arrived += 1;
    const path = join(vault, pick(inbox) ?? '', `ITEM-${arrived}.md`);
    const thing = (): string => Array.from({ length: 4 }, () => `${pick([...letters])}o`).join('');
    const text = item(pick(types) ?? '', pick(texts)?.(thing) ?? '');
    if (random() < 0.5) await writeFile(path, text.slice(0, text.length / 2));
    await writeFile(path, random() < 0.05 ? text.replace('---\n\n', 'from: [\n---\n\n') : text);
  };
  const sayDone = (text: string): string =>
    text.includes('loop_state: ACT') && !text.includes('status:')
      ? text.replace('\nloop_state', '\nstatus: done\nloop_state')
      : text;
  const act = async (): Promise<void> => {
    const way = random();
    if (way < 0.35) await arrive();
    else if (way < 0.6)
      await edit(pick(inbox) ?? '', (text) => (text.includes('Please') ? sayDone(text) : text));
    else if (way < 0.95)
      await edit('Plans', (text) => text.replace(/^(\d+\. \[) \] (?!✋)/mu, '$1x] '));
    else
      await edit(pick(inbox) ?? '', (text) => text.replace('loop_state: ACT', 'loop_state: CLOSE'));
  };

  await main(['setup', '--vault', vault], silent, env);
  const start = async (): Promise<ChildProcess> => {
    const child = commandLine.start(['run', '--vault', vault], undefined, env);
    await once(child.stdout ?? child, 'data');
    child.stdout?.resume();
    return child;
  };
  const rss = async ({ pid }: ChildProcess): Promise<number> => {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Math.round(Number(/VmRSS:\s+(\d+)/u.exec(text)?.[1] ?? 0) / 1024);
  };
  let runner = await start();
  try {
    const end = Date.now() + options.ms;
    let bornAt = Date.now();
    let first = 0;
    let killAt = bornAt + options.killEveryMs * (0.5 + random());
    while (Date.now() < end) {
      await act();
      await new Promise((resolve) => setTimeout(resolve, random() * 120));
      if (first === 0 && Date.now() - bornAt > 2_000) first = await rss(runner);
      if (Date.now() < killAt) continue;
      if (first > 0) memory.push({ first, last: await rss(runner) });
      await killChild(runner);
      kills += 1;
      runner = await start();
      bornAt = Date.now();
      first = 0;
      killAt = bornAt + options.killEveryMs * (0.5 + random());
    }
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    if (first > 0) memory.push({ first, last: await rss(runner) });
    runner.kill('SIGTERM');
    await once(runner, 'close');

    const faults: string[] = [];
    const where = new Map<string, string[]>();
    const folders: Record<string, number> = {};
    const notes = new Map<string, string>();
    for (const folder of [...inbox, ...ends]) {
      const names = (await notesIn(folder)).filter((name) => name.startsWith('ITEM-'));
      folders[folder] = names.length;
      for (const name of names) {
        where.set(name, [...(where.get(name) ?? []), folder]);
        notes.set(name, await readFile(join(vault, folder, name), 'utf8'));
      }
    }
    for (let number = 1; number <= arrived; number += 1) {
      const places = where.get(`ITEM-${number}.md`) ?? [];
      if (places.length !== 1)
        faults.push(`ITEM-${number} lies in ${places.join(', ') || 'no folder'}`);
    }
    const entries = (
      await Promise.all(
        (await readdir(join(vault, 'Logs/audit'))).map((name) =>
          readFile(join(vault, 'Logs/audit', name), 'utf8'),
        ),
      )
    )
      .flatMap((text) => text.trimEnd().split('\n'))
      .map(
        (line) => JSON.parse(line) as { task_id?: string; stage?: { to: Stage; round: number } },
      );
    const byTask = new Map<string, Stage[]>();
    const seen = new Set<string>();
    for (const { task_id: id, stage } of entries) {
      if (id === undefined || !stage) continue;
      const key = `${id} ${stage.to} ${stage.round}`;
      if (seen.has(key)) faults.push(`twice on record: ${key}`);
      seen.add(key);
      const passed = byTask.get(id) ?? [];
      const before = passed.at(-1);
      const isAllowed =
        before === undefined
          ? stage.to === 'WATCH'
          : passages.some(({ from, to }) => from === before && to === stage.to);
      if (!isAllowed) faults.push(`${id} passed from ${before} to ${stage.to}`);
      byTask.set(id, [...passed, stage.to]);
    }
    let closed = 0;
    for (const [name, text] of notes) {
      const id = /^task_id: (.*)$/mu.exec(text)?.[1];
      const [place = ''] = where.get(name) ?? [];
      if (place === 'Done/Tasks') {
        closed += 1;
        const passed = byTask.get(id ?? '') ?? [];
        if (STAGES.some((stage) => !passed.includes(stage)))
          faults.push(`${name} is closed after ${passed.join(', ')}`);
      }
      // What arrived in the last moments, or can't be read, may not have been taken yet.
      if (
        inbox.includes(place) &&
        id !== undefined &&
        !/^loop_state: (?:ACT|APPROVE)$/mu.test(text)
      ) {
        faults.push(`${name} rests in ${place}, and its note doesn’t say so`);
      }
    }
    // What can't be read doesn't name its task.
    const { 'Done/invalid': invalid = 0 } = folders;
    const taken = [...notes.values()].filter((text) => /^task_id: /mu.test(text)).length;
    if (taken + invalid < byTask.size)
      faults.push(`${byTask.size} tasks, and ${taken} notes of them`);
    const { length } = await notesIn('Plans');
    folders['Plans'] = length;
    return { arrived, kills, folders, closed, memory, faults };
  } finally {
    runner.kill('SIGKILL');
    await rm(vault, { recursive: true, force: true });
    await rm(device, { recursive: true, force: true });
  }
}
