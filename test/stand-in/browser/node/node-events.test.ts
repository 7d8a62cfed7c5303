import { EventEmitter as NodeEmitter, once as nodeOnce } from 'node:events';
import { describe, expect, test } from 'vitest';
import { EventEmitter, once } from './node-events.js';

describe.each([
  ['ours', EventEmitter, once],
  ["Node's", NodeEmitter as unknown as typeof EventEmitter, nodeOnce as unknown as typeof once],
])('%s emitter', (_, Emitter, waitOnce) => {
  test('calls listeners in order, those of once only once', () => {
    const heard: string[] = [];
    const emitter = new Emitter()
      .on('a', (word: string) => heard.push(`on ${word}`))
      .once('a', (word: string) => heard.push(`once ${word}`));
    expect([emitter.emit('a', '1'), emitter.emit('a', '2'), emitter.emit('b')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(heard).toEqual(['on 1', 'once 1', 'on 2']);
  });

  test('forgets one listener, also one of once, also while it emits', () => {
    const heard: string[] = [];
    const listener = (): void => void heard.push('listener');
    const emitter = new Emitter();
    emitter.on('a', () => emitter.off('a', listener));
    emitter.on('a', listener).once('a', listener);
    emitter.emit('a');
    expect(heard).toEqual(['listener', 'listener']);
    emitter.emit('a');
    emitter.emit('a');
    expect(heard).toHaveLength(3);
    expect(emitter.listenerCount('a')).toBe(1);
  });

  test('throws an error that nobody listens to', () => {
    expect(() => new Emitter().emit('error', new Error('unheard'))).toThrow('unheard');
  });

  test('can be waited for', async () => {
    const emitter = new Emitter();
    const [next, failing] = [waitOnce(emitter, 'a'), waitOnce(emitter, 'b')];
    emitter.emit('a', 1, 2);
    expect(await next).toEqual([1, 2]);
    expect(emitter.listenerCount('error')).toBe(1);
    emitter.emit('error', new Error('first'));
    await expect(failing).rejects.toThrow('first');
    expect([emitter.listenerCount('b'), emitter.listenerCount('error')]).toEqual([0, 0]);
  });
});
