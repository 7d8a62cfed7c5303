/** The returned function removes the notification. */
export type ShowNotification = (text: string, onClick: () => void) => () => void;

/** Returns a function that shows system notifications, or `null` if there can be none. */
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

/** True when a window of this app has the focus. */
export function isAtApp(): boolean {
  return document.hasFocus() || activeDocument.hasFocus();
}
