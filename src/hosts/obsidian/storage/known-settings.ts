import { planningOf, usualPlanning, type Planning } from '../../../core/settings/planning.js';
import type { VaultSettings } from '../../../core/settings/vault-settings.js';

export class KnownSettings {
  private now: VaultSettings | null = null;
  private plans: Planning = usualPlanning;

  constructor(private readonly onPlanning: () => void) {}

  get settings(): VaultSettings | null {
    return this.now;
  }

  set settings(settings: VaultSettings | null) {
    this.now = settings;
    const planning = planningOf(settings ?? {});
    if (JSON.stringify(planning) === JSON.stringify(this.plans)) return;
    this.plans = planning;
    this.onPlanning();
  }

  get planning(): Planning {
    return this.plans;
  }
}
