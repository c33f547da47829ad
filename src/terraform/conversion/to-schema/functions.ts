/** Converts provider functions to functions with positional arguments (pulumi-terraform-bridge `pkg/tfgen/generate_functions.go`). */
import { upperFirst } from "../../../ir/upper-first.ts";
import { bridgedCamelCase } from "../../package/property-names.ts";
import type { FunctionSpec, ObjectSpec, PropertySpec, TypeSpec } from "./document.ts";
import type { CollectionType, FieldType, FunctionModel, ObjectType, ParameterModel } from "./model.ts";
import { objectSpec } from "./object-types.ts";
import { bridgedName } from "./property-names.ts";

interface Sink {
  readonly packageName: string;
  /** Receives the object types of arguments and results. */
  readonly types: Map<string, ObjectSpec>;
}

export function functionSpec(
  { description, deprecation, parameters, variadic, result }: FunctionModel,
  token: string,
  sink: Sink,
): FunctionSpec {
  const name = token.split(":")[2] ?? "";
  const all = variadic === undefined ? parameters : [...parameters, variadic];
  const names = argumentNames(all);
  const argument = (parameter: ParameterModel, index: number): [string, PropertySpec] => {
    const argumentName = names[index] ?? "";
    const type = functionTypeSpec(parameter.type, name + upperFirst(argumentName), sink);
    const words = parameter.description === undefined ? {} : { description: parameter.description };
    return [argumentName, { ...(parameter === variadic ? { type: "array", items: type } : type), ...words }];
  };
  // Make all arguments before the last required one required too, because languages do not allow a required argument after an optional one.
  const lastRequired = parameters.findLastIndex(({ nullable }) => !nullable);
  const inputs = objectSpec(Object.fromEntries(all.map(argument)), names.slice(0, lastRequired + 1));
  const returned: FieldType = result ?? { kind: "invalid" };
  return {
    description,
    inputs: all.length > 0 ? inputs : undefined,
    multiArgumentInputs: all.length > 0 ? names : undefined,
    outputs:
      returned.kind === "object"
        ? membersSpec(returned, `${name}Result`, sink)
        : functionTypeSpec(returned, `${name}Result`, sink),
    deprecationMessage: deprecation,
  };
}

/** Returns unique argument names. In Terraform, parameter names are only documentation, so they can be missing or duplicated. */
function argumentNames(parameters: readonly ParameterModel[]): readonly string[] {
  const taken = new Set<string>();
  return parameters.map(({ name }, index) => {
    const usual = name === "" ? `arg${index + 1}` : bridgedCamelCase(name);
    let free = usual;
    for (let count = 2; taken.has(free); count += 1) free = `${usual}${count}`;
    taken.add(free);
    return free;
  });
}

function functionTypeSpec(type: FieldType, hint: string, sink: Sink): TypeSpec {
  switch (type.kind) {
    case "object": {
      const token = `${sink.packageName}:index/${hint}:${hint}`;
      sink.types.set(token, membersSpec(type, hint, sink));
      return { $ref: `#/types/${token}` };
    }
    case "list":
    case "set":
      return { type: "array", items: functionElement(type, hint, sink) };
    case "map":
      return { type: "object", additionalProperties: functionElement(type, hint, sink) };
    case "float":
      return { type: "number" };
    case "boolean":
    case "integer":
    case "string":
      return { type: type.kind };
    case "dynamic":
    case "invalid":
      return { $ref: "pulumi.json#/Any" };
  }
}

function functionElement({ element }: CollectionType, hint: string, sink: Sink): TypeSpec {
  return element === undefined ? { type: "string" } : functionTypeSpec(element.type, hint, sink);
}

/** Converts the members of an object type. Members are required if the type does not list them as optional. */
function membersSpec({ fields, isTypeAlone }: ObjectType, hint: string, sink: Sink): ObjectSpec {
  const named = [...fields.values()].map((field) => [bridgedName(field, fields), field] as const);
  const properties = named.map(
    ([name, { type }]) => [name, functionTypeSpec(type, hint + upperFirst(name), sink)] as const,
  );
  const required = named.filter(([, { optional }]) => isTypeAlone || !optional).map(([name]) => name);
  return objectSpec(Object.fromEntries(properties), required);
}
