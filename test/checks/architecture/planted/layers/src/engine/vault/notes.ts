import { facts } from '../ledger/facts.js';
import { entries } from './index/entries.js';
export const notes = [facts, entries];
