import type { Mutation } from '../mutation.js';

const processes = ['test/unit/hosts/desktop/servers/processes-and-vault.test.ts'];
const terminal = ['test/unit/hosts/node/runner/outside-vault.test.ts'];
const folders = ['test/unit/hosts/desktop/device/device-folder.test.ts'];

/** Faults in where servers start, what they are given, and where device state is kept. */
export const launchMutations: readonly Mutation[] = [
  {
    name: 'servers start in the current folder',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: '        cwd: startIn,\n',
    replace: '        cwd: process.cwd(),\n',
    tests: [...processes, ...terminal],
    only: 'in an empty folder of the device',
  },
  {
    name: 'the login shell starts in the current folder',
    file: 'src/hosts/desktop/servers/processes-environment.ts',
    find: '      cwd: folder,\n',
    replace: '',
    tests: processes,
    only: 'the login shell starts',
  },
  {
    name: 'the login shell gets our whole environment',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: 'const env: Record<string, string> = { ...(await inherited(environment, reach)), PATH: own };',
    replace: 'const env = environment;',
    tests: processes,
    only: 'the login shell starts',
  },
  {
    name: 'a login shell in the vault is asked',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: 'if (!asks || (await reach.leads(shell))) return own;',
    replace: 'if (!asks) return own;',
    tests: processes,
    only: 'a login shell in the vault',
  },
  {
    name: 'a bridge uses files of the vault without being confirmed',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: 'const parts = spec.mayUseVault ? [] : await reach.partsOf(spec);',
    replace: 'const parts: string[] = [];',
    tests: [...processes, ...terminal],
  },
  {
    name: 'what was confirmed to use the vault holds for other arguments',
    file: 'src/mcp/client/bridge-target.ts',
    find: 'config.vaultUse === sha256Hex(launchKey(config));',
    replace: 'config.vaultUse !== undefined;',
    tests: terminal,
  },
  {
    name: 'programs are looked for in the vault',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: "if (folder !== '' && !(await reach.leads(folder))) folders.push(folder);",
    replace: "if (folder !== '') folders.push(folder);",
    tests: processes,
  },
  {
    name: 'programs are looked for in relative folders',
    file: 'src/hosts/desktop/servers/processes-environment.ts',
    find: '.filter((it) => isAbsolute(it));',
    replace: ';',
    also: [
      {
        file: 'src/hosts/desktop/servers/processes-command.ts',
        find: 'searchPath.split(delimiter).filter(isAbsolute);',
        replace: 'searchPath.split(delimiter);',
      },
    ],
    tests: processes,
  },
  {
    name: 'a command may be a link into the vault',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: 'if (!isPathCommand(spec.command) && (await reach.leads(file))) {',
    replace: 'if (false) {',
    tests: processes,
  },
  {
    name: 'a home folder in the vault is handed on',
    file: 'src/hosts/desktop/servers/processes.ts',
    find: 'if (!(await reach.isNamedIn(value))) kept.push([name, value]);',
    replace: 'kept.push([name, value]);',
    tests: processes,
  },
  {
    name: 'a link in the vault that leads out again is not in the vault',
    file: 'src/hosts/desktop/paths/path-containment.ts',
    find: 'if (here === this.root || (found !== null && this.isRoot(found))) return inVault;',
    replace: '',
    also: [
      {
        file: 'src/hosts/desktop/paths/path-containment.ts',
        find: '    if (path === this.root) return inVault;\n',
        replace: '    if (path === this.root) return { real: path, isThere: false };\n',
      },
    ],
    tests: [...processes, ...folders],
  },
  {
    name: 'a path that nobody has time to follow leads nowhere',
    file: 'src/hosts/desktop/paths/path-containment.ts',
    find: 'if (!this.takeStep()) return true;\n        for',
    replace: 'if (!this.takeStep()) return false;\n        for',
    also: [
      {
        file: 'src/hosts/desktop/paths/path-containment.ts',
        find: 'if (!this.takeStep()) return true;\n      if',
        replace: 'if (!this.takeStep()) return false;\n      if',
      },
    ],
    tests: processes,
  },
  {
    name: 'a relative path into the vault is not seen',
    file: 'src/hosts/desktop/paths/path-containment.ts',
    find: 'return [...absolute, ...leaving.map((path) => joined(startIn, path))];',
    replace: 'return absolute;',
    tests: processes,
  },
  {
    name: 'a relative command means another file in each folder',
    file: 'src/hosts/desktop/servers/processes-command.ts',
    find: 'if (isPath && !isAbsolute(command)) {',
    replace: 'if (false) {',
    tests: processes,
    only: 'a relative command',
  },
  {
    name: 'a relative path is imported',
    file: 'src/mcp/client/import-servers.ts',
    find: 'if (relative !== null) {',
    replace: 'if (false) {',
    tests: ['test/unit/mcp/client/import-servers.test.ts'],
    only: 'a relative path',
  },
  {
    name: 'a program lets a bridge use the vault at the terminal',
    file: 'src/hosts/node/cli/commands/bridges/allow-vault-use.ts',
    find: '  return said.ok\n    ? ok(',
    replace: '  return said\n    ? ok(',
    tests: terminal,
  },
  {
    name: 'device state is kept in the vault',
    file: 'src/hosts/desktop/device/device-folder.ts',
    find: 'if (await (await PathContainment.open(place.vaultRoot)).leads(folder))\n      return insideVault(folder);',
    replace: '',
    tests: [...folders, ...terminal],
  },
  {
    name: 'device state is kept below the current folder',
    file: 'src/hosts/desktop/device/device-folder.ts',
    find: 'if (!isAbsolute(parent)) return noHome(parent);',
    replace: '',
    tests: folders,
  },
  {
    name: 'device state is kept where other users write',
    file: 'src/hosts/desktop/device/device-folder.ts',
    find: 'if ((mode & 0o022) !== 0) return `other users may write into',
    replace: 'if ((mode & 0o1022) === 0o1000) return `other users may write into',
    tests: folders,
  },
  {
    name: 'a file of device state is used that other users write',
    file: 'src/hosts/desktop/device/device-folder.ts',
    find: 'if ((mode & 0o022) !== 0) return `other users may write ${path}',
    replace: 'if ((mode & 0o1022) === 0o1000) return `other users may write ${path}',
    tests: folders,
  },
  {
    name: 'device state is kept below a folder where everyone writes',
    file: 'src/hosts/desktop/device/device-folder.ts',
    find: 'if ((modeAbove & 0o1002) === 0o002) return',
    replace: 'if ((modeAbove & 0o1002) === 0o1000) return',
    tests: folders,
  },
];
