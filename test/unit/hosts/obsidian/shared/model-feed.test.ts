import { beforeEach, describe, expect, test } from 'vitest';
import { emptyPanelModel, type PanelModel } from '../../../../../src/core/screens/panel-model.js';
import { brokenPanel } from '../../../../../src/hosts/obsidian/shared/press-problems.js';
import { ModelFeed } from '../../../../../src/hosts/obsidian/shared/model-feed.js';
import { virtualClock } from '../../../../support/memory/virtual-clock.js';

let clock: ReturnType<typeof virtualClock>;
let drawn: number;
let feed: ModelFeed;
const first: PanelModel = { ...emptyPanelModel, stage: 'starting' };

beforeEach(() => {
  clock = virtualClock();
  drawn = 0;
  const draw = async (): Promise<PanelModel> => {
    drawn += 1;
    return { ...emptyPanelModel, stage: 'ready', waitingCount: drawn };
  };
  feed = new ModelFeed(clock, draw, first, brokenPanel);
});

function viewer() {
  const seen: PanelModel[] = [];
  return { seen, isVisible: () => true, show: (model: PanelModel) => void seen.push(model) };
}

describe('the pictures for the panels', () => {
  test('are not drawn while nobody looks', async () => {
    feed.changed();
    await clock.advance(1_000);
    expect(drawn).toBe(0);
    expect(feed.isSeen).toBe(false);
  });

  test('come at once, and then at most ten times a second, the last change included', async () => {
    const panel = viewer();
    feed.watch(panel);
    await clock.advance(0);
    expect(panel.seen.map(({ stage }) => stage)).toEqual(['starting', 'ready']);
    for (let change = 0; change < 50; change += 1) {
      feed.changed();
      await clock.advance(10);
    }
    await clock.advance(100);
    expect(drawn).toBe(6);
    await clock.advance(1_000);
    expect(drawn).toBe(6);
    expect(panel.seen.at(-1)?.waitingCount).toBe(6);
  });

  test('are the same in every panel, and end with the last one', async () => {
    const [first, second] = [viewer(), viewer()];
    const stopFirst = feed.watch(first);
    const stopSecond = feed.watch(second);
    await clock.advance(0);
    expect(first.seen.at(-1)).toBe(second.seen.at(-1));
    stopFirst();
    feed.changed();
    await clock.advance(100);
    expect([first.seen.length, second.seen.length]).toEqual([2, 3]);
    feed.changed();
    stopSecond();
    await clock.advance(1_000);
    expect(drawn).toBe(2);
  });

  test('come though the clock jumps back by an hour', async () => {
    feed.watch(viewer());
    await clock.advance(0);
    clock.jumpTo(clock.now() - 3_600_000);
    feed.changed();
    await clock.advance(100);
    expect(drawn).toBe(2);
  });

  test('show a change that came while one was drawn', async () => {
    const panel = viewer();
    let go: (model: PanelModel) => void = () => undefined;
    const slow = new ModelFeed<PanelModel>(
      clock,
      () => new Promise((resolve) => (go = resolve)),
      first,
      brokenPanel,
    );
    slow.watch(panel);
    await clock.advance(0);
    slow.changed();
    go({ ...emptyPanelModel, waitingCount: 1 });
    await clock.advance(100);
    go({ ...emptyPanelModel, waitingCount: 2 });
    await clock.advance(0);
    expect(panel.seen.map(({ waitingCount }) => waitingCount)).toEqual([0, 1, 2]);
  });

  test('say it when one could not be drawn, and the next one comes', async () => {
    const panel = viewer();
    let error: Error | null = new Error('planted');
    const failing = new ModelFeed<PanelModel>(
      clock,
      async () => {
        if (error) throw error;
        return { ...emptyPanelModel, stage: 'ready' };
      },
      first,
      brokenPanel,
    );
    failing.watch(panel);
    await clock.advance(0);
    expect(panel.seen.at(-1)).toMatchObject({
      stage: 'failed',
      problem: { message: expect.stringContaining('planted') as string },
    });
    error = null;
    failing.changed();
    await clock.advance(100);
    expect(panel.seen.at(-1)).toMatchObject({ stage: 'ready', problem: null });
    // What was drawn before stays on the screen, with what is wrong.
    error = new Error('again');
    failing.changed();
    await clock.advance(100);
    expect(panel.seen.at(-1)).toMatchObject({
      stage: 'ready',
      problem: { message: expect.stringContaining('again') as string },
    });
  });
});
