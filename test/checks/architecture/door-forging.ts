import ts from 'typescript';
import { isValue } from './door-references.js';
import type { DoorTypes } from './door-types.js';

/** Whether a return type is a type guard (`x is …`) that makes an action of something else. */
export function claimsAction(
  node: ts.TypeNode,
  checker: ts.TypeChecker,
  types: DoorTypes,
): boolean {
  if (!ts.isTypePredicateNode(node) || node.type === undefined) return false;
  return types.mentionsAction(checker.getTypeFromTypeNode(node.type));
}

/** Whether this expression yields an authorised action, or a holder of one, that nobody authorised. */
export function forgesAction(node: ts.Node, checker: ts.TypeChecker, types: DoorTypes): boolean {
  return (
    assertsAction(node, checker, types) ||
    passesAnything(node, checker, types) ||
    copiesAction(node, checker, types)
  );
}

function assertsAction(node: ts.Node, checker: ts.TypeChecker, types: DoorTypes): boolean {
  const assertion = assertionOf(node);
  if (assertion === null) return false;
  const asserted = checker.getTypeFromTypeNode(assertion.type);
  if (!types.mentionsAction(asserted)) return false;
  const actual = checker.getTypeAtLocation(assertion.expression);
  return isAnything(actual) || !checker.isTypeAssignableTo(actual, asserted);
}

function assertionOf(node: ts.Node): { expression: ts.Expression; type: ts.TypeNode } | null {
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
    return ts.isConstTypeReference(node.type) ? null : node;
  }
  if (!ts.isParenthesizedExpression(node)) return null;
  const type = ts.getJSDocTypeTag(node)?.typeExpression.type;
  return type === undefined ? null : { expression: node.expression, type };
}

/** `any` or `never` where an action is asked for. A call that never returns passes nothing. */
function passesAnything(node: ts.Node, checker: ts.TypeChecker, types: DoorTypes): boolean {
  if (!isValue(node)) return false;
  const wanted = checker.getContextualType(node);
  if (wanted === undefined || isAnything(wanted) || !types.mentionsAction(wanted)) return false;
  const given = checker.getTypeAtLocation(node);
  return isAnything(given) && !(ts.isCallExpression(node) && given.flags & ts.TypeFlags.Never);
}

/** An object literal or `Object.assign` that takes over the brand of a real action. */
function copiesAction(node: ts.Node, checker: ts.TypeChecker, types: DoorTypes): boolean {
  const copies =
    (ts.isObjectLiteralExpression(node) && node.properties.some(ts.isSpreadAssignment)) ||
    (ts.isCallExpression(node) && /^Object\s*\.\s*assign$/.test(node.expression.getText()));
  return copies && types.isAction(checker.getTypeAtLocation(node));
}

const isAnything = (type: ts.Type) => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) !== 0;
