/** Prints resources as C# statements. */
import type { ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import { upperFirst } from "../../src/ir/upper-first.ts";
import { isLocalComponent, isOfCore } from "../../src/ir/walk.ts";
import { type Doc, hardline, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { optionsToSet, type SetOption, spanOf } from "../shared/options.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { logicalName, refuse, unicode } from "../shared/scope.ts";
import { inputsToSet } from "../shared/stack-references.ts";
import { slashComment } from "../shared/strings.ts";
import { namedTokens, refuseImpossible, type SdkTypeName } from "../shared/type-names.ts";
import { csharpProperty, isCsharpName, namespaceName, resourceName, typeName } from "./cs-name.ts";
import { csharpResourceClass, providerClass } from "./cs-type.ts";
import { dictionary, printProperty } from "./expression.ts";
import { braced, bracesBelow, callOnOneLine, type Item } from "./layout.ts";
import { immutable, systemNamespace } from "./names.ts";
import { fromNamespace, pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints `var logs = new Aws.S3.Bucket("logs", new() …);`. @param assignee the left side of the assignment: `var logs`, or a property */
export function resourceStatement(scope: Scope, assignee: string): Doc {
  const { node } = scope;
  refuseImpossible(csharpTypeNames(scope), node, { language: "csharp", title: "C#" });
  for (const properties of propertiesByClass(node)) {
    const names = properties.map(({ name, language }) => ({ property: name, name: csharpProperty(name, language) }));
    refuseNamesakes(names, node, { language: "csharp", title: "C#" });
  }
  const options = printOptions(scope);
  const construction = isOfCore(node) ? constructCore(scope, options) : constructOrRead(scope, options);
  return stacked([...node.comments.flatMap(slashComment), [`${assignee} = `, construction, ";"]]);
}

/** Returns the namespaces and classes that a resource needs. The SDK generator does not make these names valid, so they can be impossible in C#. */
function csharpTypeNames({ node, program }: Scope): readonly SdkTypeName[] {
  return namedTokens(node).flatMap((token): readonly SdkTypeName[] => {
    const language = program.packages.get(token.package)?.language ?? {};
    const namespaces = token.module === "" ? [] : namespaceName(token.module, language).split(".");
    const name = token === node.resource ? resourceName(token, node.language) : typeName(token);
    return [
      ...namespaces.map((part) => ({ token, what: "namespace" as const, name: part, isPossible: isCsharpName(part) })),
      { token, what: "class", name, isPossible: isCsharpName(name) },
    ];
  });
}

/** Returns the class of a resource. */
export function classOf(scope: Scope): string {
  return isOfCore(scope.node) ? pulumi(scope, csharpCoreClass(scope.node)) : csharpClass(scope);
}

function constructOrRead(scope: Scope, options: readonly Doc[]): Doc {
  const { read } = scope.node;
  return read === undefined ? constructorCall(scope, options) : getCall(scope, read, options);
}

/** Prints `Aws.S3.Bucket.Get("logs", "logs-7f3a", new() …)`. */
function getCall(scope: Scope, { id, takesState }: ReadArguments, options: readonly Doc[]): Doc {
  const items = scope.node.inputs.map((property) => printProperty(property, scope));
  const skipped = takesState && options.length > 0 ? ["null"] : [];
  const state = items.length === 0 ? skipped : [bracesBelow("new()", items)];
  return callOnOneLine(`${csharpClass(scope)}.Get`, [
    quoted(logicalName(scope)),
    quoted(unicode(id, scope)),
    ...state,
    ...options,
  ]);
}

function constructorCall(scope: Scope, options: readonly Doc[]): Doc {
  const { node } = scope;
  const items = inputsToSet(node).map((property) => printProperty(property, scope));
  const args = items.length === 0 && options.length === 0 ? [] : [bracesBelow("new", [], "()")];
  const filled = items.length === 0 ? args : [bracesBelow("new()", items)];
  return callOnOneLine(`new ${csharpClass(scope)}`, [quoted(logicalName(scope)), ...filled, ...options]);
}

function csharpClass(scope: Scope): string {
  const { resource, kind, language } = scope.node;
  if (kind === "stack") return pulumi(scope, "StackReference");
  return kind === "provider" ? providerClass(resource, scope) : csharpResourceClass(resource, language, scope);
}

function csharpCoreClass(node: ResourceNode): string {
  return isLocalComponent(node) ? "ComponentResource" : "CustomResource";
}

/** Prints a constructor of a core SDK class, which takes the type as its first argument. */
function constructCore(scope: Scope, options: readonly Doc[]): Doc {
  const { node } = scope;
  const callee = pulumi(scope, `new ${csharpCoreClass(node)}`);
  const args = [quoted(unicode(node.resource.token, scope)), quoted(logicalName(scope))];
  if (node.inputs.length === 0) return callOnOneLine(callee, [...args, ...options]);
  const entries = node.inputs.map(({ name, value }) => ({ key: name, value }));
  const inputs = dictionary("object?", entries, scope, "any");
  const converted = [inputs, fromNamespace(scope, immutable, ".ToImmutableDictionary()")];
  return callOnOneLine(callee, [
    ...args,
    callOnOneLine(pulumi(scope, "new DictionaryResourceArgs"), [converted]),
    ...options,
  ]);
}

function printOptions(scope: Scope): readonly Doc[] {
  const { node, nodes, program } = scope;
  const { importId, additionalSecretOutputs } = node.options;
  const isComponent = node.kind === "component";
  if (isComponent && (importId !== undefined || additionalSecretOutputs.length > 0)) {
    return refuse(scope, "is a component with options that only custom resources have");
  }
  const items = optionsToSet(node, nodes, { version: openVersion(node, program) }).map((option): Item => {
    const name = option.name === "import" ? "ImportId" : upperFirst(option.name);
    return { doc: [`${name} =`, optionValue(option, scope)] };
  });
  if (items.length === 0) return [];
  return [bracesBelow(pulumi(scope, `new ${isComponent ? "Component" : "Custom"}ResourceOptions`), items)];
}

/** Prints the value of an option, on the line of its name or below it. */
function optionValue(option: SetOption, scope: Scope): Doc {
  const text = (value: string) => quoted(unicode(value, scope));
  const listed = (items: readonly string[]): Doc => [hardline, braced(items.map((doc) => ({ doc })))];
  switch (option.kind) {
    case "resource":
      return ` ${scope.variableOf(option.value)}`;
    case "resources":
      return listed(option.value.map(scope.variableOf));
    case "flag":
      return ` ${option.value}`;
    case "text":
      return ` ${text(option.value)}`;
    case "texts":
      return listed(option.value.map(text));
    case "timeouts": {
      const items = option.value.map(([name, seconds]) => {
        const { count, unit } = spanOf(seconds);
        const from = fromNamespace(scope, systemNamespace, `TimeSpan.From${upperFirst(unit)}`);
        return { doc: `${upperFirst(name)} = ${from}(${count})` };
      });
      return [" ", bracesBelow("new CustomTimeouts", items)];
    }
    case "aliases":
      return listed(option.value.map((urn) => `new Alias { Urn = ${text(urn)} }`));
  }
}
