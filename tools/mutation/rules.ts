import ts from 'typescript';

/** A place where the product refuses something, and the condition that it depends on. */
export interface Rule {
  /** From 1. */
  readonly line: number;
  /** The condition as it stands in the source, on one line. */
  readonly condition: string;
  /** Where a mutation must change something to take the rule out: offsets, end excluded. */
  readonly spans: readonly Span[];
}

export type Span = readonly [start: number, end: number];

/** What makes a refusal. A function that does nothing else makes one, too. */
const makers = ['fail', 'returned', 'changedAfter', 'waits', 'asks'];
/** What must have succeeded before anything else is done: handing on its failure is a rule. */
const gates = [
  'mayAct',
  'takeGesture',
  'record',
  'recordOutcome',
  'recordApproval',
  'recordThenWrite',
];

/**
 * Every refusal in a source file that depends on a condition: `fail`, a verdict, a failure made by hand
 * or handed on from what guards a decision. Failures of a port that are only handed on are none.
 */
export function rulesIn(source: string): readonly Rule[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2022, true);
  const known = new Set(makers);
  for (;;) {
    const found = rulesOf(file, known);
    const more = found.flatMap(({ maker }) => (maker === null || known.has(maker) ? [] : [maker]));
    if (more.length === 0) return found.flatMap(({ rule }) => rule ?? []);
    for (const name of more) known.add(name);
  }
}

interface Found {
  readonly rule: Rule | null;
  /** The function or constant that is such a refusal, whoever asks. */
  readonly maker: string | null;
}

function rulesOf(file: ts.SourceFile, known: ReadonlySet<string>): readonly Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (isRefusal(node, known)) found.push(foundAt(file, node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function foundAt(file: ts.SourceFile, refusal: ts.Node): Found {
  const condition = conditionOf(refusal);
  if (condition === null) return { rule: null, maker: ownerOf(refusal) };
  const places = [condition, refusal, codeOf(refusal)].flatMap((node) => node ?? []);
  const spans = places.map((node): Span => [node.getStart(file), node.end]);
  const { line } = file.getLineAndCharacterOfPosition(refusal.getStart(file));
  const text = condition.getText(file).replace(/\s+/g, ' ');
  return { rule: { line: line + 1, condition: text, spans }, maker: null };
}

function isRefusal(node: ts.Node, known: ReadonlySet<string>): boolean {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    return known.has(node.expression.text);
  }
  if (ts.isReturnStatement(node) && node.expression && ts.isIdentifier(node.expression)) {
    const declared = declarationOf(node, node.expression.text);
    return declared !== null && gates.includes(calleeIn(declared) ?? '');
  }
  if (ts.isIdentifier(node)) {
    const { parent } = node;
    return ts.isCallExpression(parent) && parent.arguments.includes(node) && known.has(node.text);
  }
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.some(
      (property) =>
        ts.isPropertyAssignment(property) &&
        ((property.name.getText() === 'ok' &&
          property.initializer.kind === ts.SyntaxKind.FalseKeyword) ||
          (property.name.getText() === 'do' && property.initializer.getText() !== "'called'")),
    )
  );
}

/** The code under which a check stands in a table of checks. */
function codeOf(node: ts.Node): ts.Node | null {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isPropertyAssignment(at) || at.name.getText() !== 'verdict') continue;
    return at.parent.properties.find((other) => other.name?.getText() === 'code') ?? null;
  }
  return null;
}

/** The initialiser of a constant of the same function, `null` when there is none. */
function declarationOf(from: ts.Node, name: string): ts.Expression | null {
  for (let at: ts.Node = from; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isBlock(at)) continue;
    for (const statement of at.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: declared, initializer } of statement.declarationList.declarations) {
        if (declared.getText() === name && initializer) return initializer;
      }
    }
  }
  return null;
}

function calleeIn(expression: ts.Expression): string | null {
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(called)) return null;
  const { expression: callee } = called;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}

/** What decides whether this node is reached, within its function; `null`: nothing. */
function conditionOf(node: ts.Node): ts.Node | null {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (ts.isIfStatement(parent) && parent.expression !== at) return parent.expression;
    if (ts.isConditionalExpression(parent) && parent.condition !== at) return parent.condition;
    if (ts.isBinaryExpression(parent) && parent.right === at && isShort(parent)) return parent.left;
    if (ts.isCaseClause(parent) && parent.expression !== at) return parent.expression;
    const before = ts.isBlock(parent) ? leavingBefore(parent, at) : null;
    if (before) return before;
    if (ts.isFunctionLike(parent)) return null;
  }
  return null;
}

function isShort({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** The last condition before a final return under which the function has been left already. */
function leavingBefore(block: ts.Block, node: ts.Node): ts.Node | null {
  if (!ts.isReturnStatement(node) || block.statements.at(-1) !== node) return null;
  const leaving = block.statements.filter(
    (statement): statement is ts.IfStatement =>
      ts.isIfStatement(statement) && ts.isReturnStatement(statement.thenStatement),
  );
  return leaving.at(-1)?.expression ?? null;
}

/** The function or constant of the file that holds a node. */
function ownerOf(node: ts.Node): string | null {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? null;
    if (ts.isFunctionLike(at)) return null;
    if (ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent)) {
      return at.name.getText();
    }
  }
  return null;
}
