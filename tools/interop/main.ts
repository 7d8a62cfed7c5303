// `npm run interop`: our endpoint for agents against what others wrote for MCP: the official conformance suite, the
// clients that people use, the MCP Inspector, and servers that people move into Countersign. What it needs is installed
// from npm, into node_modules/.cache. Or `-- --only conformance,clients,inspector,servers`.
import process from 'node:process';
import { clients, clientNames } from './clients.js';
import { conformance, conformanceClients } from './conformance.js';
import { inspector, inspectorClient } from './inspector.js';
import { CannotRun, install, installNode } from './install.js';
import { packages, type Pinned } from './packages.js';
import type { Part } from './part.js';
import { lastLines, run } from './run-program.js';
import { servers } from './servers.js';
import { serveVault, type ServedVault } from './served-vault.js';

interface Kind {
  readonly needs: readonly Pinned[];
  readonly run: (node: string, served: ServedVault) => AsyncGenerator<Part>;
}

const { claude, codex, gemini, remote, everything, filesystem, memory } = packages;

const kinds: Readonly<Record<string, Kind>> = {
  conformance: { needs: [packages.conformance], run: conformance },
  clients: { needs: [claude, codex, gemini, remote], run: clients },
  inspector: { needs: [packages.inspector], run: inspector },
  servers: { needs: [everything, filesystem, memory], run: servers },
};

async function interop(wanted: readonly Kind[]): Promise<number> {
  const node = await installNode();
  for (const pinned of wanted.flatMap(({ needs }) => needs)) await install(pinned);
  const built = await run(process.execPath, ['esbuild.config.mjs']);
  if (built.code !== 0) throw new CannotRun('The build failed.', lastLines(built));
  const served = await serveVault([...conformanceClients, ...clientNames, inspectorClient]);
  let passed = 0;
  let failed = 0;
  try {
    for (const kind of wanted) {
      for await (const part of kind.run(node, served)) {
        const { name, said, faults } = part;
        passed += part.passed;
        failed += faults.length;
        console.log(`${faults.length === 0 ? '✓' : '✗'} ${name}: ${said}`);
        for (const fault of faults) console.log(`    ${fault.replaceAll('\n', '\n    ')}`);
      }
    }
  } finally {
    await served.close();
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
const at = args.indexOf('--only');
const names = at === -1 ? Object.keys(kinds) : (args[at + 1] ?? '').split(',');
const wanted = names.map((name) => (Object.hasOwn(kinds, name) ? kinds[name] : undefined));
try {
  if (!wanted.every((kind) => kind !== undefined)) {
    throw new CannotRun(`After --only: some of ${Object.keys(kinds).join(',')}.`);
  }
  process.exitCode = await interop(wanted);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
