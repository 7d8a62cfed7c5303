import type { Gesture } from '../../../src/core/request/approval/gesture.js';
import type { PanelController } from '../../../src/hosts/obsidian/panel/panel-controller.js';
import type { Press } from '../../../src/ui/actions/panel-actions.js';

/** Has every press taken for a person's: how one is witnessed, other tests show. */
export function believePresses({ runner }: PanelController): void {
  Object.assign(runner, {
    onGesture: (_press: Press, work: (by: Gesture) => Promise<unknown>) =>
      work({ kind: 'press', atMs: Date.now() } as Gesture),
  });
}
