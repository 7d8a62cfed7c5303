// Which requirements the tests cite: `[ID]` in the title of a test, nowhere else.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * The IDs in the titles of the tests of one file.
 */
export function citationsIn(source) {
  const found = new Set();
  const visit = (node) => {
    if (ts.isCallExpression(node) && isTest(node.expression) && node.arguments.length > 0) {
      for (const [, id] of textOf(node.arguments[0]).matchAll(/\[([A-Z]+-?\d[\d.]*)\]/g)) {
        found.add(id);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.ES2022));
  return [...found];
}

/**
 * All citations below a folder of tests (also in the shared suites, `*.contract.ts`), each with the
 * files that make it.
 */
export async function citedRequirements(folder) {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(?:test|contract)\.ts$/.test(name) && !/(?:^|[\\/])planted[\\/]/.test(name),
  );
  const citations = new Map();
  for (const name of names.sort()) {
    for (const id of citationsIn(await readFile(join(folder, name), 'utf8'))) {
      citations.set(id, [...(citations.get(id) ?? []), name]);
    }
  }
  return citations;
}

/** `test`, `it`, `test.concurrent`, `test.each(table)`; not `test.each` itself, whose argument is data. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  if (ts.isCallExpression(callee)) {
    return ts.isPropertyAccessExpression(callee.expression) && isTest(callee.expression.expression);
  }
  if (ts.isTaggedTemplateExpression(callee)) return isTest(callee.tag.expression);
  return (
    ts.isPropertyAccessExpression(callee) &&
    !['each', 'for', 'skipIf', 'runIf', 'extend'].includes(callee.name.text) &&
    isTest(callee.expression)
  );
}

/** Every piece of text in an expression: a literal, a template, or several joined. */
function textOf(node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) return node.text;
  const parts = [];
  ts.forEachChild(node, (child) => {
    parts.push(textOf(child));
  });
  return parts.join('');
}
