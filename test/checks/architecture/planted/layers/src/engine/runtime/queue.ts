export { facts as queue } from '../ledger/facts.js';
