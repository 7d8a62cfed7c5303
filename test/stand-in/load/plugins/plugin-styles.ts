import type * as Obsidian from 'obsidian';
import { joinPath } from '../../vault/vault-paths.js';

/** A plugin's `styles.css` applies while it is enabled (documented); without a page there is nothing to style. */
export async function wearStyles(
  adapter: Pick<Obsidian.DataAdapter, 'exists' | 'read'>,
  dir: string,
): Promise<() => void> {
  const path = joinPath(dir, 'styles.css');
  if (typeof document === 'undefined' || !(await adapter.exists(path))) return () => undefined;
  const element = document.createElement('style');
  element.textContent = await adapter.read(path);
  document.head.append(element);
  return () => {
    element.remove();
  };
}
