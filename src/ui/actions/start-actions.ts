import type { FolderPreview } from '../../core/screens/start-model.js';
import type { PanelActions, Press } from './panel-actions.js';

/** The actions of the start page. One that only a person may take gets the {@link Press} itself. */
export interface StartActions extends Pick<PanelActions, 'views' | 'device'> {
  /** Returns what would be created below this base folder (`''`: the top of the vault). Creates nothing. */
  previewOf(base: string): FolderPreview;
  /** Suggests folders of the vault below an input; the returned function stops that. */
  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void;

  /** Opens a note of the vault beside the page. */
  open(path: string): void;
  openPanel(): void;
  /** Starts the practice mission, as in the panel's section about the device, and opens the panel. */
  startPracticeMission(press: Press): void;
  switchOnAndPractise(press: Press): void;
  addBridge(): void;
}
