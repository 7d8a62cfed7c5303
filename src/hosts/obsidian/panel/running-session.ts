import type { PanelController } from './panel-controller.js';
import type { Session } from '../lifecycle/session.js';

/** A session with its controller. */
export interface RunningSession {
  readonly session: Session;
  readonly controller: PanelController;
}
