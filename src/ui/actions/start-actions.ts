import type { FolderPreview } from '../../core/screens/start-model.js';
import type { PanelActions, Press } from './panel-actions.js';

export interface StartActions extends Pick<PanelActions, 'views' | 'device'> {
  /** Returns what would be created below a base folder (`''` for the vault's root). */
  previewOf(base: string): FolderPreview;
  /** Suggests folders of the vault below an input, until the returned function is called. */
  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void;

  open(path: string): void;
  openPanel(): void;
  startPracticeMission(press: Press): void;
  switchOnAndPractise(press: Press): void;
  addBridge(): void;
}
