import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/core/settings/agents/agent-clients.js';
import { startAgentEndpoint } from '../../src/hosts/desktop/agents/agent-endpoint.js';
import { install } from './install.js';
import { judgeConformance, type Check, type Scenarios } from './judge-conformance.js';
import { notApplying, versions } from './not-applying.js';
import { packages } from './packages.js';
import type { Part } from './part.js';
import { parsed } from './read-json.js';
import { startProxy } from './recording-proxy.js';
import { lastLines, run, type Ran } from './run-program.js';
import type { ServedVault } from './served-vault.js';
import { suiteFeatures, suiteScenarios } from './suite-features.js';

/** The client of each run: what one may call in a minute is limited. */
const clientOf = (version: string): string => `Conformance ${version}`;

export const conformanceClients: readonly string[] = versions.map(clientOf);

/**
 * Runs the official conformance suite in both eras: all of it against the endpoint of the vault, and what needs tools
 * of the suite against an endpoint with these. Its extensions are left out: our server declares none.
 */
export async function* conformance(node: string, served: ServedVault): AsyncGenerator<Part> {
  const script = await install(packages.conformance);
  const suite = await startSuiteEndpoint();
  try {
    for (const version of versions) {
      const asked = (address: string, token: string, ...which: readonly string[]) =>
        runSuite(node, [script, 'server', '--spec-version', version, ...which], address, token);
      const token = served.token(clientOf(version));
      const runs = [await asked(served.address, token, '--suite', 'all')];
      for (const one of suiteScenarios) {
        runs.push(await asked(suite.address, suiteToken, '--scenario', one));
      }
      const scenarios = new Map(runs.flatMap((one) => [...one.scenarios]));
      const verdict = judgeConformance(version, scenarios, notApplying);
      const [passed, rest] = [verdict.passed.length, verdict.notApplying.length];
      const brokenOff = runs
        .filter((one) => one.ran.code === null || one.scenarios.size === 0)
        .map(({ ran }) => `The suite did not run to its end.\n${lastLines(ran)}`);
      yield {
        name: `Conformance suite ${packages.conformance.version}, ${version}`,
        passed,
        said: `of ${scenarios.size} scenarios ${passed} pass, ${rest} do not apply`,
        faults: [...brokenOff, ...verdict.faults],
      };
    }
  } finally {
    await suite.close();
  }
}

const suiteToken = 'for-the-suite';

/** An endpoint like that of a vault, with the tools that the suite asks for. */
async function startSuiteEndpoint() {
  const client = { name: 'Suite', tokenHash: hashToken(suiteToken), added: '2026-11-29T00:00:00Z' };
  const endpoint = await startAgentEndpoint({
    ...{ port: 0, version: '0.0.0', clients: () => [client], onSeen: () => undefined },
    featuresFor: () => suiteFeatures,
  });
  const address = `http://127.0.0.1:${endpoint.port}/mcp`;
  return { address, close: () => endpoint.close() };
}

/** Runs the suite, or a scenario of it. It sends no headers of its own choice: a proxy adds the token. */
async function runSuite(
  node: string,
  args: readonly string[],
  address: string,
  token: string,
): Promise<{ readonly ran: Ran; readonly scenarios: Scenarios }> {
  const proxy = await startProxy(address, token);
  const results = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const where = ['--url', proxy.address, '--output-dir', results];
    const ran = await run(node, [...args, ...where], { limitMs: 10 * 60_000 });
    return { ran, scenarios: await readResults(results) };
  } finally {
    await proxy.close();
    await rm(results, { recursive: true, force: true });
  }
}

/** One folder for each scenario: `server-NAME-TIME`. */
async function readResults(folder: string): Promise<Scenarios> {
  const scenarios = new Map<string, readonly Check[] | null>();
  for (const entry of await readdir(folder)) {
    const [, name] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(entry) ?? [];
    if (name === undefined) continue;
    const text = await readFile(join(folder, entry, 'checks.json'), 'utf8').catch(() => '');
    scenarios.set(name, parsed(text) as unknown as readonly Check[] | null);
  }
  return scenarios;
}
