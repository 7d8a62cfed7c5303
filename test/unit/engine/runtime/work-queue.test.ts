import { describe, expect, test } from 'vitest';
import { WorkQueue, type WorkSlot } from '../../../../src/engine/runtime/work-queue.js';
import { settle } from '../../../support/memory/virtual-clock.js';

/** A queue whose work ends only when it is told to. */
function heldQueue(slots?: number) {
  const log: string[] = [];
  const errors: string[] = [];
  const ends = new Map<string, (() => void)[]>();
  const queue = new WorkQueue(
    async (key) => {
      log.push(`begin ${key}`);
      await new Promise<void>((resolve) => ends.set(key, [...(ends.get(key) ?? []), resolve]));
      log.push(`end ${key}`);
    },
    (key, error) => errors.push(`${key}: ${String(error)}`),
    slots,
  );
  const end = async (key: string): Promise<void> => {
    ends.get(key)?.shift()?.();
    await settle();
  };
  return { queue, log, errors, end };
}

describe('the work queue', () => {
  test('never works twice at once on one key, and once more for what came meanwhile', async () => {
    const { queue, log, end } = heldQueue();
    queue.add('a');
    await settle();
    queue.add('a');
    queue.add('a');
    await settle();
    expect(log).toEqual(['begin a']);
    await end('a');
    expect(log).toEqual(['begin a', 'end a', 'begin a']);
    await end('a');
    expect(log).toEqual(['begin a', 'end a', 'begin a', 'end a']);
    await queue.idle();
  });

  test('works on different keys at once, up to its slots', async () => {
    const { queue, log, end } = heldQueue(2);
    for (const key of ['a', 'b', 'c']) queue.add(key);
    await settle();
    expect(log).toEqual(['begin a', 'begin b']);
    await end('b');
    expect(log).toEqual(['begin a', 'begin b', 'end b', 'begin c']);
  });

  test('gives the slot to others while a piece of work waits for something slow', async () => {
    const log: string[] = [];
    let answer: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const queue = new WorkQueue(
      async (key: string, slot: WorkSlot) => {
        if (key === 'slow') await slot.leaveWhile(slow);
        log.push(key);
      },
      () => undefined,
      1,
    );
    queue.add('slow');
    queue.add('quick');
    await settle();
    expect(log).toEqual(['quick']);
    answer?.();
    await queue.idle();
    expect(log).toEqual(['quick', 'slow']);
  });

  test('begins nothing new while more works at once than it has slots', async () => {
    let answer: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const held = new Promise<void>(() => undefined);
    const begun: string[] = [];
    const queue = new WorkQueue(
      async (key: string, slot: WorkSlot) => {
        begun.push(key);
        if (key.startsWith('slow')) await slot.leaveWhile(slow);
        await held;
      },
      () => undefined,
      2,
    );
    for (const key of ['slow 1', 'slow 2', 'a', 'b']) queue.add(key);
    await settle();
    answer?.();
    await settle();
    queue.add('c');
    await settle();
    expect(begun).toEqual(['slow 1', 'slow 2', 'a', 'b']);
  });

  test('goes on with everything else when one piece of work fails [LOOP-3]', async () => {
    const done: string[] = [];
    const errors: string[] = [];
    const queue = new WorkQueue(
      async (key) => {
        if (key === 'bad') throw new Error('a bug');
        done.push(key);
      },
      (key, error) => errors.push(`${key}: ${String(error)}`),
      1,
    );
    for (const key of ['bad', 'good', 'better']) queue.add(key);
    await queue.idle();
    expect(done).toEqual(['good', 'better']);
    expect(errors).toEqual(['bad: Error: a bug']);
    queue.add('bad');
    await queue.idle();
    expect(errors).toHaveLength(2);
  });

  test('says when a key is handled, also with what came for it meanwhile', async () => {
    const { queue, log, end } = heldQueue();
    let handled = false;
    void queue.handled('a').then(() => (handled = true));
    queue.add('b');
    await settle();
    queue.add('a');
    await end('a');
    expect(handled).toBe(false);
    await end('a');
    expect(handled).toBe(true);
    expect(log).toEqual(['begin a', 'begin b', 'end a', 'begin a', 'end a']);
  });

  test('drops what waits when it stops, and ends when what runs has ended', async () => {
    const { queue, log, end } = heldQueue(1);
    queue.add('a');
    await settle();
    const waiting = queue.handled('b');
    let stopped = false;
    void queue.stop().then(() => (stopped = true));
    await waiting;
    queue.add('c');
    await settle();
    expect(stopped).toBe(false);
    await end('a');
    expect(stopped).toBe(true);
    expect(log).toEqual(['begin a', 'end a']);
  });
});
