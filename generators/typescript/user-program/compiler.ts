import type { ts as Ts } from "ts-morph";

/** The TypeScript parser of ts-morph, loaded when a program is read. Types are not checked. */
export const { ts } = await import("ts-morph");

/** Returns a node and its descendants in source order. @param isSkipped returns true for nodes to omit with their descendants */
export function nodesIn(node: Ts.Node, isSkipped: (node: Ts.Node) => boolean = () => false): readonly Ts.Node[] {
  const nodes: Ts.Node[] = [];
  const visit = (each: Ts.Node): void => {
    if (isSkipped(each)) return;
    nodes.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return nodes;
}
