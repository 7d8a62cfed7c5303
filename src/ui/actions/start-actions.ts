import type { FolderPreview } from '../../core/screens/start-model.js';
import type { PanelActions, Press } from './panel-actions.js';

/** What the start page can ask for. Whatever only a person may do takes the {@link Press} itself. */
export interface StartActions extends Pick<PanelActions, 'views' | 'device'> {
  /** What would be made below this base folder (`''`: the top of the vault); it makes nothing. */
  previewOf(base: string): FolderPreview;
  /** Suggests folders of the vault below an input; the value ends it. */
  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void;

  /** Opens a note of the vault beside the page. */
  open(path: string): void;
  openPanel(): void;
  /** The same as on the device, and opens the panel. */
  startPracticeMission(press: Press): void;
  switchOnAndPractise(press: Press): void;
  addBridge(): void;
}
