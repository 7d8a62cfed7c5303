import { expect, test } from 'vitest';
import { writeUp } from '../../../../src/core/reasoning/write-up.js';
import { foldedRecord } from '../../../support/builders/folded-record.js';

const question = [
  '00 Question — Why? ^q-aaaaaa',
  '01 Hypothesis for [[#^q-aaaaaa]] — Disk ^h-aaaaaa',
  '01 Hypothesis for [[#^q-aaaaaa]] — Net ^h-bbbbbb',
  '02 Probe for [[#^q-aaaaaa]] — Look one ^p-aaaaaa',
  '02 Probe for [[#^q-aaaaaa]] — Look two ^p-bbbbbb',
  ...['aaaaaa', 'bbbbbb'].flatMap((probe) => [
    `02 Expected under [[#^h-aaaaaa]] — yes: 0.9, no: 0.1 [probe:: [[#^p-${probe}]]]`,
    `02 Expected under [[#^h-bbbbbb]] — yes: 0.1, no: 0.9 [probe:: [[#^p-${probe}]]]`,
  ]),
];
const seen = (at: number, id: string, probe: string, outcome: string) =>
  `${at} Observed — ${outcome} [probe:: [[#^p-${probe}]]] [outcome:: ${outcome}] ^b-${id}`;

test('what an observation changed is told of it alone, also where a hypothesis came later or two share a second', () => {
  const told = writeUp(
    foldedRecord(
      ...question,
      // Told by their ids where the second is one: “Look two” first.
      seen(10, 'bbbbbb', 'aaaaaa', 'no'),
      seen(10, 'aaaaaa', 'bbbbbb', 'yes'),
      '11 Hypothesis for [[#^q-aaaaaa]] — Cache ^h-cccccc',
      '12 Probe for [[#^q-aaaaaa]] — Look three ^p-cccccc',
      '12 Expected under [[#^h-aaaaaa]] — yes: 1, no: 0 [probe:: [[#^p-cccccc]]]',
      '12 Expected under [[#^h-bbbbbb]] — yes: 1, no: 0 [probe:: [[#^p-cccccc]]]',
      '12 Expected under [[#^h-cccccc]] — yes: 0, no: 1 [probe:: [[#^p-cccccc]]]',
      seen(13, 'cccccc', 'cccccc', 'no'),
    ),
  );
  expect(told).toMatch(
    /Look two\..*“Disk” went from 48% to 8\d%[\s\S]*Look one\..*“Disk” went from 8\d% to 4\d%/u,
  );
  expect(told).toMatch(/\*\*Cache\*\*, thought of later, and then (?!0%)[\d.]+% likely/u);
  expect(told).not.toContain('“Cache” went from 0%');
});

test('what was ruled out, what does not count and what is thought now are told; a settled question is told with its share now', () => {
  const told = writeUp(
    foldedRecord(
      ...question,
      seen(10, 'aaaaaa', 'aaaaaa', 'yes'),
      seen(11, 'bbbbbb', 'aaaaaa', 'yes'),
      '12 Chose [[#^h-aaaaaa]] — The disk is full',
      '12 Rejected [[#^h-bbbbbb]] — I measured it',
      seen(13, 'cccccc', 'bbbbbb', 'yes'),
      '14 Hypothesis for [[#^q-aaaaaa]] — Late [prior:: 0.9] ^h-cccccc',
    ),
  );
  expect(told).toContain('Ruled out: “Net”. I measured it.');
  expect(told).toContain('Result: yes. It is not used again');
  expect(told).toMatch(
    /How likely each is now, from what was observed: “Disk” 9\d%; .*something else [\d.]+%\./u,
  );
  expect(told).toMatch(/^“Late”: .*“none of these”/mu);
  expect(told).toContain('**Settled: Disk.** The disk is full.');
});

test('choices that contradict each other are told as that, also of a decision under no goal', () => {
  const told = writeUp(
    foldedRecord(
      ...question,
      '10 Chose [[#^h-aaaaaa]]',
      '10 Chose [[#^h-bbbbbb]]',
      '20 Decision — What then? ^d-aaaaaa',
      '20 Option for [[#^d-aaaaaa]] — Wait ^o-aaaaaa',
      '20 Option for [[#^d-aaaaaa]] — Go ^o-bbbbbb',
      '21 Chose [[#^o-aaaaaa]]',
      '21 Chose [[#^o-bbbbbb]]',
      '22 Action for [[#^d-aaaaaa]] — Walk ^a-aaaaaa',
      '23 Outcome of [[#^a-aaaaaa]] — failed: It rained ^r-aaaaaa',
    ),
  );
  expect(told.match(/choices contradict each other, so none applies\./gu)).toHaveLength(2);
  expect(told).toContain('### What then?');
  expect(told).toContain('Walk: failed. It rained.');
});
