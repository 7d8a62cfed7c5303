import type { FolderPreview } from '../../core/screens/start-model.js';
import type { PanelActions, Press } from './panel-actions.js';

export interface StartActions extends Pick<PanelActions, 'views' | 'device'> {
  previewOf(base: string): FolderPreview;
  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void;

  open(path: string): void;
  openPanel(): void;
  startPracticeMission(press: Press): void;
  switchOnAndPractise(press: Press): void;
  addBridge(): void;
}
