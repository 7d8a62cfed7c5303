import { watch } from 'chokidar';
import { allowed } from '../../engine/allowed.js';
import { processes } from '../desktop/processes.js';
export const host = [watch, allowed, processes];
