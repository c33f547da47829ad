/** Reads CloudFormation templates that accompany the listing of a stack: they show which resources the deletion of the stack keeps. */
import { parseDocument } from "yaml";
import { isJsonObject } from "../../value/json/object.ts";
import type { CloudFormationStack } from "./cloudformation-stacks.ts";

export interface CloudFormationTemplate {
  /** The logical IDs of all resources. */
  readonly resources: ReadonlySet<string>;
  /** The logical IDs of resources with `DeletionPolicy: Retain`. */
  readonly retained: ReadonlySet<string>;
}

/** Policies that keep a resource when its stack is deleted. */
const retainingPolicies: readonly unknown[] = ["Retain", "RetainExceptOnCreate"];

/** Reads a template in JSON or YAML. Returns undefined for other files. */
export function readCloudFormationTemplate(text: string): CloudFormationTemplate | undefined {
  if (!/["']?Resources["']?\s*:/.test(text) || !/["']?Type["']?\s*:/.test(text)) return undefined;
  // Short forms such as `!Ref` are unknown tags, whose values don't matter here.
  const document = parseDocument(text, { logLevel: "silent", schema: "failsafe", prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  const root: unknown = document.toJS({ maxAliasCount: 100 });
  const { Resources: resources }: { readonly Resources?: unknown } = isJsonObject(root) ? root : {};
  if (!isJsonObject(resources)) return undefined;
  const entries = Object.entries(resources).map(([id, entry]): readonly [string, TemplateResource] => [
    id,
    isJsonObject(entry) ? entry : {},
  ]);
  if (entries.length === 0 || !entries.every(([, { Type }]) => typeof Type === "string" && Type.includes("::")))
    return undefined;
  const retained = entries.filter(([, { DeletionPolicy }]) => retainingPolicies.includes(DeletionPolicy));
  return { resources: new Set(entries.map(([id]) => id)), retained: new Set(retained.map(([id]) => id)) };
}

interface TemplateResource {
  readonly Type?: unknown;
  readonly DeletionPolicy?: unknown;
}

/** Adds the retained resources of each stack, from the template that has all resources of the stack. */
export function withTemplates(
  stacks: readonly CloudFormationStack[],
  templates: readonly CloudFormationTemplate[],
): readonly CloudFormationStack[] {
  return stacks.map((stack) => {
    const template = templates.find(({ resources }) => stack.resources.every((id) => resources.has(id)));
    if (template === undefined) return stack;
    return { ...stack, retained: stack.resources.filter((id) => template.retained.has(id)) };
  });
}
