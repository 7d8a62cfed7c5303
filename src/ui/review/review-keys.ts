import type { ReviewActions } from '../actions/review-actions.js';

const steps: Readonly<Record<string, number>> = {
  j: 1,
  n: 1,
  arrowright: 1,
  k: -1,
  p: -1,
  arrowleft: -1,
};
const controls: Readonly<Record<string, string>> = {
  a: 'approve',
  r: 'move-back',
  e: 'edit',
  o: 'open',
};

export function takeKey(event: KeyboardEvent, root: HTMLElement, review: ReviewActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return;
  const [target] = event.composedPath();
  if (isField(target)) return;
  const key = event.key.toLowerCase();
  const isMirrored =
    key.startsWith('arrow') &&
    root.ownerDocument.defaultView?.getComputedStyle(root).direction === 'rtl';
  const by = (isMirrored ? -1 : 1) * (steps[key] ?? 0);
  const control = controls[key];
  const asking = key === 'r' ? root.querySelector<HTMLElement>('button[data-does="reject"]') : null;
  if (by !== 0) review.go(by);
  else if (asking) {
    asking.focus();
    asking.click();
  } else if (control !== undefined) focusWhenEnabled(root, control);
  else return;
  event.preventDefault();
}

function focusWhenEnabled(root: HTMLElement, name: string): void {
  const control = root.querySelector<HTMLButtonElement>(`button[data-does="${name}"]`);
  if (!control) return;
  // The control may be disabled until a person has seen the end of the card.
  const wanted = control.disabled ? (control.closest('article') ?? control) : control;
  wanted.scrollIntoView({ block: control.disabled ? 'end' : 'nearest' });
  if (!control.disabled) {
    control.focus({ preventScroll: true });
    return;
  }
  const view = control.ownerDocument.defaultView;
  if (!view) return;
  const focusBefore = control.ownerDocument.activeElement;
  const observer = new view.MutationObserver(() => {
    const isWanted = control.isConnected && control.ownerDocument.activeElement === focusBefore;
    if (isWanted && control.disabled) return;
    observer.disconnect();
    if (isWanted) control.focus({ preventScroll: true });
  });
  observer.observe(control, { attributes: true, attributeFilter: ['disabled'] });
}

function isField(target: EventTarget | undefined): boolean {
  const name = (target as Element | undefined)?.localName;
  return name === 'input' || name === 'select' || name === 'textarea';
}
