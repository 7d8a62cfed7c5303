export { queue } from '../runtime/queue.js';
