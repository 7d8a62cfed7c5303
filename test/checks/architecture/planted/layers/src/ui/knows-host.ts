export type { App } from 'obsidian';
