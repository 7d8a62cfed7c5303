import type { Port } from '../ports/port.js';
export type Upward = Port;
