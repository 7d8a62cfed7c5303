import { parseArgs } from 'node:util';
import { seededFractions } from '../support/seeded-fractions.js';
import {
  approveAndKill,
  bundleCommandLine,
  faultOf,
  type KilledApproval,
} from './killed-runner.js';

/** A vault sends at most so many mails an hour; then the next one is taken. */
const perVault = 10;
/** After this long (ms) an approval is over on a machine with nothing else to do. */
const latestKill = 700;

const { values } = parseArgs({
  options: { times: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const times = Number(values.times);
const random = seededFractions(Number(values.seed));
const commandLine = await bundleCommandLine();
const all: KilledApproval[] = [];
while (all.length < times) {
  const count = Math.min(perVault, times - all.length);
  const delaysMs = Array.from({ length: count }, () => Math.floor(random() * latestKill));
  all.push(...(await approveAndKill(commandLine, delaysMs)));
  console.error(`${all.length} of ${times} …`);
}
commandLine.dispose();

const faults = all.flatMap((approval) => {
  const fault = faultOf(approval);
  return fault === null ? [] : [`${fault} (killed after ${approval.delayMs} ms)`];
});
const count = (status: string) => all.filter((one) => one.status === status).length;
const mails = all.reduce((sum, one) => sum + one.mails, 0);
const sentUnknown = all.filter((one) => one.status === 'outcome_unknown' && one.mails > 0).length;
console.log(
  `${all.length} approvals, each killed once (seed ${values.seed}): ${mails} mails; ` +
    `${count('executed')} executed, ${count('outcome_unknown')} unknown (${sentUnknown} of them sent), ` +
    `${count('not_executed')} not executed; ${faults.length} faults.`,
);
for (const fault of faults) console.log(`  ${fault}`);
process.exitCode = faults.length === 0 && all.length > 0 ? 0 : 1;
