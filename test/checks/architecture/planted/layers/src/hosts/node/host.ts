import { pino as watch } from 'pino';
import { allowed } from '../../engine/allowed.js';
import { processes } from '../desktop/processes.js';
export const host = [watch, allowed, processes];
