import { describe, expect, test } from 'vitest';
import type { CallReport } from '../../../../../src/core/request/outcome/call-report.js';
import { webKeys } from '../../../../../src/hosts/desktop/system/web-keys.js';
import { isShort } from '../../../../support/run/test-length.js';
import { memoryAuditLog } from '../../../../support/memory/memory-audit-log.js';
import { memoryBridges, success } from '../../../../support/memory/memory-bridges.js';
import { memoryLedger } from '../../../../support/memory/memory-ledger.js';
import { memoryNoteStore } from '../../../../support/memory/memory-note-store.js';
import { quiet, type World } from '../../../../support/engine/world.js';
import {
  createBench,
  idOf,
  inApproved,
  look,
  restart,
  stamped,
  standalone,
  type Bench,
} from '../../../../support/engine/gate-bench.js';

/** What a person approved, and what somebody has at hand who writes any file of the vault. */
interface Scene {
  readonly bench: Bench;
  /** Where the approved note was put. */
  readonly path: string;
  readonly approved: { readonly id: string; readonly text: string };
  /** Another request, complete and never approved. */
  readonly unapproved: { readonly id: string; readonly text: string };
  /** Another request that the same person approved, and that lies nowhere yet. */
  readonly alsoApproved: { readonly id: string; readonly text: string };
}

const lookWhere = 'b@example.com';
const mail = (to: string) => ({ title: to, arguments: { to, subject: to } });

async function scene(): Promise<Scene> {
  const bench = await createBench();
  const { world } = bench;
  const first = await standalone(bench, mail('a@example.com'));
  const second = await standalone(bench, mail(lookWhere));
  const third = await standalone(bench, mail('c@example.com'));
  const approved = { id: idOf(world, first), text: await stamped(bench, first) };
  const unapproved = { id: idOf(world, second), text: world.note(second) };
  const alsoApproved = { id: idOf(world, third), text: await stamped(bench, third) };
  world.vault.outside.remove(second);
  world.vault.outside.remove(third);
  world.vault.outside.remove(first);
  return { bench, path: inApproved(first), approved, unapproved, alsoApproved };
}

/** What the note is swapped for; `lasts`: a text that must still lie somewhere in the vault afterwards. */
interface Swap {
  readonly swap: (scene: Scene, place: string) => void;
  readonly lasts: string | null;
}

const swaps: Readonly<Record<string, Swap>> = {
  'the same note with other arguments': {
    swap: ({ bench: { world }, approved }, place) =>
      world.vault.outside.write(place, approved.text.replaceAll('a@example.com', 'evil@x.org')),
    lasts: 'evil@x.org',
  },
  'the call alone, with other arguments': {
    swap: ({ bench: { world }, approved }, place) =>
      world.vault.outside.write(
        place,
        approved.text.replace('to: a@example.com', 'to: evil@x.org'),
      ),
    lasts: 'evil@x.org',
  },
  'a request that nobody approved': {
    swap: ({ bench: { world }, unapproved }, place) =>
      world.vault.outside.write(place, unapproved.text),
    lasts: lookWhere,
  },
  'that request under the approved one’s id and stamp': {
    swap({ bench: { world }, approved, unapproved }, place) {
      const line = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
      const text = unapproved.text
        .replace(unapproved.id, approved.id)
        .replace(line(unapproved.text), line(approved.text));
      world.vault.outside.write(place, text);
    },
    lasts: lookWhere,
  },
  'another request that was approved, too': {
    swap: ({ bench: { world }, alsoApproved }, place) =>
      world.vault.outside.write(place, alsoApproved.text),
    lasts: 'c@example.com',
  },
  'a link': { swap: ({ bench: { world } }, place) => world.vault.outside.link(place), lasts: null },
  nothing: {
    swap: ({ bench: { world } }, place) => world.vault.outside.remove(place),
    lasts: null,
  },
};

type Moment = 'before' | 'after';

/** Ports whose calls are told: right before each, which gives it its number, and right after it. */
function toldPorts(
  world: World,
  onCall: (name: string) => number,
  onMoment: (number: number, moment: Moment) => void,
) {
  const pure = new Set<PropertyKey>([
    'vaultPathOf',
    'aliases',
    'argumentProblems',
    'closedProblem',
    'watch',
  ]);
  const told = <T extends object>(port: T, portName: string): T =>
    new Proxy(port, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function' || pure.has(key)) return method;
        return async (...input: unknown[]): Promise<unknown> => {
          const number = onCall(`${portName}.${String(key)}`);
          onMoment(number, 'before');
          const result: unknown = await Reflect.apply(method, target, input);
          onMoment(number, 'after');
          return result;
        };
      },
    });
  return {
    store: told(memoryNoteStore(world.vault), 'store'),
    bridges: told(memoryBridges(world.server), 'bridges'),
    ledger: told(memoryLedger(world.ledgerFile), 'ledger'),
    auditLog: told(memoryAuditLog(world.vault), 'audit'),
    keys: told(webKeys(), 'keys'),
  };
}

interface Run extends Scene {
  /** The calls of ports, from the moment that the approved note lay there. */
  readonly calls: readonly string[];
}

/** A person's approval is carried out, and at one call of a port the note is swapped. */
async function run(
  at: number,
  moment: Moment,
  { swap }: Swap,
  answer: CallReport = success,
): Promise<Run> {
  const made = await scene();
  const { bench, path, approved } = made;
  const { world } = bench;
  world.server.answer = () => answer;
  const calls: string[] = [];
  let isWatched = false;
  let isSwapped = false;
  await restart(
    bench,
    toldPorts(
      world,
      (name) => (isWatched ? calls.push(name) : 0),
      (number, when) => {
        if (number !== at || when !== moment) return;
        const name = path.slice(path.lastIndexOf('/'));
        swap(made, world.paths('').find((one) => one.endsWith(name)) ?? path);
        isSwapped = true;
      },
    ),
  );
  isWatched = true;
  world.vault.outside.write(path, approved.text);
  await quiet(bench.engine);
  isWatched = false;
  expect(isSwapped).toBe(at <= calls.length);
  await look(bench);
  await restart(bench);
  await look(bench);
  return { ...made, calls };
}

function expectOnlyApproved({ bench: { world }, approved, alsoApproved }: Run): void {
  const sent = world.server.calls.map(({ requestId, arguments: args }) => [requestId, args['to']]);
  const allowed = [
    [approved.id, 'a@example.com'],
    [alsoApproved.id, 'c@example.com'],
  ];
  for (const call of sent) expect(allowed).toContainEqual(call);
  expect(new Set(sent.map(([id]) => id)).size).toBe(sent.length);
}

const lost: CallReport = { kind: 'lost', detail: 'The pipe broke.' };
const cases = Object.keys(swaps).flatMap((name): [string, string, CallReport][] => [
  [name, 'executed', success],
  [name, 'of unknown outcome', lost],
]);

describe('a note that is swapped at any moment of its approval', () => {
  test.each(cases)(
    'for %s (%s) never makes another call than the approved one, nor a second, and tells what was called [GATE-8] [GATE-14]',
    async (name, _outcome, answer) => {
      const swapped = swaps[name] as Swap;
      const { calls, bench } = await run(Infinity, 'before', swapped, answer);
      expect(bench.world.server.calls).toHaveLength(1);
      expect(calls.filter((name) => name === 'store.read').length).toBeGreaterThan(2);
      expect(calls).toContain('bridges.call');
      const written = calls.indexOf('store.update') + 1;
      const failures: string[] = [];
      for (let at = 1; at <= calls.length; at += isShort ? 5 : 1) {
        for (const moment of ['before', 'after'] as const) {
          const result = await run(at, moment, swapped, answer);
          try {
            expectOnlyApproved(result);
            const { world } = result.bench;
            if (swapped.lasts !== null) {
              expect(textsIn(world).some((text) => text.includes(swapped.lasts ?? ''))).toBe(true);
            }
            // What was spent is told: nothing is called without a note that says so.
            for (const { requestId } of world.server.calls) {
              // What others do to a note that tells everything is their own.
              if (at > written || (at === written && moment === 'after')) continue;
              const told = textsIn(world).filter((text) => text.includes('## Outcome'));
              expect(told.join()).toContain(`attempt \`${requestId}\``);
            }
          } catch (error) {
            failures.push(`${moment} ${at} (${calls[at - 1]}): ${String(error)}`);
          }
        }
      }
      expect(failures).toEqual([]);
    },
    120_000,
  );
});

/** The texts of all notes; a link has none. */
function textsIn(world: World): string[] {
  return world.paths('').flatMap((path) => world.vault.outside.read(path) ?? []);
}
