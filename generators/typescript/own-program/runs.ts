/**
 * Finds out how often the constructor calls of one resource run, as far as the text shows it.
 */
import type { ts as Ts } from "ts-morph";
import type { DeclaredResource } from "../../../src/domain/declared-resource.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import { runsAlways } from "./sites.ts";
import { expressionMeaning, type Reading } from "./values.ts";

/** @param calls those of one type and name, and of one parent as far as the text shows parents */
export function callsRun(calls: readonly Construction[], reading: Reading): DeclaredResource["runs"] {
  const sure = calls.filter(runsSurely);
  const isTwice = sure.some((one, at) => sure.slice(at + 1).some((other) => hasParentOf(one, other, reading)));
  if (isTwice) return "twice";
  if (sure.length > 0) return calls.length === 1 ? "once" : "perhaps twice";
  return isEitherOr(calls) ? "once" : "unsure";
}

function runsSurely({ node, file, within }: Construction): boolean {
  if (within === undefined) return runsAlways(node, file);
  const maker = ts.findAncestor(node, ts.isConstructorDeclaration);
  return runsSurely(within) && maker !== undefined && runsAlways(node, file, maker);
}

/** Whether the text shows that two resources have one parent. */
function hasParentOf(one: Construction, other: Construction, reading: Reading): boolean {
  if (one.parent.kind === "root") return other.parent.kind === "root";
  if (one.parent.kind === "construction")
    return other.parent.kind === "construction" && one.parent.of === other.parent.of;
  if (one.parent.kind === "unknown" || other.parent.kind !== "expression") return false;
  const [mine, others] = [
    expressionMeaning(one.parent.node, one.file, reading),
    expressionMeaning(other.parent.node, other.file, reading),
  ];
  return mine?.kind === "variable" && others?.kind === "variable" && mine.node === others.node;
}

/** Two calls in the two branches of one condition that is surely reached. */
function isEitherOr([one, other, ...more]: readonly Construction[]): boolean {
  if (one === undefined || other === undefined || more.length > 0 || one.within !== undefined) return false;
  const branching = ts.findAncestor(one.node, isBranching);
  if (branching === undefined || branching !== ts.findAncestor(other.node, isBranching)) return false;
  const [first, second] = ts.isIfStatement(branching)
    ? [branching.thenStatement, branching.elseStatement]
    : [branching.whenTrue, branching.whenFalse];
  return (
    second !== undefined &&
    runsAlways(branching, one.file) &&
    runsAlways(one.node, one.file, first) &&
    runsAlways(other.node, other.file, second)
  );
}

function isBranching(node: Ts.Node): node is Ts.IfStatement | Ts.ConditionalExpression {
  return ts.isIfStatement(node) || ts.isConditionalExpression(node);
}
