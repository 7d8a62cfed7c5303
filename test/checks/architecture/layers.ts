/** What the files of one folder may import, besides the folder itself. */
export interface Layer {
  /** Folder, or file, relative to the root. */
  readonly of: string;
  /** Folders or files of ours. */
  readonly ours: readonly string[];
  /** npm packages, by name; a trailing `/` allows a scope. */
  readonly packages: readonly string[];
  /** Whether Node's own modules are allowed. */
  readonly node: boolean;
}

const pure = ['yaml', 'date-fns', '@date-fns/utc', '@noble/hashes', 'smol-toml'];
const disk = ['pino', 'write-file-atomic'];

/** What hosts know of the engine: its doors, what people and agents do, and what is shown of it. */
const doors = [
  'engine.ts',
  'observer.ts',
  'mission-source.ts',
  'operations',
  'person-actions',
  'views',
].map((one) => `src/engine/${one}`);

/** What of the engine one of its rooms may import, besides itself. */
export interface Room {
  readonly of: string;
  readonly rooms: readonly string[];
}

/** The import table of the house: the one place to read or change who may know whom. */
export const layers: readonly Layer[] = [
  { of: 'src/core', ours: [], packages: pure, node: false },
  { of: 'src/ports', ours: ['src/core'], packages: [], node: false },
  { of: 'src/engine', ours: ['src/core', 'src/ports'], packages: [], node: false },
  {
    of: 'src/mcp/protocol',
    ours: ['src/core'],
    packages: ['@cfworker/json-schema'],
    node: false,
  },
  {
    of: 'src/mcp/client',
    ours: ['src/core', 'src/ports', 'src/mcp/protocol'],
    packages: [],
    node: false,
  },
  {
    of: 'src/mcp/server',
    ours: ['src/core', 'src/ports', 'src/engine', 'src/mcp/protocol'],
    packages: [],
    node: false,
  },
  { of: 'src/ui', ours: ['src/core'], packages: ['svelte', 'date-fns'], node: false },
  {
    of: 'src/hosts/desktop',
    ours: ['src/core', 'src/ports', 'src/mcp'],
    packages: [],
    node: true,
  },
  {
    of: 'src/hosts/node',
    ours: ['src/core', 'src/ports', ...doors, 'src/mcp', 'src/hosts/desktop'],
    packages: disk,
    node: true,
  },
  {
    of: 'src/hosts/obsidian',
    ours: ['src/core', 'src/ports', ...doors, 'src/mcp', 'src/ui', 'src/hosts/desktop'],
    packages: ['obsidian', 'svelte', 'idb'],
    node: false,
  },
  { of: 'src/main.ts', ours: ['src/hosts/obsidian'], packages: ['obsidian'], node: false },
  {
    of: 'tools/demo',
    ours: ['src/hosts/node', 'src/core'],
    // The agent reaches Countersign as any agent does, over MCP.
    packages: ['smtp-server', '@modelcontextprotocol/client'],
    node: true,
  },
];

/** The rooms at the bottom of the engine. What the gate is built on knows nothing of what is built on the gate. */
export const rooms: readonly Room[] = [
  { of: 'src/engine/ledger', rooms: [] },
  { of: 'src/engine/runtime', rooms: ['src/engine/ledger'] },
  { of: 'src/engine/vault', rooms: ['src/engine/ledger'] },
  { of: 'src/engine/gate', rooms: ['src/engine/ledger', 'src/engine/vault'] },
];
