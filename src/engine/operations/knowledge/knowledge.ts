import { knowledgeFolder } from '../../../core/knowledge/kb-base.js';
import { knowledgeAlerts, type KnowledgeState } from '../../../core/knowledge/knowledge-state.js';
import type { Notifier } from '../../../ports/notifier.js';
import type { EngineContext } from '../../context.js';
import { readKnowledge, readKnowledgeNote } from './read-knowledge.js';

/** How often it is looked at the notes besides when somebody tells of a change. */
const againMs = 60_000;
/** What is missing beyond this is not told. */
const mostTold = 500;

/** The knowledge base while reasoning is on. While it is off, nothing is read and nothing is told. */
export class Knowledge {
  private last: KnowledgeState | null = null;
  /** What of the optional notes was told: once is enough. */
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

  /** Whether there is something to look at, or something told that has to go away. */
  get hasNews(): boolean {
    return this.isOn || this.last !== null;
  }

  /** As it was last read; `null`: reasoning is off, or nothing was read yet. */
  get state(): KnowledgeState | null {
    return this.isOn ? this.last : null;
  }

  /** Whether a change of this path has to be looked at. */
  follows(path: string): boolean {
    return this.isOn && path.startsWith(`${knowledgeFolder(this.context.folders)}/`);
  }

  /** Looks at the notes, says what is missing, and asks for another look at a time (ms since 1970). */
  async look(lookAgainAt: (atMs: number) => void): Promise<void> {
    const { alerts, clock } = this.context;
    const state = this.isOn ? await readKnowledge(this.context) : null;
    this.last = state;
    alerts.replace({ kind: 'knowledge' }, state ? knowledgeAlerts(state) : []);
    const news = (state?.optional ?? []).filter((text) => !this.told.has(text));
    const [first] = news;
    // Whoever rewrites the bundle again and again is not told of for ever.
    if (first !== undefined && this.told.size < mostTold) {
      for (const text of news) this.told.add(text);
      const more = news.length === 1 ? '' : ` And ${news.length - 1} more.`;
      const text = `${first}${more} Work continues without it.`;
      this.notifier.notify({ level: 'info', text });
    }
    if (state) lookAgainAt(clock.now() + againMs);
  }

  /** The text of a note by its name; `null`: there is none to read. */
  async read(name: string): Promise<string | null> {
    return this.isOn ? readKnowledgeNote(this.context, name) : null;
  }
}
