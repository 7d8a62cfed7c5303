import { MarkdownRenderChild, type MarkdownPostProcessorContext } from 'obsidian';
import type { ReasoningModel } from '../../../core/screens/reasoning-model.js';
import type { Mounted } from '../../../ui/parts/mount-component.svelte.js';
import type { RunningSession } from '../panel/running-session.js';

/** Adds a drawing of the decisions to a note, above its decision record. */
export function drawAboveRecord(
  section: HTMLElement,
  context: MarkdownPostProcessorContext,
  running: Promise<RunningSession>,
  openPane: (planId: string) => void,
): void {
  const { frontmatter } = context as { frontmatter?: Record<string, unknown> | null };
  if (!frontmatter) return;
  const isLong = frontmatter['type'] === 'decision_record';
  const planId = frontmatter[isLong ? 'plan_id' : 'task_id'];
  if (typeof planId !== 'string') return;
  const isHere = isLong ? isFirst(section, context) : isRecordHeading(section);
  if (!isHere) return;
  const room = section.createDiv();
  if (isLong) section.prepend(room);
  context.addChild(new RecordBlock(room, planId, running, openPane));
}

function isRecordHeading(section: HTMLElement): boolean {
  const heading = section.querySelector('h1, h2, h3, h4, h5, h6');
  return heading?.textContent?.trim().toLowerCase() === 'reasoning logs';
}

function isFirst(section: HTMLElement, context: MarkdownPostProcessorContext): boolean {
  const info = context.getSectionInfo(section);
  const above = info?.text.split('\n').slice(0, info.lineStart).join('\n').trim();
  return above !== undefined && /^---\n[^]*\n---$/u.test(above);
}

class RecordBlock extends MarkdownRenderChild {
  private mounted: Mounted<ReasoningModel> | null = null;
  private isMounting = false;
  private isOver = false;
  private model: ReasoningModel | null = null;

  constructor(
    room: HTMLElement,
    private readonly planId: string,
    private readonly running: Promise<RunningSession>,
    private readonly openPane: (planId: string) => void,
  ) {
    super(room);
  }

  override onload(): void {
    void this.running.then(({ controller: { drawings } }) => {
      if (this.isOver) return;
      const actions = drawings.actions(this.openPane);
      const stop = drawings.watch({
        planId: () => this.planId,
        element: this.containerEl,
        close: () => this.end(),
        show: (model) => void this.show(model, actions),
      });
      this.register(stop);
    });
  }

  override onunload(): void {
    this.end();
  }

  private end(): void {
    this.isOver = true;
    this.clear();
  }

  private async show(
    model: ReasoningModel,
    actions: ReturnType<RunningSession['controller']['drawings']['actions']>,
  ): Promise<void> {
    const isEmpty = model.drawing === null && model.problems.length === 0;
    this.model = isEmpty ? null : model;
    if (!this.model) {
      this.clear();
      return;
    }
    this.mounted?.show(this.model);
    if (this.mounted || this.isMounting) return;
    this.isMounting = true;
    const { mountReasoning } = await import('../../../ui/decisions/mount-reasoning.js');
    this.isMounting = false;
    if (this.isOver || !this.model) return;
    this.containerEl.addClass('countersign-in-note');
    this.mounted = mountReasoning(this.containerEl, this.model, actions);
  }

  private clear(): void {
    void this.mounted?.unmount();
    this.mounted = null;
    this.containerEl.removeClass('countersign-in-note');
  }
}
