export { worker } from '../../../tools/demo/worker.js';
