import { knowledgeFolder } from '../../../core/knowledge/kb-base.js';
import { knowledgeAlerts, type KnowledgeState } from '../../../core/knowledge/knowledge-state.js';
import type { Notifier } from '../../../ports/notifier.js';
import type { EngineContext } from '../../context.js';
import { readKnowledge, readKnowledgeNote } from './read-knowledge.js';

const againMs = 60_000;
const mostTold = 500;

export class Knowledge {
  private last: KnowledgeState | null = null;
  private readonly told = new Set<string>();

  constructor(
    private readonly context: Pick<
      EngineContext,
      'alerts' | 'clock' | 'folders' | 'notes' | 'planning'
    >,
    private readonly notifier: Notifier,
  ) {}

  get isOn(): boolean {
    return this.context.planning().reasoning;
  }

  get hasNews(): boolean {
    return this.isOn || this.last !== null;
  }

  get state(): KnowledgeState | null {
    return this.isOn ? this.last : null;
  }

  follows(path: string): boolean {
    return this.isOn && path.startsWith(`${knowledgeFolder(this.context.folders)}/`);
  }

  async look(lookAgainAt: (atMs: number) => void): Promise<void> {
    const { alerts, clock } = this.context;
    const state = this.isOn ? await readKnowledge(this.context) : null;
    this.last = state;
    alerts.replace({ kind: 'knowledge' }, state ? knowledgeAlerts(state) : []);
    const news = (state?.optional ?? []).filter((text) => !this.told.has(text));
    const [first] = news;
    if (first !== undefined && this.told.size < mostTold) {
      for (const text of news) this.told.add(text);
      const more = news.length === 1 ? '' : ` And ${news.length - 1} more.`;
      const text = `${first}${more} Work continues without it.`;
      this.notifier.notify({ level: 'info', text });
    }
    if (state) lookAgainAt(clock.now() + againMs);
  }

  async read(name: string): Promise<string | null> {
    return this.isOn ? readKnowledgeNote(this.context, name) : null;
  }
}
