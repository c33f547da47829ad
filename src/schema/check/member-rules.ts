/** The rules that Pulumi's binder applies to resources, functions, methods, and named types in addition to the metaschema. */
import { isJsonObject, type JsonObject, objectAt } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import { itemsAt, type Scope, stringOrEmpty } from "./scope.ts";
import {
  checkMember,
  checkObjectType,
  checkProperties,
  checkRemoved,
  checkTypeSpec,
  checkVisibleName,
  refuseReserved,
} from "./type-rules.ts";

/** Checks a resource at the current path. */
export function checkResourceMember(token: string, spec: JsonObject, scope: Scope): void {
  const { walk } = scope;
  const isProvider = token === `pulumi:providers:${scope.name}`;
  if (!isProvider) checkToken("resource", token, scope);
  checkRemoved(spec, "plainInputs", scope);
  checkObjectType(spec, scope);
  checkProperties(spec, "inputProperties", "requiredInputs", scope);
  for (const name of Object.keys(objectAt(spec, "properties"))) {
    if (name !== "urn" && (name !== "id" || spec.isComponent === true)) continue;
    const why = `${quote(name)} is a reserved property name, because every resource has this property.`;
    walk.warn({ rule: "reserved-output", at: "key", why, hint: "Rename the property." }, "properties", name);
  }
  if (isProvider && Object.hasOwn(objectAt(spec, "inputProperties"), "version")) {
    walk.in(["inputProperties", "version"], () =>
      refuseReserved('"version" is a reserved name of an input of a provider.', scope),
    );
  }
  for (const key of ["stateInputs", "listInputs"]) {
    if (spec[key] !== undefined) walk.in([key], () => checkObjectType(objectAt(spec, key), scope));
  }
  if (Object.hasOwn(objectAt(spec, "stateInputs", "properties"), "id")) {
    walk.in(["stateInputs", "properties", "id"], () =>
      refuseReserved('"id" is a reserved name in `stateInputs`: the ID of the resource is always passed.', scope),
    );
  }
}

/**
 * Checks the methods of a resource at the current path. Adds their functions to `usedFunctions`, because a function can be a method of only one
 * resource.
 */
export function checkMethods(token: string, spec: JsonObject, usedFunctions: Set<string>, scope: Scope): void {
  const methods = objectAt(spec, "methods");
  for (const name of Object.keys(methods).sort()) {
    scope.walk.in(["methods", name], () =>
      checkMethod(token, name, stringOrEmpty(methods, name), usedFunctions, scope),
    );
    if (!Object.hasOwn(objectAt(spec, "properties"), name)) continue;
    const why = `The resource has a property ${quote(name)} too.`;
    scope.walk.refuse({ rule: "method-name", at: "key", why, hint: "Rename the method." }, "methods", name);
  }
}

function checkMethod(token: string, name: string, method: string, usedFunctions: Set<string>, scope: Scope): void {
  const { walk, functions } = scope;
  const spec = functions.get(method);
  if (spec === undefined) {
    const near = walk.nearest(method, functions.keys());
    const why = `${quote(method)} is not a function of this package.`;
    const hint = near === undefined ? "Define the function in `functions`." : `Did you mean \`${near}\`?`;
    walk.refuse({ rule: "method-function", why, hint });
    return;
  }
  if (usedFunctions.has(method)) {
    const why = `Another method already uses the function ${quote(method)}.`;
    walk.refuse({ rule: "method-twice", why, hint: "Define a separate function for each method." });
    return;
  }
  const slash = method.lastIndexOf("/");
  if (slash < 0 || method.slice(0, slash) !== token) {
    const why = `${quote(method)} is not the token of a method of this resource.`;
    walk.refuse({ rule: "method-token", why, hint: `Use a token such as ${token}/${name}.` });
    return;
  }
  if (!startsWithSelf(spec)) {
    const why = `The function ${quote(method)} has no first parameter \`__self__\`.`;
    walk.refuse({
      rule: "method-self",
      why,
      hint: "Add `__self__`, a reference to the resource, to the inputs of the function.",
    });
    return;
  }
  usedFunctions.add(method);
}

/** Returns true if the first input is `__self__`, in the order of `multiArgumentInputs`, or in alphabetical order if that list is empty. */
function startsWithSelf(spec: JsonObject): boolean {
  const properties = Object.keys(objectAt(spec, "inputs", "properties"));
  const order = itemsAt(spec, "multiArgumentInputs").map(String);
  const sorted =
    order.length > 0
      ? properties.toSorted((a, b) => order.lastIndexOf(a) - order.lastIndexOf(b))
      : properties.sort(byBytes);
  return sorted[0] === "__self__";
}

/** Compares texts by their bytes, as Go does. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Checks a function at the current path. */
export function checkFunction(token: string, spec: JsonObject, scope: Scope): void {
  const { walk } = scope;
  checkToken("function", token, scope);
  if (spec.inputs !== undefined) walk.in(["inputs"], () => checkObjectType(objectAt(spec, "inputs"), scope));
  checkArguments(spec, scope);
  const outputs = objectAt(spec, "outputs");
  if (spec.outputs === undefined) return;
  walk.in(["outputs"], () => {
    if (outputs.properties === undefined) checkTypeSpec(outputs, scope);
    else checkObjectType(outputs, scope);
  });
}

function checkArguments(spec: JsonObject, { walk }: Scope): void {
  const names = itemsAt(spec, "multiArgumentInputs").map(String);
  if (names.length === 0) return;
  const rule = "multi-argument-inputs";
  if (spec.inputs === undefined) {
    const why = "`multiArgumentInputs` lists arguments, but the function has no `inputs`.";
    walk.refuse({ rule, at: "key", why, hint: "Add `inputs`." }, "multiArgumentInputs");
    return;
  }
  const properties = Object.keys(objectAt(spec, "inputs", "properties"));
  names.forEach((name, index) => {
    if (properties.includes(name)) return;
    const why = `${quote(name)} is not an input of the function.`;
    walk.refuse(
      { rule, why, hint: "Use only names of inputs in `multiArgumentInputs`." },
      "multiArgumentInputs",
      index,
    );
  });
  for (const name of properties) {
    if (names.includes(name)) continue;
    const why = `The input ${quote(name)} is not listed in \`multiArgumentInputs\`.`;
    walk.refuse({ rule, why, hint: "Add all inputs to `multiArgumentInputs`." }, "multiArgumentInputs");
  }
}

/** Checks a named type at the current path. */
export function checkNamedType(token: string, spec: JsonObject, scope: Scope): void {
  checkToken("type", token, scope);
  if (stringOrEmpty(spec, "type") === "object") checkObjectType(spec, scope);
  else checkEnum(spec, scope);
}

function checkEnum(spec: JsonObject, scope: Scope): void {
  const { walk } = scope;
  const element = stringOrEmpty(spec, "type");
  if (element === "") {
    const hint = 'Add "type": "object", or the type of the enum.';
    walk.refuse({ rule: "type-missing", why: "The type is missing.", hint });
  } else if (!["string", "integer", "number", "boolean"].includes(element)) {
    const why = `${quote(element)} is not one of boolean, integer, number, string.`;
    walk.refuse({ rule: "type-kind", why, hint: "Change the type to boolean, integer, number, or string." }, "type");
  }
  const names = new Map<unknown, Set<string>>();
  itemsAt(spec, "enum").forEach((item, index) => {
    const member = isJsonObject(item) ? item : {};
    walk.in(["enum", index], () => checkMember(member.value, element, scope));
    const [value, name] = [JSON.stringify(member.value), stringOrEmpty(member, "name")];
    const valueNames = names.get(member.value);
    if (valueNames === undefined) names.set(member.value, new Set([name]));
    else if (valueNames.has(name)) {
      const why = `Duplicate value ${value}.`;
      walk.overlooked({ rule: "enum-twice", why, hint: "Remove one of the two values." }, "enum", index, "value");
    } else {
      // Report only a warning, because published SDKs contain such values under both names.
      const why = `The value ${value} already has another name in this enum.`;
      walk.warn(
        { rule: "enum-alias", why, hint: "Remove one of the two, unless both names are intended." },
        "enum",
        index,
      );
      valueNames.add(name);
    }
  });
}

function checkToken(noun: string, token: string, scope: Scope): void {
  checkVisibleName(noun, token, scope);
  if (token.endsWith(":pulumi") && token.split(":").length === 3)
    refuseReserved(`"pulumi" is a reserved name of a ${noun}.`, scope);
}
