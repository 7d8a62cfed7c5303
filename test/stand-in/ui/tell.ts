import { Notice } from './notice.js';

/** Does what the user asked for; what fails is told in a notice, as Obsidian does. */
export async function tell(action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    new Notice(error instanceof Error ? error.message : String(error));
  }
}
