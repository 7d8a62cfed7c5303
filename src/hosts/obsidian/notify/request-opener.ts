import type { Session } from '../lifecycle/session.js';
import { waitingRequests } from '../lifecycle/session-queries.js';
import type { PanelController } from '../panel/panel-controller.js';
import { showNotice } from '../shared/show-notice.js';

/** Opens the card of a request. Decides nothing, because any program can open a link. */
export class RequestOpener {
  constructor(
    private readonly session: Pick<Session, 'state' | 'codes'>,
    private readonly controller: Pick<PanelController, 'target' | 'hasWindow'>,
    private readonly openPanel: () => void,
    private readonly tell: (text: string) => void = (text) => void showNotice(text),
  ) {}

  openCode(code: unknown): void {
    this.open(this.session.codes.requestOf(code));
  }

  open(requestId: string | null): void {
    if (this.controller.hasWindow) return;
    const waiting = waitingRequests(this.session.state);
    const request = waiting.find((one) => one.requestId === requestId);
    if (request) return this.controller.target.ask(request.path);
    this.openPanel();
    this.tell('That is out of date. The panel shows what is waiting.');
  }
}
