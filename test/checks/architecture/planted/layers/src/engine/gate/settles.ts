export { reconcile } from '../requests/reconcile.js';
