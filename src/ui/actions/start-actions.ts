import type { FolderPreview } from '../../core/screens/start-model.js';
import type { Press } from './panel-actions.js';

/** What the start page can ask for. Whatever only a person may do takes the {@link Press} itself. */
export interface StartActions {
  /** What would be made below this base folder (`''`: the top of the vault); it makes nothing. */
  previewOf(base: string): FolderPreview;
  /** Suggests folders of the vault below an input; the value ends it. */
  suggestFolders(input: HTMLInputElement, choose: (folder: string) => void): () => void;
  createFolders(base: string): void;

  /** Opens a note of the vault. */
  open(path: string): void;
  openPanel(): void;
  /** Opens the panel at the card of this request. */
  review(path: string): void;
  /** Opens the panel at what this device does. */
  openDevice(): void;

  /** Makes the folders, has this device run actions, and begins the practice plan. */
  setUpAndPractise(base: string, press: Press): void;
  startPracticeMission(press: Press): void;
  /** Has this device run actions, and begins the practice mission. */
  switchOnAndPractise(press: Press): void;
  switchOn(press: Press): void;
  /** Lays this device's public key into the vault, so that another device can trust it. */
  shareKey(press: Press): void;
  addBridge(): void;
  importBridges(): void;
  connectAgent(): void;
  dismissAnswer(): void;
}
