import type { WorkspaceLeaf } from 'obsidian';
import { expect, test } from 'vitest';
import { DrawnView } from '../../../../../src/hosts/obsidian/shared/drawn-view.js';

/** A view whose drawings are loaded when the test says so. */
class SlowView extends DrawnView {
  readonly seen: string[] = [];
  readonly ready: (() => void)[] = [];
  move: () => void = () => undefined;

  constructor() {
    super({} as WorkspaceLeaf);
    const onWindowMigrated = (listener: () => void) => {
      this.move = listener;
      return () => undefined;
    };
    Object.defineProperty(this, 'contentEl', { value: { onWindowMigrated } });
  }

  override getViewType = () => 'slow';
  override getDisplayText = () => 'Slow';

  protected override async prepare(): Promise<() => () => void> {
    const number = this.ready.length;
    await new Promise<void>((resolve) => this.ready.push(resolve));
    return () => {
      this.seen.push(`drawn ${number}`);
      return () => this.seen.push(`gone ${number}`);
    };
  }
}

const loaded = () => new Promise((resolve) => setTimeout(resolve));

test('a view that is moved while it loads is drawn once, and taken away once', async () => {
  const view = new SlowView();
  await view.onOpen();
  view.move();
  view.ready.reverse().forEach((done) => done());
  await loaded();
  expect(view.seen).toEqual(['drawn 1']);
  view.move();
  expect(view.seen).toEqual(['drawn 1', 'gone 1']);
  await view.onClose();
  view.ready.forEach((done) => done());
  await loaded();
  expect(view.seen).toEqual(['drawn 1', 'gone 1']);
});
