import { fail, formatThrown, type Problem } from '../../../core/errors.js';
import type { PanelModel } from '../../../core/screens/panel-model.js';

export const notRunning = fail(
  'request_not_ready',
  'This device doesn’t run actions.',
  'Turn on “Allow actions on this computer” first.',
);

export const restarting = fail(
  'request_not_ready',
  'Countersign is reading this vault’s settings again, so nothing was changed.',
  'Wait a moment, then try again. To stop everything immediately, close Obsidian.',
);

export const noSuchBridge = fail(
  'bridge_unknown',
  'This device has no server with that name.',
  'Add it in the settings under “Servers”, or correct the name in the note.',
).error;

export const ownKeyStays = fail(
  'input_invalid',
  'This device always trusts its own key.',
  'To stop actions here, pause all actions or turn off “Allow actions on this computer”.',
);

export const changedMeanwhile = fail(
  'note_changed',
  'The request was changed since you looked at it.',
  'Nothing was approved. Read the change first.',
);

export const onlyJustThere = fail(
  'gesture_used',
  'That button just moved, so your click was ignored.',
  'Click again.',
);

export const renamedMeanwhile = fail(
  'settings_invalid',
  'The folder names changed while you looked at them.',
  'Nothing was confirmed. Read them again, then confirm.',
);

export const noPress = fail(
  'gesture_used',
  'That wasn’t a click by a person.',
  'Press the button yourself, with the mouse, the keyboard or a finger.',
);

export const usesVaultUnconfirmed = fail(
  'bridge_invalid',
  'Not saved yet: a server uses files in this vault, where agents can write.',
  'Confirm it in the window that opened, or change the server.',
);

export function unexpected(error: unknown): ReturnType<typeof fail> {
  return fail(
    'input_invalid',
    `Something went wrong in Countersign: ${formatThrown(error)}.`,
    'Try again. Please report this.',
  );
}

export function brokenPanel(problem: Problem, before: PanelModel): PanelModel {
  return { ...before, stage: before.stage === 'starting' ? 'failed' : before.stage, problem };
}
