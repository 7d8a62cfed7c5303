export { worker } from '../../../demo/worker.js';
