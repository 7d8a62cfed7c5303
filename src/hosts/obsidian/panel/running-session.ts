import type { PanelController } from './panel-controller.js';
import type { Session } from '../lifecycle/session.js';

export interface RunningSession {
  readonly session: Session;
  readonly controller: PanelController;
}
