/**
 * Prints one part of a program: a class whose constructor makes its resources, with fields for those that other parts refer to.
 */
import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { heldNodesOf } from "../shared/held.ts";
import type { Imports } from "../shared/imports.ts";
import { type Doc, group, indent, layInside, line, softline, stacked } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { componentClass } from "./component.ts";
import { configStatements } from "./config.ts";
import { page } from "./layout.ts";
import { core, type Names } from "./names.ts";
import type { Place } from "./place.ts";
import { resourceStatement, variableType } from "./statements.ts";

/** A file that is being printed. */
export interface Scope {
  /** The program's class. */
  readonly own: string;
  readonly names: Names;
  readonly imports: Imports;
  readonly placeOf: (node: ResourceNode) => Place;
}

/** A constructor takes 255 arguments, `this` included. */
const mostParameters = 250;

/**
 * Prints configuration and resources, statement by statement: a document takes more memory than its text.
 *
 * @param depth how many levels in
 */
export function statementTexts(
  { config, resources, exports }: Pick<Part, "config" | "resources" | "exports">,
  { names, placeOf }: Scope,
  depth: number,
): readonly string[] {
  const [first] = resources;
  if (first === undefined) return [];
  const head = configStatements(config, placeOf(first));
  const left = ({ id }: ResourceNode): string => {
    const variable = names.resources.get(id) ?? "";
    return exports.has(id) ? variable : `final var ${variable}`;
  };
  return [
    ...(head.length === 0 ? [] : [layInside(stacked(head), depth, page)]),
    ...resources.map((node) => layInside(resourceStatement(placeOf(node), left(node)), depth, page)),
  ];
}

/**
 * @param head what stands before the name of the class
 * @param inside classes that it has
 */
export function partClass(part: Part, head: string, depth: number, scope: Scope, inside = ""): string {
  const { names, placeOf } = scope;
  const { type } = fileNamesOf(part.name, names.partNames);
  const [first] = part.resources;
  if (first !== undefined && part.imports.size > mostParameters) {
    cannotExpress(
      "java",
      first,
      [],
      `shares a file that needs ${part.imports.size} others, which no constructor takes`,
    );
  }
  const fields = part.resources
    .filter(({ id }) => part.exports.has(id))
    .map((node) => `final ${variableType(placeOf(node))} ${names.resources.get(node.id)};`);
  const margin = "    ".repeat(depth);
  return [
    `${margin}${head} ${type} {\n\n`,
    ...fields.map((field) => `${margin}    ${field}\n`),
    fields.length === 0 ? "" : "\n",
    layInside(constructorHead(part, type, scope), depth + 1, page),
    statementTexts(part, scope, depth + 2).join("\n"),
    `${margin}    }\n${inside}${margin}}\n`,
  ].join("");
}

/** Classes for the arguments of components that no package defines. */
export function componentTexts({ resources }: Pick<Part, "resources">, { names, placeOf }: Scope): string {
  const own = resources.filter(({ id }) => names.components.has(id));
  return own.map((node) => `\n${layInside(componentClass(placeOf(node)), 1, page)}`).join("");
}

/** The statements of the main method: an object for each part. */
export function partCalls(parts: readonly Part[], partNames: PartNames, program: Program): string {
  const calls = parts.map((part): Doc => {
    const { type, variable } = fileNamesOf(part.name, partNames);
    const given = [
      ...(part.config.length === 0 ? [] : ["ctx"]),
      ...[...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable),
      ...heldNodesOf(part.resources, program).map(({ variable: held }) => held),
    ];
    const made = parameters(`new ${type}(`, given, ")");
    // Nobody refers to an object without fields.
    return [...(part.exports.size === 0 ? [made] : [`final var ${variable} = `, made]), ";"];
  });
  return layInside(stacked(calls), 2, page);
}

function constructorHead(part: Part, type: string, scope: Scope): Doc {
  const { names, imports } = scope;
  const context = part.config.length === 0 ? [] : [`${imports.use({ from: core.Context, alias: "Context" })} ctx`];
  const given = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `${other} ${variable}`;
  });
  const held = heldIn(part, scope).map((node) => heldParameter(node, scope));
  return parameters(`${type}(`, [...context, ...given, ...held], ") {");
}

/** A parameter that takes a resource of a person's code: any resource where the class is not known. */
export function heldParameter(node: HeldNode, { placeOf }: Scope): string {
  const place = placeOf(node);
  const isKnown = !isLocalComponent(node) && place.program.packages.has(node.resource.package);
  return `${isKnown ? variableType(place) : "com.pulumi.resources.Resource"} ${node.variable}`;
}

function heldIn({ resources }: Part, { placeOf }: Scope): readonly HeldNode[] {
  const [first] = resources;
  return first === undefined ? [] : heldNodesOf(resources, placeOf(first).program);
}

function parameters(open: string, items: readonly string[], close: string): Doc {
  if (items.length === 0) return `${open}${close}`;
  const inside = items.map((item, index): Doc => (index === 0 ? item : [",", line, item]));
  return group([open, indent([softline, ...inside]), softline, close]);
}
