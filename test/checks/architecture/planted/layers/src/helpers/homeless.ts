export { rule } from '../core/rule.js';
