/** Checks that references in descriptions, such as `{{% ref #/resources/pkg:index:Thing %}}`, have a target. */
import { type JsonObject, objectAt } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import { unescaped } from "../references.ts";
import { itemsAt, type Scope, stringOrEmpty } from "./scope.ts";

export function checkDocReferences(scope: Scope): void {
  const { walk, spec } = scope;
  checkTexts(spec, scope);
  walk.in(["config", "variables"], () => checkEach(objectAt(spec, "config", "variables"), scope));
  if (spec.provider !== undefined) walk.in(["provider"], () => checkResourceTexts(objectAt(spec, "provider"), scope));
  for (const [token, resource] of scope.resources) {
    walk.in(["resources", token], () => checkResourceTexts(resource, scope));
  }
  for (const [token, member] of scope.functions) {
    walk.in(["functions", token], () => {
      checkTexts(member, scope);
      for (const key of ["inputs", "outputs"] as const) {
        if (key === "outputs" && objectAt(member, key).properties === undefined) continue;
        walk.in([key], () => checkObjectTexts(objectAt(member, key), scope));
      }
    });
  }
  for (const [token, type] of scope.types) {
    walk.in(["types", token], () => {
      checkObjectTexts(type, scope);
      itemsAt(type, "enum").forEach((item, index) => {
        walk.in(["enum", index], () => checkTexts(objectAt({ item }, "item"), scope));
      });
    });
  }
}

function checkResourceTexts(resource: JsonObject, scope: Scope): void {
  checkObjectTexts(resource, scope);
  scope.walk.in(["inputProperties"], () => checkEach(objectAt(resource, "inputProperties"), scope));
  scope.walk.in(["stateInputs"], () => checkObjectTexts(objectAt(resource, "stateInputs"), scope));
}

function checkObjectTexts(object: JsonObject, scope: Scope): void {
  checkTexts(object, scope);
  scope.walk.in(["properties"], () => checkEach(objectAt(object, "properties"), scope));
}

function checkEach(properties: JsonObject, scope: Scope): void {
  for (const name of Object.keys(properties)) {
    scope.walk.in([name], () => checkTexts(objectAt(properties, name), scope));
  }
}

function checkTexts(owner: JsonObject, scope: Scope): void {
  for (const key of ["description", "deprecationMessage"]) {
    const text = stringOrEmpty(owner, key);
    if (!text.includes("{{%")) continue;
    // Remove fenced code, indented code, and code spans, because references in code are not links.
    const prose = text
      .replace(/^(```|~~~)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, "")
      .replace(/^(?: {4}|\t).*$/gm, "")
      .replace(/(`+)[^`][\s\S]*?\1/g, "");
    for (const [, destination = ""] of prose.matchAll(/\{\{%[^\S\n]*ref[^\S\n]+(.*?)[^\S\n]*%\}\}/g)) {
      const why = whyNowhere(destination, scope);
      if (why !== undefined) {
        const hint =
          "Use #/resources/<token>, #/functions/<token>, or #/types/<token>, optionally with /properties/<name> after it. Encode / in a token as %2F.";
        scope.walk.refuse({ rule: "doc-reference", why: `${quote(destination)} ${why}.`, hint }, key);
      }
    }
  }
}

const memberReference = /^#\/(resources|functions|types)\/([^/]+)(?:\/(.+))?$/;

/** Returns why a reference is unresolved. Does not follow references to other packages. */
function whyNowhere(destination: string, scope: Scope): string | undefined {
  if (/^\/?[-\w]+\/v[^/]*\/schema\.json#/.test(destination)) return undefined;
  const [, section = "", encoded = "", rest] = memberReference.exec(destination) ?? [];
  if (section === "") return "is not a reference";
  const token = unescaped(encoded);
  const members = scope[section as "resources" | "functions" | "types"];
  const isProvider = section === "resources" && token === `pulumi:providers:${scope.name}`;
  if (!isProvider && !members.has(token)) return `does not refer to one of the ${section} of this package`;
  if (rest === undefined) return undefined;
  const steps = rest.split("/").map(unescaped);
  const name = steps.pop() ?? "";
  const allowed: Readonly<Record<string, readonly string[]>> = {
    resources: ["properties", "inputProperties"],
    types: ["properties"],
    functions: ["inputs/properties", "outputs/properties"],
  };
  if (!allowed[section]?.includes(steps.join("/"))) return "is not a reference";
  const owner = isProvider ? scope.spec.provider : members.get(token);
  return Object.hasOwn(objectAt(owner, ...steps), name) ? undefined : `does not refer to a property of ${quote(token)}`;
}
