import type { Problem } from '../../core/errors.js';
import type { MissionView } from '../../core/views/dashboard-text.js';
import { isConfig, type DeviceConfig } from '../../core/settings/device-config.js';
import { dashboardProblem } from '../../core/settings/folders.js';
import type { EngineContext } from '../context.js';
import { DailyLogWriter } from './daily-log-writer.js';
import { DashboardWriter } from './dashboard-writer.js';
import { dailyLogAlert, dashboardAlert } from './engine-alerts.js';

export class DerivedNotes {
  dashboardProblem: Problem | null = null;
  private readonly dashboard: DashboardWriter;
  private readonly dailyLog: DailyLogWriter;

  constructor(
    private readonly context: EngineContext,
    private readonly dashboardPath: string,
    view: () => MissionView,
    onBug: (subject: string, error: unknown) => void,
  ) {
    const { notes, clock, alerts, book } = context;
    let known: DeviceConfig | null = null;
    this.dashboard = new DashboardWriter(
      notes,
      clock,
      dashboardPath,
      () => book.isActive,
      view,
      () => {
        const config = context.config();
        if (isConfig(config)) known = config;
        else if (!known) return config;
        return dashboardProblem(known, dashboardPath);
      },
      (problem) => {
        this.dashboardProblem = problem;
        alerts.replace({ kind: 'dashboard' }, problem ? [dashboardAlert(problem)] : []);
      },
      (error) => {
        onBug('dashboard', error);
      },
    );
    this.dailyLog = new DailyLogWriter(
      context,
      (problem) => {
        const told = problem ? [dailyLogAlert(problem)] : [];
        if (alerts.replace({ kind: 'daily-log' }, told)) this.dashboard.changed();
      },
      (error) => {
        onBug('daily-log', error);
      },
    );
  }

  async dashboardText(): Promise<string | null> {
    await this.dashboard.flush();
    const text = await this.context.notes.read(this.dashboardPath);
    return text.ok ? text.value : null;
  }

  changed(): void {
    this.dashboard.changed();
    this.dailyLog.changed();
  }

  async flush(): Promise<void> {
    await this.dailyLog.flush();
    await this.dashboard.flush();
  }

  async stop(): Promise<void> {
    await this.dailyLog.stop();
    await this.dashboard.stop();
  }
}
