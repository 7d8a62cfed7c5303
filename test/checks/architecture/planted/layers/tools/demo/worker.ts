export { rule as worker } from '../../src/core/rule.js';
