import type { Registries } from '../../load/registries.js';
import { setIcon } from '../icons.js';

/** The ribbon: the app's own icons, the plugins' icons, and the settings below. */
export class Ribbon {
  private readonly actions: HTMLElement;
  private readonly below: HTMLElement;

  constructor(
    private readonly registries: Registries,
    element: HTMLElement,
    private readonly appIcons: { top: readonly RibbonAction[]; below: readonly RibbonAction[] },
  ) {
    this.actions = element.createDiv('side-dock-actions');
    this.below = element.createDiv('side-dock-settings');
    for (const action of appIcons.below) drawAction(this.below, action);
    this.draw();
    registries.ribbon.onChange(() => this.draw());
  }

  private draw(): void {
    this.actions.empty();
    for (const action of this.appIcons.top) drawAction(this.actions, action);
    for (const { icon, title, element, onClick } of this.registries.ribbon.values()) {
      this.actions.appendChild(element);
      if (element.hasClass('side-dock-ribbon-action')) continue;
      dress(element, icon, title);
      element.addEventListener('click', (event) => void onClick(event));
    }
  }
}

export interface RibbonAction {
  readonly icon: string;
  readonly title: string;
  readonly press: () => void;
}

function drawAction(parent: HTMLElement, { icon, title, press }: RibbonAction): void {
  const element = parent.createDiv();
  dress(element, icon, title);
  element.addEventListener('click', press);
}

function dress(element: HTMLElement, icon: string, title: string): void {
  element.addClass('clickable-icon', 'side-dock-ribbon-action');
  element.setAttrs({ role: 'button', tabindex: 0, 'aria-label': title, title });
  setIcon(element, icon);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') element.click();
  });
}
