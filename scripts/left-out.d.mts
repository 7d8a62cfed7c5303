import type { Plugin } from 'esbuild';

export const leftOut: Plugin;
