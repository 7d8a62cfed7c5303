export { worker } from '../../../test/demo/worker.js';
