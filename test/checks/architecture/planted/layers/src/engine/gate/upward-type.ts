export type { Reconcile } from '../requests/reconcile.js';
