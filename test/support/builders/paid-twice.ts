const [retry, twice, byHand] = ['h-retrya', 'h-twicea', 'h-byhand'];
const expected = (probe: string, of: readonly [retry: string, twice: string, byHand: string]) =>
  [retry, twice, byHand].map(
    (hypothesis, at) =>
      `Expected under [[#^${hypothesis}]] — ${of[at] ?? ''} [probe:: [[#^${probe}]]]`,
  );

const entries = [
  'Subsystem — Bank interface ^f-bankaa',
  'Question — Why was invoice 2026-114 for $1,500 paid twice? [under:: [[#^f-bankaa]]] ^q-whyaaa',
  `Hypothesis for [[#^q-whyaaa]] — The upload was tried again after a time-out ^${retry}`,
  `Hypothesis for [[#^q-whyaaa]] — The payment file was imported twice ^${twice}`,
  `Hypothesis for [[#^q-whyaaa]] — A colleague paid it by hand ^${byHand}`,
  `Note on [[#^${retry}]] — assumption: The bank takes the same file twice`,
  `Note on [[#^${retry}]] — falsifier: The log shows only one upload`,
  `Observed — The bank’s email names one file, 2026-11.xml [informs:: [[#^q-whyaaa]]] [supports:: [[#^${retry}]], [[#^${twice}]]] [contradicts:: [[#^${byHand}]]] ^b-mailaa`,
  'Probe for [[#^q-whyaaa]] — Look for a time-out in the upload log [cost:: 5 min] ^p-logaaa',
  'Probe for [[#^q-whyaaa]] — Compare the ids of the two payments [cost:: 10 min] ^p-idsaaa',
  'Probe for [[#^q-whyaaa]] — Count the lines of the import [cost:: 15 min] ^p-linesa',
  'Probe for [[#^q-whyaaa]] — Ask colleagues [cost:: 60 min] ^p-askaaa',
  ...expected('p-logaaa', [
    'time-out: certain, none: excluded',
    'time-out: unlikely, none: likely',
    'time-out: unlikely, none: likely',
  ]),
  ...expected('p-idsaaa', [
    'same: 1, different: 0',
    'same: 0.9, different: 0.1',
    'same: 0, different: 1',
  ]),
  ...expected('p-linesa', [
    'one line: likely, two lines: unlikely',
    'two lines: certain, one line: excluded',
    'one line: likely, two lines: unlikely',
  ]),
  'Question — Who saw it first? ^q-whoaaa',
  'Hypothesis for [[#^q-whoaaa]] — The customer ^h-custom',
  'Hypothesis for [[#^q-whoaaa]] — The bank ^h-thebnk',
  'Chose [[#^h-custom]] — Their mail of Monday came first',
  'Rejected [[#^h-thebnk]] — It answered a day later',
];

/** Why an invoice was paid twice, as an agent recorded it: three hypotheses, four probes, and a question that is settled. */
export const paidTwiceLines = entries
  .map((entry, at) => {
    const minute = `${at}`.padStart(2, '0');
    return `- [2026-02-21T10:${minute}:00Z] Agent (claude): ${entry}\n`;
  })
  .join('');
