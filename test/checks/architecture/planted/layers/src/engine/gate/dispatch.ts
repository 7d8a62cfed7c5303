import { facts } from '../ledger/facts.js';
import { entries } from '../vault/index/entries.js';
import { notes } from '../vault/notes.js';
export const dispatch = [facts, entries, notes];
