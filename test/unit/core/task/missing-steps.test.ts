import { expect, test } from 'vitest';
import { missingSteps } from '../../../../src/core/task/missing-steps.js';

const long = `Pay ${'x'.repeat(20_000)}`;

test.each<[given: string[], plan: string[], missing: string[]]>([
  [['Send invoice 17 to Alice'], ['Write it', 'Please send the invoice 17 to Alice.'], []],
  [['Send invoice 18 to Bob'], ['Send invoice 17 to Alice'], ['Send invoice 18 to Bob']],
  [['Pay Bob', 'Pay Anna'], ['Pay Anna', 'Pay Bob'], []],
  [['Pay Bob', 'Pay Bob'], ['Pay Bob', 'Pay Anna'], ['Pay Bob']],
  [['Pay Bob from Anna'], ['Pay Anna from Bob'], ['Pay Bob from Anna']],
  [['Pay\nBob $5'], [], ['Pay Bob $5']],
  [['!!!', '…'], ['!!!'], ['…']],
  [[long], [long], [long]],
  [[], ['Pay Bob'], []],
])('of %j a plan of %j has all but %j', (given, plan, missing) => {
  expect(missingSteps(given, plan)).toEqual(missing);
});
