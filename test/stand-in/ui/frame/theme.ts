export type Theme = 'light' | 'dark';

/** Bodies of all windows of the app. */
const bodies = new Set<HTMLElement>();

/** A window that takes part when the theme changes; the value ends that. */
export function addThemedWindow(win: Window): () => void {
  const { body } = win.document;
  bodies.add(body);
  return () => bodies.delete(body);
}

export function useTheme(theme: Theme): void {
  for (const body of bodies) {
    body.classList.toggle('theme-dark', theme === 'dark');
    body.classList.toggle('theme-light', theme === 'light');
  }
}

export function themeOf(body: HTMLElement): Theme {
  return body.classList.contains('theme-dark') ? 'dark' : 'light';
}
