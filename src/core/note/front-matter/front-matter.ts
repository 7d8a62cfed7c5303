export { textField, type FieldRange, type FrontMatter } from './front-matter-fields.js';
export { readFrontMatter } from './read-front-matter.js';
export { removeField, setField } from './edit-front-matter.js';
