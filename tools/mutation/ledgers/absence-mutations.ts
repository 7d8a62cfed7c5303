import type { Mutation } from '../mutation.js';

const tests = ['test/unit/hosts/node/runner/vault-gone.test.ts'];
const present = 'src/hosts/node/runner/present-vault.ts';

/** Faults of a runner whose vault or device settings are not at their place any more. */
export const absenceMutations: readonly Mutation[] = [
  {
    name: 'a vault that is away: its notes are missing',
    file: present,
    find: 'return there.ok ? read() : there;',
    replace: 'return there.ok ? read() : first;',
    tests,
    only: 'no note of a vault that is away',
  },
  {
    name: 'a vault that is away: notes are written into its place',
    file: present,
    find: 'return there.ok ? write() : there;',
    replace: 'return write();',
    tests,
    only: 'no note of a vault that is away',
  },
  {
    name: 'a vault that is away: the audit log is written into its place',
    file: present,
    find: 'return there.ok ? log.append(path, lines, left) : there;',
    replace: 'return log.append(path, lines, left);',
    tests,
    only: 'calls that are made when the vault goes away',
  },
  {
    name: 'a vault that is away: its folders are none without notes',
    file: present,
    find: 'if (!there.ok) throw new CountersignError(there.error);',
    replace: '',
    tests,
    only: 'no note of a vault that is away',
  },
  {
    name: 'a vault that is away: another vault in its place is taken for it',
    file: 'src/hosts/node/runner/vault-presence.ts',
    find: 'if (found === this.vaultId && ',
    replace: 'if (found !== null && ',
    tests,
    only: 'another vault is there',
  },
  {
    name: 'device settings that were taken away: what they allowed stays allowed',
    file: 'src/hosts/node/runner/runner.ts',
    find: 'return read.ok ? (read.value ?? settingsGone()) : read.error;',
    replace: 'return read.ok ? (read.value ?? device.config) : read.error;',
    tests,
    only: 'whose settings were taken away',
  },
];
