export { dispatch } from '../gate/dispatch.js';
