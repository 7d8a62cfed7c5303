/** Shows one system notification, and returns a function that removes the notification. */
export type ShowNotification = (text: string, onClick: () => void) => () => void;

/**
 * Returns a function that shows system notifications, or null if this app has none or the person
 * refused them.
 */
export function systemNotification(): ShowNotification | null {
  if (typeof window === 'undefined' || !('Notification' in window)) return null;
  const { Notification: Shown } = window;
  if (Shown.permission === 'denied') return null;
  return (text, onClick) => {
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

/** Returns true when a window of this app has the focus, also a pop-out window. */
export function isAtApp(): boolean {
  return document.hasFocus() || activeDocument.hasFocus();
}
