/** Finds out how often the constructor calls of a resource run. */
import type { ts as Ts } from "ts-morph";
import type { DeclaredResource } from "../../../src/domain/declared-resource.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import { runsAlways } from "./sites.ts";
import { expressionMeaning, type Reading } from "./values.ts";

/** Returns how often the calls run. @param calls the calls with the same type, name, and known parent */
export function callsRun(calls: readonly Construction[], reading: Reading): DeclaredResource["runs"] {
  const certain = calls.filter(runsSurely);
  const isTwice = certain.some((call, index) =>
    certain.slice(index + 1).some((next) => hasSameParent(call, next, reading)),
  );
  if (isTwice) return "twice";
  if (certain.length > 0) return calls.length === 1 ? "once" : "perhaps twice";
  return isEitherOr(calls) ? "once" : "unsure";
}

function runsSurely({ node, file, within }: Construction): boolean {
  if (within === undefined) return runsAlways(node, file);
  const constructorNode = ts.findAncestor(node, ts.isConstructorDeclaration);
  return runsSurely(within) && constructorNode !== undefined && runsAlways(node, file, constructorNode);
}

/** Returns true if the code shows that two resources have the same parent. */
function hasSameParent(first: Construction, second: Construction, reading: Reading): boolean {
  if (first.parent.kind === "root") return second.parent.kind === "root";
  if (first.parent.kind === "construction")
    return second.parent.kind === "construction" && first.parent.of === second.parent.of;
  if (first.parent.kind === "unknown" || second.parent.kind !== "expression") return false;
  const [firstMeaning, secondMeaning] = [
    expressionMeaning(first.parent.node, first.file, reading),
    expressionMeaning(second.parent.node, second.file, reading),
  ];
  return (
    firstMeaning?.kind === "variable" && secondMeaning?.kind === "variable" && firstMeaning.node === secondMeaning.node
  );
}

/** Returns true for two calls in the two branches of a condition that is always evaluated. */
function isEitherOr([call, alternative, ...more]: readonly Construction[]): boolean {
  if (call === undefined || alternative === undefined || more.length > 0 || call.within !== undefined) return false;
  const branching = ts.findAncestor(call.node, isBranching);
  if (branching === undefined || branching !== ts.findAncestor(alternative.node, isBranching)) return false;
  const [first, second] = ts.isIfStatement(branching)
    ? [branching.thenStatement, branching.elseStatement]
    : [branching.whenTrue, branching.whenFalse];
  return (
    second !== undefined &&
    runsAlways(branching, call.file) &&
    runsAlways(call.node, call.file, first) &&
    runsAlways(alternative.node, alternative.file, second)
  );
}

function isBranching(node: Ts.Node): node is Ts.IfStatement | Ts.ConditionalExpression {
  return ts.isIfStatement(node) || ts.isConditionalExpression(node);
}
