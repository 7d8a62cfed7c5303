import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.js';
import { judgeConformance, type Check, type Scenarios } from './judge-conformance.js';
import { notApplying, versions } from './not-applying.js';
import { packages } from './packages.js';
import type { Part } from './part.js';
import { parsed } from './read-json.js';
import { startProxy } from './recording-proxy.js';
import { lastLines, run } from './run-program.js';
import type { ServedVault } from './served-vault.js';

/** The client of each run: what one may call in a minute is limited. */
const clientOf = (version: string): string => `Conformance ${version}`;

export const conformanceClients: readonly string[] = versions.map(clientOf);

/**
 * Runs the official conformance suite against the endpoint, in both eras. Its extensions are left out: our server
 * declares none.
 */
export async function* conformance(node: string, served: ServedVault): AsyncGenerator<Part> {
  const script = await install(packages.conformance);
  for (const version of versions) {
    // The suite can't send a token.
    const proxy = await startProxy(served.address, served.token(clientOf(version)));
    const results = await mkdtemp(join(tmpdir(), 'conformance-'));
    try {
      const url = ['--url', proxy.address];
      const which = ['--suite', 'all', '--spec-version', version, '--output-dir', results];
      const ran = await run(node, [script, 'server', ...url, ...which], { limitMs: 10 * 60_000 });
      const scenarios = await readResults(results);
      const name = `Conformance suite ${packages.conformance.version}, ${version}`;
      if (ran.code === null || scenarios.size === 0) {
        yield { name, passed: 0, faults: [`The suite did not run to its end.\n${lastLines(ran)}`] };
        continue;
      }
      const verdict = judgeConformance(version, scenarios, notApplying);
      const [passed, rest] = [verdict.passed.length, verdict.notApplying.length];
      yield {
        ...{ name, passed, faults: verdict.faults },
        said: `of ${scenarios.size} scenarios ${passed} pass, ${rest} do not apply`,
      };
    } finally {
      await proxy.close();
      await rm(results, { recursive: true, force: true });
    }
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
