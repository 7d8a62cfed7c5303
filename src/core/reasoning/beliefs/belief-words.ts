import { percent } from './percent.js';
import { ended, indented, named, shown } from '../record-words.js';
import { bits, type Focus } from './focus.js';
import { noneOfThese } from './question.js';
import { nextProbe, type HypothesisView, type ProbeView, type QuestionView } from './questions.js';

export function questionWords(view: QuestionView): readonly string[] {
  const { question, hypotheses, probes, beliefs, isSettled, supersededBy } = view;
  const none = beliefs.shares?.get(noneOfThese);
  const next = nextProbe(view);
  const is =
    supersededBy.length > 0
      ? ` – replaced by ${supersededBy.map(named).join(', ')}`
      : isSettled
        ? ' – settled; the shares are those of now'
        : '';
  return [
    `Question: ${named(question)}${is}`,
    ...indented(1, [
      ...[...hypotheses]
        .sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
        .flatMap(hypothesisWords),
      ...(none === undefined ? [] : [`${percent(none)} None of these`]),
      ...(none !== undefined && hypotheses.every(({ confidence }) => (confidence ?? 0) < none)
        ? ['! “None of these” is likelier than any of them. Look for another explanation.']
        : []),
      ...beliefs.alike.map(
        (ids) => `! No probe can tell these apart so far: ${ids.map(shown).join(', ')}`,
      ),
      ...probes.flatMap((probe) => probeWords(probe, probe === next)),
      ...beliefs.problems.map(
        ({ about, why }) => `! ${about === null ? '' : `${shown(about)}: `}${shown(why)}`,
      ),
    ]),
  ];
}

export function focusWords({ subsystem, question, probe, reason }: Focus): readonly string[] {
  if (!question && !subsystem) return [];
  return [
    ...(subsystem ? [`Focus: ${named(subsystem)}. ${ended(reason)}`] : []),
    ...(probe ? [`Next: ${named(probe.probe)}, worth ${bits(probe.gainBits)}.`] : []),
  ];
}

function hypothesisWords(view: HypothesisView): readonly string[] {
  const { hypothesis, confidence, assumptions, falsifiers, evidenceFor, evidenceAgainst, fate } =
    view;
  const is = { chosen: ' – it is this one', rejected: ' – ruled out', open: '' }[fate];
  return [
    `${confidence === null ? '–' : percent(confidence)} ${named(hypothesis)}${is}`,
    ...indented(1, [
      ...evidenceFor.map((one) => `For: ${named(one)}`),
      ...evidenceAgainst.map((one) => `Against: ${named(one)}`),
      ...assumptions.map((one) => `It assumes: ${shown(one)}`),
      ...falsifiers.map((one) => `What would refute it: ${shown(one)}`),
    ]),
  ];
}

function probeWords(view: ProbeView, isNext: boolean): readonly string[] {
  const { probe, gainBits, gainPerCost, outcomes, lacks } = view;
  const cost = probe.values?.cost === undefined ? '' : ` (${shown(probe.values.cost)})`;
  const per =
    gainPerCost === null ? '' : `, ${Number(gainPerCost.toPrecision(2))} for each unit of its cost`;
  const is =
    outcomes.length > 0
      ? `brought ${outcomes.map((one) => shown(one.values?.outcome ?? one.text)).join(', ')}`
      : gainBits === null
        ? 'nothing can be said of its worth yet'
        : `worth ${bits(gainBits)}${per}`;
  return [
    `${isNext ? 'Next probe' : 'Probe'}: ${named(probe)}${cost}: ${is}`,
    ...indented(
      1,
      (outcomes.length > 0 ? [] : lacks).map((one) => `It is not said yet: ${shown(one)}`),
    ),
  ];
}
