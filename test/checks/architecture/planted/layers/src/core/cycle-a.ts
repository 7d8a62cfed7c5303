import { b } from './cycle-b.js';
export const a = (): unknown => b;
