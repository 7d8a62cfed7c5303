export { allowed } from '../engine/allowed.js';
