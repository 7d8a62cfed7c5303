export { CountersignPlugin as default } from './hosts/obsidian/plugin.js';
