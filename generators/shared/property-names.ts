/** The names of properties in the SDKs of a language. */
import type { Property } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { inputExpressions, isLocalComponent } from "../../src/ir/walk.ts";
import { cannotExpress } from "./cannot-express.ts";

export interface SdkName {
  readonly property: string;
  readonly name: string;
}

/** Returns the properties of each class that a resource uses: its inputs and the properties of every typed object. */
export function propertiesByClass(node: ResourceNode): readonly (readonly Property[])[] {
  const isClass = node.isOpen !== true && !isLocalComponent(node);
  const objects = inputExpressions(node).flatMap((expression) =>
    expression.kind === "object" && expression.type.kind === "object" ? [expression.properties] : [],
  );
  return [...(isClass ? [node.inputs] : []), ...objects].map((properties) =>
    properties.filter(({ undeclared }) => undeclared !== true),
  );
}

/** Throws GENERATOR_CANNOT_EXPRESS if two properties of a class have the same name in a language. @param title the display name of the language */
export function refuseNamesakes(
  names: readonly SdkName[],
  node: ResourceNode,
  { language, title }: { readonly language: string; readonly title: string },
): void {
  const properties = new Map<string, string>();
  for (const { property, name } of names) {
    const other = properties.get(name);
    if (other !== undefined && other !== property) {
      const what = `has two properties that are both called "${name}" in ${title}: "${other}" and "${property}"`;
      cannotExpress(language, node, [], what);
    }
    properties.set(name, property);
  }
}
