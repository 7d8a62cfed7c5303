import { defaultBlockedHours, type BlockedHours } from '../plan/rules/plan-decision.js';
import { loopOfPlugin, type ChosenLoop, type LoopSettings } from './loop.js';
import { defaultComplexityKeywords, type ComplexityKeywords } from '../policy/keywords.js';

/** What of a vault's settings decides when a plan is suggested, and when a blocked one is told. */
export interface Planning {
  readonly words: ComplexityKeywords;
  readonly blockedHours: BlockedHours;
  readonly loop: LoopSettings;
  /** Agents think on record, with the notes of the knowledge base. */
  readonly reasoning: boolean;
}

/** As the settings have it: only what differs from the defaults. */
export interface ChosenPlanning {
  /** Whole lists of words; a group that is absent has its defaults. */
  readonly words?: Partial<ComplexityKeywords>;
  /** Hours, by priority; one that is absent has its default. */
  readonly blockedHours?: Partial<BlockedHours>;
  /** What a person chose: it holds on every host, in place of that host's own way. */
  readonly loop?: ChosenLoop;
  /** Absent: no. */
  readonly reasoning?: boolean;
}

export const usualPlanning: Planning = {
  words: defaultComplexityKeywords,
  blockedHours: defaultBlockedHours,
  loop: loopOfPlugin,
  reasoning: false,
};

/** What holds with these settings, on a host with its own way. */
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

/** What was chosen, with other words for one group; `null`: its defaults. */
export function withKeywords(
  { words: before, ...others }: ChosenPlanning,
  group: keyof ComplexityKeywords,
  list: readonly string[] | null,
): ChosenPlanning {
  const { [group]: _, ...kept } = before ?? {};
  const words = list === null ? kept : { ...kept, [group]: list };
  return { ...others, ...(Object.keys(words).length > 0 ? { words } : {}) };
}

/** What was chosen, with other hours for one priority; `null`: the default. */
export function withBlockedHours(
  { blockedHours: before, ...others }: ChosenPlanning,
  priority: keyof BlockedHours,
  hours: number | null,
): ChosenPlanning {
  const { [priority]: _, ...kept } = before ?? {};
  const blockedHours = hours === null ? kept : { ...kept, [priority]: hours };
  return { ...others, ...(Object.keys(blockedHours).length > 0 ? { blockedHours } : {}) };
}

/** What was chosen, with another choice for the tasks of the vault. */
export function withLoop(chosen: ChosenPlanning, loop: ChosenLoop): ChosenPlanning {
  return { ...chosen, loop: { ...chosen.loop, ...loop } };
}

/** What was chosen, with reasoning on record switched on or off. */
export function withReasoning(
  { reasoning: _, ...others }: ChosenPlanning,
  isOn: boolean,
): ChosenPlanning {
  return isOn ? { ...others, reasoning: true } : others;
}
