/**
 * The core plugins that are on. Undocumented (`app.internalPlugins`): only the name that obsidian-typings lists for
 * it, and `enabled` for tests to switch them (B22).
 */
export class InternalPlugins {
  /** What each offers other code, by its id. */
  readonly enabled = new Map<string, object>([['bases', {}]]);

  getEnabledPluginById(id: string): object | null {
    return this.enabled.get(id) ?? null;
  }
}
