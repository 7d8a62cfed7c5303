import { defaultBlockedHours, type BlockedHours } from '../plan/rules/plan-decision.js';
import { loopOfPlugin, type ChosenLoop, type LoopSettings } from './loop.js';
import { defaultComplexityKeywords, type ComplexityKeywords } from '../policy/keywords.js';

export interface Planning {
  readonly words: ComplexityKeywords;
  readonly blockedHours: BlockedHours;
  readonly loop: LoopSettings;
  readonly reasoning: boolean;
}

export interface ChosenPlanning {
  /** A group that is not here has the default words. */
  readonly words?: Partial<ComplexityKeywords>;
  readonly blockedHours?: Partial<BlockedHours>;
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

export function withKeywords(
  { words: before, ...others }: ChosenPlanning,
  group: keyof ComplexityKeywords,
  list: readonly string[] | null,
): ChosenPlanning {
  const { [group]: _, ...kept } = before ?? {};
  const words = list === null ? kept : { ...kept, [group]: list };
  return { ...others, ...(Object.keys(words).length > 0 ? { words } : {}) };
}

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
