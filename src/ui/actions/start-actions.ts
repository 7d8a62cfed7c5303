import type { FolderPreview } from '../../core/screens/start-model.js';
import type { PanelActions, Press } from './panel-actions.js';

/** The actions of the start page. An action that only a person may take gets the {@link Press} itself. */
export interface StartActions extends Pick<PanelActions, 'views' | 'device'> {
  /** Returns what would be created below this base folder (`''`: the top of the vault). Creates nothing. */
  previewOf(base: string): FolderPreview;
  /** Suggests folders of the vault below an input; the returned function ends the suggestions. */
  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void;

  open(path: string): void;
  openPanel(): void;
  startPracticeMission(press: Press): void;
  switchOnAndPractise(press: Press): void;
  addBridge(): void;
}
