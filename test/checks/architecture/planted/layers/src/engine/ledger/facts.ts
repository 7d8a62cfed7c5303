export { rule as facts } from '../../core/rule.js';
