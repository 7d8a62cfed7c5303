import { rule } from '../core/rule.js';
import { port } from '../ports/port.js';
export const allowed = [rule, port];
