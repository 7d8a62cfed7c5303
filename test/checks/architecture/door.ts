import { relative, sep } from 'node:path';
import ts from 'typescript';
import { claimsAction, forgesAction } from './door-forging.js';
import { hidesDoor } from './door-hiding.js';
import { isUse, references } from './door-references.js';
import { declarationIn, doorTypes, type DoorTypes } from './door-types.js';

const DOOR = 'src/ports/bridges.ts';
const MINT = 'src/core/request/approval/authorised-action.ts';
const GATE = 'src/engine/gate/';
const BRIDGES = 'src/mcp/';

export type DoorRule =
  /** `Bridges.call`, or any function that takes an authorised action, outside the gate. */
  | 'door referenced'
  /** `authoriseAction` outside the gate. */
  | 'action minted'
  /** An authorised action by assertion, by `any`, by a type guard or by copying a real one. */
  | 'action forged'
  /** Bridges where the compiler loses sight of them: `any`, `unknown`, `object`, a record. */
  | 'door hidden';

export interface DoorBreach {
  /** Relative to the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly rule: DoorRule;
  /** The code, on one line. */
  readonly code: string;
}

/** The program of the root's tsconfig with the files of src and the demo only, and `planted` ones. */
export function doorProgram(root: string, planted: readonly string[] = []): ts.Program {
  const config = ts.readConfigFile(`${root}/tsconfig.json`, (file) => ts.sys.readFile(file));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root, {
    allowJs: true,
    checkJs: true,
  });
  const own = fileNames.filter((file) => /^(?:src|tools\/demo)\//.test(pathIn(root, file)));
  return ts.createProgram([...own, ...planted], options);
}

/**
 * The places where something outside the gate could make a call (docs/gate.md#what-must-always-hold, G1): found by symbol and
 * type, so through aliases, re-exports, namespaces, destructuring and dynamic access.
 */
export function findDoorBreaches(root: string, program: ts.Program): readonly DoorBreach[] {
  const checker = program.getTypeChecker();
  const fileOf = (path: string) => {
    const file = program.getSourceFile(`${root}/${path}`);
    if (file === undefined) throw new Error(`The door check does not find ${path}`);
    return file;
  };
  const types = doorTypes(checker, {
    door: declarationIn(fileOf(DOOR), 'Bridges', 'call'),
    mint: declarationIn(fileOf(MINT), 'authoriseAction'),
    brand: declarationIn(fileOf(MINT), 'AuthorisedAction', '[authorised]'),
  });
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .flatMap((file) => breachesIn(pathIn(root, file.fileName), file, checker, types));
}

function breachesIn(
  path: string,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  types: DoorTypes,
): readonly DoorBreach[] {
  const found = new Map<string, DoorBreach>();
  const inGate = path.startsWith(GATE);
  const inBridges = path.startsWith(BRIDGES);

  const report = (node: ts.Node, rule: DoorRule) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const code = node.getText(file).replace(/\s+/g, ' ').slice(0, 80);
    if (!found.has(`${line} ${rule}`))
      found.set(`${line} ${rule}`, { file: path, line, rule, code });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.type !== undefined && path !== MINT) {
      if (claimsAction(node.type, checker, types)) report(node.type, 'action forged');
    }
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (!inGate) {
      for (const kind of references(node, checker, types)) {
        report(node, kind === 'door' ? 'door referenced' : 'action minted');
      }
      if (!inBridges && isUse(node) && types.takesAction(checker.getTypeAtLocation(node))) {
        report(node, 'door referenced');
      }
      if (!inBridges && hidesDoor(node, checker, types)) report(node, 'door hidden');
    }
    if (path !== MINT && forgesAction(node, checker, types)) report(node, 'action forged');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}

function pathIn(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}
