import ts from 'typescript';
import type { DoorTypes } from './door-types.js';

type Guarded = 'door' | 'mint';

/** The guarded declarations that this one node refers to, by name or by a key that may name them. */
export function references(
  node: ts.Node,
  checker: ts.TypeChecker,
  types: DoorTypes,
): readonly Guarded[] {
  if (ts.isIdentifier(node)) {
    if (ts.isMethodSignature(node.parent) || ts.isFunctionDeclaration(node.parent)) return [];
    const kind = types.guarded(symbolOf(node, checker));
    return kind === null ? [] : [kind];
  }
  if (ts.isElementAccessExpression(node)) {
    const holder = checker.getTypeAtLocation(node.expression);
    return membersNamed(holder, checker.getTypeAtLocation(node.argumentExpression), types);
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    if (node.dotDotDotToken !== undefined) return [];
    const key = node.propertyName ?? node.name;
    return membersAt(checker.getTypeAtLocation(node.parent), key, checker, types);
  }
  if (ts.isBinaryExpression(node) && ts.isObjectLiteralExpression(node.left)) {
    const holder = checker.getTypeAtLocation(node.right);
    return node.left.properties.flatMap(({ name }) =>
      name === undefined ? [] : membersAt(holder, name, checker, types),
    );
  }
  return [];
}

/** Whether a node is a value that is used, not the name in a declaration or an access. */
export function isValue(node: ts.Node): node is ts.Expression {
  if (!ts.isExpression(node)) return false;
  if (ts.isShorthandPropertyAssignment(node.parent)) return true;
  const names = node.parent as { name?: ts.Node; propertyName?: ts.Node };
  return names.name !== node && names.propertyName !== node;
}

/** Whether a node refers to something that exists already: a function made on the spot does not. */
export function isUse(node: ts.Node): node is ts.Expression {
  return isValue(node) && !ts.isFunctionLike(node);
}

function symbolOf(name: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = name;
  if (ts.isExportSpecifier(parent)) return checker.getExportSpecifierLocalTargetSymbol(parent);
  if (ts.isShorthandPropertyAssignment(parent)) {
    return checker.getShorthandAssignmentValueSymbol(parent);
  }
  return checker.getSymbolAtLocation(name);
}

function membersAt(
  holder: ts.Type,
  name: ts.PropertyName | ts.BindingName,
  checker: ts.TypeChecker,
  types: DoorTypes,
): readonly Guarded[] {
  if (ts.isComputedPropertyName(name)) {
    return membersNamed(holder, checker.getTypeAtLocation(name.expression), types);
  }
  if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name)) return [];
  return types
    .guardedMembers(holder)
    .flatMap((member) => (member.name === name.text ? [member.kind] : []));
}

/** The guarded members that a key of this type may name: all of them, unless it is known. */
function membersNamed(holder: ts.Type, key: ts.Type, types: DoorTypes): readonly Guarded[] {
  const keys = key.isUnion() ? key.types : [key];
  const mayBe = (name: string) =>
    keys.some((part) =>
      part.flags & ts.TypeFlags.StringLiteral ? literal(part) === name : !isNumber(part),
    );
  return types.guardedMembers(holder).flatMap(({ name, kind }) => (mayBe(name) ? [kind] : []));
}

const literal = (type: ts.Type) => (type as ts.StringLiteralType).value;
const isNumber = (type: ts.Type) => (type.flags & ts.TypeFlags.NumberLike) !== 0;
