import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { auditLine, auditPath, chainEntry, emptyChain } from '../../src/core/audit/entry.js';
import { verifyAudit } from '../../src/engine/operations/verify-audit.js';
import { openDiskAuditLog } from '../../src/hosts/desktop/logs/disk-audit-log.js';
import { numbers } from '../../test/support/builders/numbered-notes.js';
import { durationRow, numberRow, ratioRow, type Benchmark } from './row.js';
import { heapInUse, insist, millisecondsOf, spreadOf } from './timing.js';

const lines = 1_000_000;
const rounds = 3;
const logsFolder = 'Logs';
const cache = 'node_modules/.cache/countersign';

/** Verifying the audit trail of years, against what hashing the same bytes once costs the system. */
export const auditVerify: Benchmark = {
  name: 'audit-verify',
  async run() {
    await mkdir(cache, { recursive: true });
    const root = await mkdtemp(join(cache, 'audit-'));
    try {
      const file = await writeTrail(root);
      const auditLog = await openDiskAuditLog(root);
      const verify: number[] = [];
      const sums: number[] = [];
      const heap: number[] = [];
      for (const round of numbers(0, rounds)) {
        const before = await heapInUse();
        let most = before;
        const watch = setInterval(() => {
          most = Math.max(most, process.memoryUsage().heapUsed);
        }, 50);
        const mine = await millisecondsOf(async () => {
          const verified = await verifyAudit({ auditLog, logsFolder, own: null });
          most = Math.max(most, process.memoryUsage().heapUsed);
          const [device] = verified.ok ? verified.value : [];
          insist(device?.report.lines === lines, 'not every line was read');
          insist(device.report.findings.length === 0, 'an intact trail has findings');
        });
        clearInterval(watch);
        const sum = await millisecondsOf(() => void execFileSync('sha256sum', [file]));
        if (round === 0) continue;
        verify.push(mine);
        sums.push(sum);
        heap.push((most - before) / 1e6);
      }
      const ratios = verify.map((time, at) => time / (sums[at] ?? 1));
      const { size } = await stat(file);
      const what = `${lines} audit lines (${(size / 1e6).toFixed(0)} MB)`;
      return [
        durationRow(`${what}: verified`, spreadOf(verify)),
        durationRow(`${what}: sha256sum of the same bytes`, spreadOf(sums)),
        ratioRow(`${what}: verified against sha256sum`, spreadOf(ratios), {
          text: 'median ≤ 4×',
          isMet: ({ median }) => median <= 4,
        }),
        numberRow(`${what}: most heap meanwhile`, spreadOf(heap), 'MB', {
          text: 'p99 < 100 MB',
          isMet: ({ p99 }) => p99 < 100,
        }),
      ];
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

/** Writes an intact chain of one device into one file; the value is the file. */
async function writeTrail(root: string): Promise<string> {
  const at = '2026-02-21T10:30:00.000Z';
  const file = join(root, auditPath(logsFolder, 'd-aaaaaaaaaa', at));
  await mkdir(dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  let head = emptyChain;
  for (const number of numbers(1, lines)) {
    const entry = chainEntry(head, {
      at,
      actor: 'Countersign',
      event: 'outcome',
      plan_id: 'PLAN-2026-001',
      request_id: `2026-02-21T10-40-00Z_email_letter-${number}`,
      outcome: 'executed',
      detail: `Executed letter ${number}. The server reports success.`,
    });
    head = entry;
    if (!stream.write(`${auditLine(entry)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  return file;
}
