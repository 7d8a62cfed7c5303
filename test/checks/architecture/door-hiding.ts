import ts from 'typescript';
import { isValue } from './door-references.js';
import { constituents, reachableProperties, typeArguments, type DoorTypes } from './door-types.js';

/** Whether a value with the door in it goes where its type is lost (`any`, `object`, a record …). */
export function hidesDoor(node: ts.Node, checker: ts.TypeChecker, types: DoorTypes): boolean {
  if (!isValue(node)) return false;
  const type = checker.getTypeAtLocation(node);
  if (!types.carriesDoor(type) || isTakenApart(node)) return false;
  if (isGivenToAnything(node, checker)) return true;
  const target = checker.getContextualType(node);
  return target !== undefined && loses(type, target, checker, types, 2);
}

/** A pattern without a type gives its source a context of nothing but `any`; its names are checked. */
function isTakenApart(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) {
    return isTakenApart(parent);
  }
  if (ts.isVariableDeclaration(parent)) {
    return parent.type === undefined && ts.isObjectBindingPattern(parent.name);
  }
  return ts.isBinaryExpression(parent) && ts.isObjectLiteralExpression(parent.left);
}

/** `Reflect` keeps the type of what it is given and yet reads any member out of it. */
const REFLECTION = /lib\.es\d+\.reflect\.d\.ts$/;

function isGivenToAnything(node: ts.Node, checker: ts.TypeChecker): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || parent.expression === node) return false;
  if (checker.getTypeAtLocation(parent.expression).flags & ts.TypeFlags.Any) return true;
  const declaration = checker.getResolvedSignature(parent)?.declaration;
  return REFLECTION.test(declaration?.getSourceFile().fileName ?? '');
}

function loses(
  source: ts.Type,
  target: ts.Type,
  checker: ts.TypeChecker,
  types: DoorTypes,
  depth: number,
): boolean {
  if (!types.carriesDoor(source)) return false;
  const parts = constituents(checker, target);
  if (parts.some((part) => types.guardedMembers(part).length > 0)) return false;
  if (parts.some((part) => isOpaque(part, checker))) return true;

  const members = types.guardedMembers(source);
  if (members.length > 0) {
    return parts.some(
      (part) =>
        part.getStringIndexType() !== undefined ||
        (part.getCallSignatures().length === 0 &&
          members.some(({ name }) => checker.getPropertyOfType(part, name) !== undefined)),
    );
  }
  if (depth === 0) return false;
  const goesOn = (from: ts.Type, to: ts.Type | undefined) =>
    to !== undefined && to !== from && loses(from, to, checker, types, depth - 1);
  const held = typeArguments(checker, source);
  return parts.some((part) => {
    const heldByTarget = typeArguments(checker, part);
    return (
      held.some((type, index) => goesOn(type, heldByTarget[index])) ||
      reachableProperties(checker, source).some(({ name, type }) => {
        const property = checker.getPropertyOfType(part, name);
        const to = property ? checker.getTypeOfSymbol(property) : part.getStringIndexType();
        return goesOn(type, to);
      })
    );
  });
}

/** Types that say nothing about a value, so that any member may be read out of it later. */
function isOpaque(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive))
    return true;
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    checker.getPropertiesOfType(type).length === 0 &&
    type.getCallSignatures().length === 0 &&
    type.getConstructSignatures().length === 0 &&
    checker.getIndexInfosOfType(type).length === 0
  );
}
