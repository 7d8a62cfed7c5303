export { facts as entries } from '../../ledger/facts.js';
