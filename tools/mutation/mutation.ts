import type { CheckCode } from '../../src/engine/gate/verdict.js';

/** A fault to plant, and the tests of which at least one must then fail. */
export interface Mutation {
  /** What the product would do wrong. */
  readonly name: string;
  /** From the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Further places that must change for the fault to be whole. */
  readonly also?: readonly Omit<Edit, 'also'>[];
  /** Test files, from the project's root. */
  readonly tests: readonly string[];
  /** A regular expression for the names of the tests to run; absent: all in these files. */
  readonly only?: string;
  /** Requirements; of each, a test that cites it must fail, and only such tests are run. */
  readonly requirements?: readonly string[];
  /** The check that the fault takes out of the gate. */
  readonly check?: CheckCode;
  /** The row of the outcome table that the fault reads otherwise. */
  readonly row?: string;
}

/** One replacement in one file. */
export type Edit = Pick<Mutation, 'file' | 'find' | 'replace'>;

/** All replacements of a mutation. */
export function editsOf({ file, find, replace, also = [] }: Mutation): readonly Edit[] {
  return [{ file, find, replace }, ...also];
}

/** How often a text holds another. */
export function occurrences(text: string, find: string): number {
  return text.split(find).length - 1;
}
