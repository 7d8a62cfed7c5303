import { PositionHistory } from './position-history.js';

/** The place of one control. */
export interface WatchedPosition {
  /**
   * In a click on the control: for how long (ms) it had been where it was pressed when the press
   * began. A press of a key is where the focus is.
   */
  steadyMs(): number;
  stop(): void;
}

/** What may move a control of ours: its panel, its page of the settings, its window. */
const roots = '.countersign-panel, .countersign-settings, .countersign-modal';

/** For so long (ms) a click may still come from a press on something else, which the browser passes on. */
const passedOnMs = 1_000;

/** Kept here, as the controls of one root know nothing else in common; each goes with its last control. */
const watches = new WeakMap<Element, PositionWatch>();

/**
 * Watches where a control lies in its panel, page or window. Cards come, go and grow above others, so that a press may
 * land on a control that had only just slid under the pointer.
 */
export function watchPosition(control: HTMLElement): WatchedPosition {
  const root = control.closest<HTMLElement>(roots) ?? control;
  const watch = watches.get(root) ?? new PositionWatch(root);
  watches.set(root, watch);
  watch.add(control);
  return {
    steadyMs: () => watch.steadyMs(control),
    stop: () => {
      if (watch.remove(control)) watches.delete(root);
    },
  };
}

/**
 * The places of all controls of one panel. They are looked at when something in it changes, when it
 * scrolls or is resized; what moves it otherwise is found when the press begins, and refused once.
 */
class PositionWatch {
  private readonly positions = new Map<HTMLElement, PositionHistory>();
  private readonly end = new AbortController();
  private readonly observers: readonly { disconnect(): void }[];
  /** The press that is under way. */
  private began: { readonly control: HTMLElement; readonly steadyMs: number } | null = null;
  private focused: { readonly control: HTMLElement; readonly sinceMs: number } | null = null;
  /** When a person last pressed something that is no control of ours, such as the label of one. */
  private pressedElsewhereMs = -Infinity;

  constructor(root: HTMLElement) {
    const { ownerDocument } = root;
    const view = ownerDocument.defaultView;
    const look = (): void => this.look();
    const options = { capture: true, passive: true, signal: this.end.signal };
    ownerDocument.addEventListener('pointerdown', (event) => this.onPointer(event), options);
    root.addEventListener('keydown', (event) => this.onKey(event), options);
    root.addEventListener('focusin', (event) => this.onFocus(event), options);
    root.addEventListener('pointerenter', look, { signal: this.end.signal });
    view?.addEventListener('resize', look, options);
    const onScroll = ({ target }: Event): void => {
      if ((target as Node | null)?.contains(root) === true) look();
    };
    ownerDocument.addEventListener('scroll', onScroll, options);
    const mutations = view && new view.MutationObserver(look);
    mutations?.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    const sizes = view && new view.ResizeObserver(look);
    sizes?.observe(root);
    this.observers = [mutations, sizes].filter((observer) => observer !== null);
  }

  add(control: HTMLElement): void {
    this.positions.set(control, new PositionHistory());
    this.look();
  }

  /** Whether that was the last one, and the watch ended. */
  remove(control: HTMLElement): boolean {
    this.positions.delete(control);
    if (this.positions.size > 0) return false;
    this.end.abort();
    for (const observer of this.observers) observer.disconnect();
    return true;
  }

  steadyMs(control: HTMLElement): number {
    const { began } = this;
    this.began = null;
    if (began?.control === control) return began.steadyMs;
    // Some assistive technology clicks without having pressed anything.
    this.look();
    const nowMs = performance.now();
    if (nowMs - this.pressedElsewhereMs < passedOnMs) return 0;
    return this.positions.get(control)?.unchangedMs(nowMs) ?? 0;
  }

  private look(): void {
    const nowMs = performance.now();
    for (const [control, positions] of this.positions) {
      positions.note(control.getBoundingClientRect(), nowMs);
    }
  }

  private onPointer(event: PointerEvent): void {
    const control = this.controlOf(event);
    this.began = null;
    if (!control) {
      this.pressedElsewhereMs = performance.now();
      return;
    }
    this.look();
    const { clientX: x, clientY: y } = event;
    const steadyMs = this.positions.get(control)?.steadyMs({ x, y }, performance.now()) ?? 0;
    this.began = { control, steadyMs };
  }

  private onKey(event: KeyboardEvent): void {
    const control = this.controlOf(event);
    // Space presses when it is let go, and Enter again and again while it is down. What began elsewhere is no press here.
    const isGoingOn = event.repeat && event.key !== 'Enter' && this.began?.control === control;
    if (isGoingOn) return;
    const { focused } = this;
    const isHeld = control !== null && focused?.control === control && !event.repeat;
    const steadyMs = isHeld ? performance.now() - focused.sinceMs : 0;
    this.began = control && { control, steadyMs };
  }

  private onFocus(event: Event): void {
    const control = this.controlOf(event);
    this.focused = control && { control, sinceMs: performance.now() };
  }

  private controlOf(event: Event): HTMLElement | null {
    const isOurs = (target: EventTarget): target is HTMLElement =>
      this.positions.has(target as HTMLElement);
    return event.composedPath().find(isOurs) ?? null;
  }
}
