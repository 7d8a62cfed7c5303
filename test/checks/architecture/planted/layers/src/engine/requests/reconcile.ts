import { dispatch } from '../gate/dispatch.js';
import { queue } from '../runtime/queue.js';
export type Reconcile = typeof reconcile;
export const reconcile = [dispatch, queue];
