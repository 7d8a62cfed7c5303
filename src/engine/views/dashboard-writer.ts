import { dashboardText, type MissionView } from '../../core/views/dashboard-text.js';
import { replaceManagedRegion } from '../../core/note/managed-region.js';
import { showTemplates } from '../../core/text/show-invisible.js';
import type { Problem } from '../../core/errors.js';
import type { Clock } from '../../ports/clock.js';
import { DerivedNote } from './derived-note.js';
import type { Notes } from '../vault/notes.js';

const delayMs = 1_000;

export class DashboardWriter extends DerivedNote {
  constructor(
    private readonly notes: Notes,
    clock: Clock,
    private readonly path: string,
    private readonly isActive: () => boolean,
    private readonly view: () => MissionView,
    private readonly refused: () => Problem | null,
    private readonly onProblem: (problem: Problem | null) => void,
    onBug: (error: unknown) => void,
  ) {
    super(clock, { delayMs, apartMs: 0 }, onBug);
  }

  protected async write(): Promise<void> {
    if (!this.isActive()) return;
    let problem = this.refused();
    if (problem) {
      this.onProblem(problem);
      return;
    }
    const content = dashboardText(this.view());
    const updated = await this.notes.update(this.path, (text) => {
      const replaced = replaceManagedRegion(text, content);
      if (replaced.ok) return replaced.value === text ? null : replaced.value;
      problem = { ...replaced.error, path: this.path };
      return null;
    });
    if (!updated.ok && updated.error.code === 'note_missing') {
      const made = replaceManagedRegion('# Dashboard\n', showTemplates(content));
      const created = made.ok ? await this.notes.create(this.path, made.value) : made;
      problem = created.ok ? null : created.error;
    } else if (!updated.ok) {
      problem = updated.error;
    }
    this.onProblem(problem);
  }
}
