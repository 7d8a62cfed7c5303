import { port } from '../ports/port.js';
export const upward = port;
