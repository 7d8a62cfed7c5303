import { parse } from 'yaml';
export const parsed = parse;
