export { host } from '../node/host.js';
