import { defaultBlockedHours, type BlockedHours } from '../plan/rules/plan-decision.js';
import { loopOfPlugin, type ChosenLoop, type LoopSettings } from './loop.js';
import { defaultComplexityKeywords, type ComplexityKeywords } from '../policy/keywords.js';

export interface Planning {
  readonly words: ComplexityKeywords;
  readonly blockedHours: BlockedHours;
  readonly loop: LoopSettings;
  /** True when agents record their reasoning and use the notes of the knowledge base. */
  readonly reasoning: boolean;
}

export interface ChosenPlanning {
  /** Whole lists of words; an absent group has its defaults. */
  readonly words?: Partial<ComplexityKeywords>;
  /** Hours by priority; an absent one has its default. */
  readonly blockedHours?: Partial<BlockedHours>;
  /**
   * What a person chose about the vault's tasks. It applies on every host, instead of that host's default.
   */
  readonly loop?: ChosenLoop;
  readonly reasoning?: boolean;
}

export const usualPlanning: Planning = {
  words: defaultComplexityKeywords,
  blockedHours: defaultBlockedHours,
  loop: loopOfPlugin,
  reasoning: false,
};

export function planningOf(
  { words, blockedHours, loop, reasoning = false }: ChosenPlanning,
  usualLoop: LoopSettings = loopOfPlugin,
): Planning {
  return {
    words: { ...defaultComplexityKeywords, ...words },
    blockedHours: { ...defaultBlockedHours, ...blockedHours },
    loop: { ...usualLoop, ...loop },
    reasoning,
  };
}

/** The chosen settings with other words for one group; `null` for its defaults. */
export function withKeywords(
  { words: before, ...others }: ChosenPlanning,
  group: keyof ComplexityKeywords,
  list: readonly string[] | null,
): ChosenPlanning {
  const { [group]: _, ...kept } = before ?? {};
  const words = list === null ? kept : { ...kept, [group]: list };
  return { ...others, ...(Object.keys(words).length > 0 ? { words } : {}) };
}

/** The chosen settings with other hours for one priority; `null` for the default. */
export function withBlockedHours(
  { blockedHours: before, ...others }: ChosenPlanning,
  priority: keyof BlockedHours,
  hours: number | null,
): ChosenPlanning {
  const { [priority]: _, ...kept } = before ?? {};
  const blockedHours = hours === null ? kept : { ...kept, [priority]: hours };
  return { ...others, ...(Object.keys(blockedHours).length > 0 ? { blockedHours } : {}) };
}

export function withLoop(chosen: ChosenPlanning, loop: ChosenLoop): ChosenPlanning {
  return { ...chosen, loop: { ...chosen.loop, ...loop } };
}

export function withReasoning(
  { reasoning: _, ...others }: ChosenPlanning,
  isOn: boolean,
): ChosenPlanning {
  return isOn ? { ...others, reasoning: true } : others;
}
