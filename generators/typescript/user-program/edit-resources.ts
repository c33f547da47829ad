/** Changes inputs and options of resources in a user's program. Everything else stays, byte for byte. */
import type { ts as Ts } from "ts-morph";
import type { Path } from "../../../src/value/path.ts";
import type { CodeLocation, EditedProgram, InputEdit, RefusedEdit, ResourceEdits } from "../../edited-inputs.ts";
import type { ProgramFolder } from "../../program-folder.ts";
import type { ChangedFile } from "../../user-program.ts";
import { nodesIn, ts } from "./compiler.ts";
import { type AddedItems, itemEdits, lineIndent, literalText, type Printed, propertyText } from "./edit-items.ts";
import { type Edit, withEdits } from "./edits.ts";
import { isUndefined, jsonArgument, staticPropertyName } from "./inputs.ts";
import { fileStyle, type Style } from "./style.ts";
import { withoutParentheses } from "./values.ts";

/** The edits of one resource, or the code that must be changed by hand. */
interface Planned {
  readonly edits: readonly Edit[];
  readonly refused: readonly Refusal[];
}

interface Refusal {
  readonly path: Path;
  readonly node: Ts.Node;
  readonly why: string;
}

/** Edits the resources. Changes only literals, and refuses to edit any other expression. */
export async function editResources(requests: readonly ResourceEdits[], folder: ProgramFolder): Promise<EditedProgram> {
  const files: ChangedFile[] = [];
  const refused: RefusedEdit[] = [];
  for (const file of new Set(requests.map(({ location }) => location.file))) {
    const inFile = requests.filter(({ location }) => location.file === file);
    const before = await folder.text(file);
    if (before === undefined) {
      refused.push(
        ...inFile.flatMap((request) => refusedAll(request, "is in a file that is missing, or is not UTF-8 text")),
      );
      continue;
    }
    const tree = ts.createSourceFile(file, before, ts.ScriptTarget.Latest, true);
    const style = await fileStyle({ path: file, text: before, tree, imports: new Map() }, folder);
    const edits: Edit[] = [];
    for (const request of inFile) {
      const call = constructorAt(tree, request.location);
      if (call === undefined) {
        refused.push(...refusedAll(request, "does not construct one resource"));
        continue;
      }
      const planned = joined([
        inputsPlan(call, request.inputs, style),
        ...(request.ignoreChanges.length === 0 ? [] : [optionsPlan(call, request.ignoreChanges, style)]),
      ]);
      if (planned.refused.length === 0) edits.push(...planned.edits);
      refused.push(
        ...planned.refused.map(({ path, node, why }) => ({ urn: request.urn, path, why, location: locationOf(node) })),
      );
    }
    files.push({ file, before, text: withEdits(before, edits) });
  }
  return { files, refused };
}

function refusedAll({ urn, location, inputs, ignoreChanges }: ResourceEdits, why: string): readonly RefusedEdit[] {
  const paths = ignoreChanges.length > 0 ? [["ignoreChanges"]] : inputs.map(({ path }) => path);
  return paths.map((path) => ({ urn, path, location, why }));
}

/** Finds the constructor call at a position, or the only one that starts on its line. */
function constructorAt(tree: Ts.SourceFile, { line, column }: CodeLocation): Ts.NewExpression | undefined {
  const onLine = nodesIn(tree)
    .filter(ts.isNewExpression)
    .filter((node) => tree.getLineAndCharacterOfPosition(node.getStart()).line === line - 1);
  const [only] = onLine;
  if (onLine.length === 1) return only;
  return onLine.find((node) => tree.getLineAndCharacterOfPosition(node.getStart()).character + 1 === column);
}

function locationOf(node: Ts.Node): CodeLocation {
  const tree = node.getSourceFile();
  const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart());
  return { file: tree.fileName, line: line + 1, column: character + 1 };
}

function joined(plans: readonly Planned[]): Planned {
  return { edits: plans.flatMap(({ edits }) => edits), refused: plans.flatMap(({ refused }) => refused) };
}

function refusal(path: Path, node: Ts.Node, why: string): Planned {
  return { edits: [], refused: [{ path, node, why }] };
}

function inputsPlan(call: Ts.NewExpression, inputs: readonly InputEdit[], style: Style): Planned {
  const [, args] = call.arguments ?? [];
  if (inputs.length === 0) return joined([]);
  if (args === undefined || isUndefined(args))
    return joined(inputs.map(({ path }) => refusal(path, call, "sets no inputs")));
  return valuePlan(args, inputs.map(belowRoot), style);
}

/** An edit, and the rest of its path below the current node. */
interface Nested {
  readonly edit: InputEdit;
  readonly rest: Path;
}

function belowRoot(edit: InputEdit): Nested {
  return { edit, rest: edit.path };
}

/** Plans the edits below or at an expression. */
function valuePlan(expression: Ts.Expression, edits: readonly Nested[], style: Style): Planned {
  const node = withoutParentheses(expression);
  const whole = edits.find(({ rest }) => rest.length === 0)?.edit;
  if (whole !== undefined) return wholePlan(node, whole, style);
  if (ts.isObjectLiteralExpression(node)) return objectPlan(node, edits, style);
  if (ts.isArrayLiteralExpression(node)) return listPlan(node, edits, style);
  return joined(edits.map(({ edit }) => refusal(edit.path, node, "is not a literal")));
}

function wholePlan(node: Ts.Expression, edit: InputEdit, style: Style): Planned {
  if (edit.kind === "remove") return refusal(edit.path, node, "cannot be removed");
  const document = documentArgument(node);
  if (edit.kind === "set" && edit.json !== undefined && document !== undefined) {
    const { refused, edits } = valuePlan(document, edit.json.map(belowRoot), style);
    return { edits, refused: refused.map((refusal) => ({ ...refusal, path: edit.path })) };
  }
  if (!isLiteral(node)) return refusal(edit.path, node, "is not a literal");
  const isSingle = ts.isStringLiteral(node) ? node.getText().startsWith("'") : style.singleQuote;
  const indent = lineIndent(node);
  const { character } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  const text = literalText(edit.value, { ...style, singleQuote: isSingle }, indent, character - indent.length + 1);
  return { edits: [{ at: node.getStart(), to: node.end, text }], refused: [] };
}

/** Returns the argument of `JSON.stringify`, or of `jsonStringify` of the Pulumi SDK. */
function documentArgument(node: Ts.Expression): Ts.Expression | undefined {
  const stringified = jsonArgument(node);
  if (stringified !== undefined || !ts.isCallExpression(node) || node.arguments.length !== 1) return stringified;
  return /^(?:\w+\.)?jsonStringify$/.test(node.expression.getText()) ? node.arguments[0] : undefined;
}

function objectPlan(node: Ts.ObjectLiteralExpression, edits: readonly Nested[], style: Style): Planned {
  const plans: Planned[] = [];
  const added: Printed[] = [];
  const removed = new Set<Ts.Node>();
  for (const [key, inner] of byFirstKey(edits)) {
    const property = node.properties.findLast(({ name }) => name !== undefined && staticPropertyName(name) === key);
    const whole = inner.find(({ rest }) => rest.length === 0)?.edit;
    const refuseAll = (at: Ts.Node, why: string): number =>
      plans.push(...inner.map(({ edit }) => refusal(edit.path, at, why)));
    if (property === undefined) {
      if (node.properties.some(hidesNames)) refuseAll(node, "has a spread or a computed name");
      else if (whole === undefined || whole.kind === "remove") refuseAll(node, "does not set the value");
      else added.push(propertyText(String(key), whole.value, style));
    } else if (!ts.isPropertyAssignment(property)) refuseAll(property, "is not a literal");
    else if (whole?.kind !== "remove") plans.push(valuePlan(property.initializer, inner, style));
    else if (isLiteral(withoutParentheses(property.initializer))) removed.add(property);
    else refuseAll(property.initializer, "is not a literal");
  }
  const items = added.length === 0 ? [] : [{ after: node.properties.length - 1, values: added }];
  return joined([{ edits: itemEdits(node, items, removed, style), refused: [] }, ...plans]);
}

function listPlan(node: Ts.ArrayLiteralExpression, edits: readonly Nested[], style: Style): Planned {
  const hidden = node.elements.find((element) => ts.isSpreadElement(element) || ts.isOmittedExpression(element));
  if (hidden !== undefined)
    return joined(edits.map(({ edit }) => refusal(edit.path, hidden, "spreads or omits elements")));
  const plans: Planned[] = [];
  const added = new Map<number, Printed[]>();
  const removed = new Set<Ts.Node>();
  for (const [index, inner] of byFirstKey(edits)) {
    const element = typeof index === "number" ? node.elements[index] : undefined;
    const isInsertion = ({ edit, rest }: Nested): boolean => edit.kind === "add" && rest.length === 0;
    for (const { edit } of inner.filter(isInsertion)) {
      if (edit.kind !== "add" || typeof index !== "number" || index > node.elements.length) {
        plans.push(refusal(edit.path, node, "does not have the element"));
        continue;
      }
      const print: Printed = (indent) => literalText(edit.value, style, indent, 1);
      added.set(index - 1, [...(added.get(index - 1) ?? []), print]);
    }
    const changes = inner.filter((each) => !isInsertion(each));
    const isRemoved = changes.some(({ edit, rest }) => edit.kind === "remove" && rest.length === 0);
    if (changes.length === 0) continue;
    if (element === undefined)
      plans.push(...changes.map(({ edit }) => refusal(edit.path, node, "does not have the element")));
    else if (!isRemoved) plans.push(valuePlan(element, changes, style));
    else if (isLiteral(withoutParentheses(element))) removed.add(element);
    else plans.push(...changes.map(({ edit }) => refusal(edit.path, element, "is not a literal")));
  }
  const items = [...added].map(([after, values]): AddedItems => ({ after, values }));
  return joined([{ edits: itemEdits(node, items, removed, style), refused: [] }, ...plans]);
}

/** Groups edits by the first key of their paths. */
function byFirstKey(edits: readonly Nested[]): ReadonlyMap<string | number, readonly Nested[]> {
  const groups = new Map<string | number, readonly Nested[]>();
  for (const { edit, rest } of edits) {
    const [key = "", ...below] = rest;
    groups.set(key, [...(groups.get(key) ?? []), { edit, rest: below }]);
  }
  return groups;
}

/** Returns true for members whose names the code does not show. */
function hidesNames({ name }: Ts.ObjectLiteralElementLike): boolean {
  return name === undefined || staticPropertyName(name) === undefined;
}

function isLiteral(node: Ts.Expression): boolean {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true;
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.every((element) => !ts.isOmittedExpression(element) && isLiteral(withoutParentheses(element)));
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every(
      (property) => ts.isPropertyAssignment(property) && isLiteral(withoutParentheses(property.initializer)),
    );
  }
  const document = documentArgument(node);
  if (document !== undefined) return isLiteral(withoutParentheses(document));
  return [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind);
}

/** Adds paths to the `ignoreChanges` of the options, the third argument. */
function optionsPlan(call: Ts.NewExpression, paths: readonly string[], style: Style): Planned {
  const [name, args, options] = call.arguments ?? [];
  const path = ["ignoreChanges"];
  const list = propertyText("ignoreChanges", paths, style);
  if (name === undefined) return refusal(path, call, "has no arguments");
  if (options === undefined) {
    const space = style.bracketSpacing ? " " : "";
    const text = `${args === undefined ? ", {}" : ""}, {${space}${list(lineIndent(call))}${space}}`;
    return { edits: [{ at: (args ?? name).end, text }], refused: [] };
  }
  const object = withoutParentheses(options);
  if (!ts.isObjectLiteralExpression(object)) return refusal(path, options, "is not a literal");
  const ignored = object.properties.findLast(({ name }) => name !== undefined && staticPropertyName(name) === path[0]);
  if (ignored === undefined) {
    const edit: InputEdit = { kind: "add", path, value: paths };
    return objectPlan(object, [belowRoot(edit)], style);
  }
  const existing = ts.isPropertyAssignment(ignored) ? withoutParentheses(ignored.initializer) : undefined;
  if (existing === undefined || !ts.isArrayLiteralExpression(existing))
    return refusal(path, ignored, "is not a literal");
  const end = existing.elements.length;
  return listPlan(
    existing,
    paths.map((value) => ({ edit: { kind: "add", path, value }, rest: [end] })),
    style,
  );
}
