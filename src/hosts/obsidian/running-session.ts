import type { PanelDesk } from './panel-desk.js';
import type { Session } from './session.js';

/** A session with what people press of it. */
export interface RunningSession {
  readonly session: Session;
  readonly desk: PanelDesk;
}
