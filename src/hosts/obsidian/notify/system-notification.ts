/** Shows one notification of the system; the value takes it away again. */
export type ShowNotification = (text: string, onClick: () => void) => () => void;

/** How notifications of the system are shown; `null`: this app has none, or its person refused them. */
export function systemNotification(): ShowNotification | null {
  if (typeof window === 'undefined' || !('Notification' in window)) return null;
  const { Notification: Shown } = window;
  if (Shown.permission === 'denied') return null;
  return (text, onClick) => {
    // One of ours takes the place of the one before.
    const shown = new Shown('Countersign', { body: text, tag: 'countersign-waiting' });
    shown.onclick = () => {
      shown.close();
      window.focus();
      onClick();
    };
    return () => {
      shown.onclick = null;
      shown.close();
    };
  };
}

/** Whether a person is at a window of this app, also at one that was torn off. */
export function isAtApp(): boolean {
  return document.hasFocus() || activeDocument.hasFocus();
}
