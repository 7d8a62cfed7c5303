import { expect, test } from 'vitest';
import { readdress } from '../../../../../src/engine/requests/outcomes/write-back.js';
import {
  COMPLETION,
  machineLine,
  requestNote,
  requestOf,
} from '../../../../support/builders/request-note.js';

test('what goes to another ledger is addressed to it, and names once each attempt that it came from', () => {
  const request = requestOf(requestNote() + machineLine({ attempts: ['r-0'], stamp: 'v1~x' }));
  const sent = readdress(request, 'e-bbbbbbbbbb', 'r-1');
  const preparation = { ...COMPLETION, epoch: 'e-bbbbbbbbbb', attempts: ['r-0', 'r-1'] };
  expect(sent).toEqual({ ...request, machine: { ...request.machine, preparation } });
  expect(readdress(sent, 'e-bbbbbbbbbb', 'r-1')).toEqual(sent);
});

test('what was not completed is addressed to nobody', () => {
  const request = requestOf(requestNote());
  expect(readdress(request, 'e-bbbbbbbbbb', 'r-1')).toBe(request);
});
