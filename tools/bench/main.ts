import { agentTools } from './agent-tools.js';
import { auditVerify } from './audit-verify.js';
import { decisionDrawing } from './decision-drawing.js';
import { decisionRecord } from './decision-record.js';
import { describeMachine } from './machine.js';
import { eventCost } from './event-cost.js';
import { gateLatency } from './gate-latency.js';
import { itemFlood } from './item-flood.js';
import { largeVault } from './large-vault.js';
import { mirroredTools } from './mirrored-tools.js';
import { noteEditing } from './note-editing.js';
import { pluginLoad } from './plugin-load.js';
import { pluginPanel } from './plugin-panel.js';
import { pluginReview } from './plugin-review.js';
import { pluginStart } from './plugin-start.js';
import { processStart } from './process-start.js';
import type { Benchmark, Row } from './row.js';
import { repeatedText } from './repeated-text.js';
import { startUp } from './start-up.js';
import { formatTable } from './table.js';
import { taskLoop } from './task-loop.js';
import { writeLatency } from './write-latency.js';

const benchmarks: readonly Benchmark[] = [
  noteEditing,
  gateLatency,
  auditVerify,
  eventCost,
  startUp,
  largeVault,
  writeLatency,
  itemFlood,
  taskLoop,
  decisionRecord,
  repeatedText,
  processStart,
  agentTools,
  mirroredTools,
  pluginLoad,
  pluginStart,
  pluginPanel,
  pluginReview,
  decisionDrawing,
];

const names = benchmarks.map(({ name }) => name).join(', ');
const chosen = chooseBenchmarks(process.argv.slice(2));
if (chosen.length === 0) {
  console.error(`Usage: npm run bench [-- --only NAME], NAME being one of ${names}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const { name, run } of chosen) {
  console.error(`${name} …`);
  rows.push(...(await run()));
}
console.log(`\n${await describeMachine()}\n\n${formatTable(rows)}\n`);

function chooseBenchmarks(args: readonly string[]): readonly Benchmark[] {
  const [option, wanted] = args;
  if (option === undefined) return benchmarks;
  return option === '--only' ? benchmarks.filter(({ name }) => name === wanted) : [];
}
