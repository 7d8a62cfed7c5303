import type { Mutation } from './mutation.js';

const client = 'src/mcp/client';
const rpc = ['test/mcp/client/rpc-client.test.ts'];

/** Faults that would let a server take up all of our time and memory. */
export const floodMutations: readonly Mutation[] = [
  {
    name: 'a server that never stops is listened to for ever',
    file: `${client}/rpc-client.ts`,
    find: 'if (this.#unasked <= mostUnasked && this.#asked <= mostAsked) return;',
    replace: 'if (this.#asked <= mostAsked) return;',
    tests: rpc,
    only: 'without end',
  },
  {
    name: 'a server that never stops asking is answered for ever',
    file: `${client}/rpc-client.ts`,
    find: '&& this.#asked <= mostAsked) return;',
    replace: ') return;',
    tests: rpc,
    only: 'without end',
  },
  {
    name: 'answers that a server never reads pile up',
    file: `${client}/rpc-client.ts`,
    find: 'if (this.#answering >= mostAnswering) return;',
    replace: '',
    tests: rpc,
    only: 'eight answers',
  },
  {
    name: 'who asks during a listing is told what it was about before',
    file: `${client}/connection.ts`,
    find: 'this.#lists.next ??= listing.then(() => {',
    replace: 'this.#lists.next ??= listing.then((listed) => { if (listed.ok) return listed;',
    tests: ['test/mcp/client/bridges.test.ts'],
    only: 'lists once for all',
  },
  {
    name: 'a list of tools has no end',
    file: `${client}/tool-list.ts`,
    find: 'if (length > LENGTH_LIMIT) {',
    replace: 'if (false) {',
    tests: ['test/mcp/client/bridges.test.ts'],
    only: 'more than anybody reads',
  },
];
