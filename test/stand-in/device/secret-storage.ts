import type * as Obsidian from 'obsidian';
import { Events } from '../load/events.js';
import type { ValueStorage } from './device-storage.js';

const PREFIX = 'secret:';

/** Documented: obsidian.d.ts:5635. Per device; every plugin can read every secret. */
export class SecretStorage extends Events implements Obsidian.SecretStorage {
  constructor(private readonly values: ValueStorage) {
    super();
  }

  setSecret(id: string, secret: string): void {
    if (!/^[a-z0-9-]+$/u.test(id)) throw new Error(`Invalid secret id: ${id}`);
    this.values.setItem(PREFIX + id, secret);
  }

  getSecret(id: string): string | null {
    return this.values.getItem(PREFIX + id);
  }

  listSecrets(): string[] {
    const keys = this.values.keys().filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  }
}
