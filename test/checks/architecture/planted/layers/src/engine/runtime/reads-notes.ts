export { notes } from '../vault/notes.js';
