import type { Mutation } from '../mutation.js';

const rpc = ['test/unit/mcp/client/protocol/rpc-client.test.ts'];

/** Faults that would let a server take up all of our time and memory. */
export const floodMutations: readonly Mutation[] = [
  {
    name: 'a server that never stops is listened to for ever',
    file: 'src/mcp/client/protocol/rpc-client.ts',
    find: 'if (this.#unasked <= mostUnasked && this.#asked <= mostAsked) return;',
    replace: 'if (this.#asked <= mostAsked) return;',
    tests: rpc,
    only: 'without end',
  },
  {
    name: 'a server that never stops asking is answered for ever',
    file: 'src/mcp/client/protocol/rpc-client.ts',
    find: '&& this.#asked <= mostAsked) return;',
    replace: ') return;',
    tests: rpc,
    only: 'without end',
  },
  {
    name: 'answers that a server never reads pile up',
    file: 'src/mcp/client/protocol/rpc-client.ts',
    find: 'if (this.#answering >= mostAnswering) return;',
    replace: '',
    tests: rpc,
    only: 'eight answers',
  },
  {
    name: 'who asks during a listing is told what it was about before',
    file: 'src/core/single-flight.ts',
    find: 'return (this.next ??= this.current.then(again, again));',
    replace: 'void again; return this.current;',
    tests: ['test/unit/mcp/client/bridges.test.ts'],
    only: 'lists once for all',
  },
  {
    name: 'a list of tools has no end',
    file: 'src/mcp/client/protocol/tool-list.ts',
    find: 'if (length > LENGTH_LIMIT) {',
    replace: 'if (false) {',
    tests: ['test/unit/mcp/client/bridges.test.ts'],
    only: 'more than anybody reads',
  },
  {
    name: 'a pattern that says more than a name fits it',
    file: 'src/hosts/desktop/paths/path-containment.ts',
    find: 'return parts.slice(part).every(isAnything);',
    replace: 'return true;',
    tests: ['test/unit/hosts/desktop/servers/processes-and-vault.test.ts'],
  },
  {
    name: 'an approval does not outlive a stop that comes while the tools are listed',
    file: 'src/mcp/client/bridges.ts',
    find: 'if (!tools.ok && closed) return allClosed;',
    replace: '',
    tests: ['test/unit/mcp/client/bridges.test.ts'],
  },
  {
    name: 'what is being stopped still begins a call',
    file: 'src/engine/gate/dispatch.ts',
    find: '  if (closed) return { ok: false, error: closed };\n',
    replace: '',
    tests: ['test/unit/engine/gate/last-checks.test.ts'],
  },
  {
    name: 'a pause by another process is not looked for before the intent',
    file: 'src/engine/gate/dispatch.ts',
    find: '  await context.refreshConfig();\n  const config = context.config();\n',
    replace: '  const config = context.config();\n',
    tests: ['test/unit/engine/gate/last-checks.test.ts'],
  },
  {
    name: 'a pause by another process is not looked for before the call',
    file: 'src/engine/gate/dispatch.ts',
    find: '  await context.refreshConfig();\n  // Another',
    replace: '  // Another',
    tests: ['test/unit/engine/gate/last-checks.test.ts'],
  },
  {
    name: 'a pinned file is not read again before the intent',
    file: 'src/engine/gate/dispatch.ts',
    find: '  if (!swapped.ok || swapped.value) return swapped.ok ? ok(otherFiles) : swapped;\n',
    replace: '',
    tests: ['test/unit/engine/gate/changed-notes/pinned-swaps.test.ts'],
  },
  {
    name: 'a pinned file is not read again after the intent',
    file: 'src/engine/gate/dispatch.ts',
    find: 'if (!swapped.ok || swapped.value) return swapped.ok ? otherFiles.reason',
    replace: 'if (!swapped.ok) return swapped.ok ? otherFiles.reason',
    tests: ['test/unit/engine/gate/changed-notes/pinned-swaps.test.ts'],
  },
];
