import { pino as watch } from 'pino';
export const watching = watch;
