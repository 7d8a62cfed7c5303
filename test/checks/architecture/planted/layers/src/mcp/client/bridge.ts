import { rule } from '../../core/rule.js';
export const bridge = rule;
