/** Prints resources as Go statements. Only referenced resources have a variable, because Go does not allow unused variables. */
import type { OutputNode, ResourceNode, ResourceOptions } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { isIdentifier } from "../shared/identifiers.ts";
import { type Doc, hardline, indent, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { durationText, optionsToSet, type SetOption } from "../shared/options.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { logicalName, refuse, unicode } from "../shared/scope.ts";
import { inputsToSet } from "../shared/stack-references.ts";
import { slashComment } from "../shared/strings.ts";
import { namedTokens, refuseImpossible, type SdkTypeName } from "../shared/type-names.ts";
import { printExpression, printField } from "./expression.ts";
import { isBuilt, resourceFile } from "./file-name.ts";
import { exportedName, fieldName, goIdentifiers, isPackageName, isUnexported } from "./go-name.ts";
import { composite, type Entry } from "./layout.ts";
import { goPackage, isInternal } from "./names.ts";
import { goOutputs } from "./reference.ts";
import { pulumi, type Scope, sdkMember } from "./scope.ts";
import { quoted } from "./strings.ts";
import { isUntyped, untyped } from "./untyped.ts";

const optionsWidth = 100;

/**
 * Prints one statement for each resource, with its error check.
 *
 * @param isFirst true if `err` is not declared yet
 * @param failed the expressions that the function returns after an error: `nil, err`
 */
export function resourceStatement(scope: Scope, isFirst: boolean, failed: string): Doc {
  refuseImpossible(goTypeNames(scope), scope.node, { language: "go", title: "Go" });
  refuseImpossibleFields(scope);
  const comments = scope.node.comments.flatMap(slashComment);
  const statement = isRegistered(scope.node) ? register(scope, isFirst) : construct(scope, isFirst);
  return stacked([...comments, statement, ["if err != nil {", indent([hardline, `return ${failed}`]), hardline, "}"]]);
}

/** Prints `ctx.Export("vpcId", vpc.ID())`. @param scope the scope of the resource */
export function outputStatement({ name, value }: OutputNode, scope: Scope): Doc {
  return [`ctx.Export(${quoted(unicode(name, scope))}, `, goOutputs.reference(value, scope), ")"];
}

function goTypeNames(scope: Scope): readonly SdkTypeName[] {
  return namedTokens(scope.node).flatMap((token): readonly SdkTypeName[] => {
    const node = scope.program.packages.get(token.package);
    const packageName = node === undefined ? undefined : goPackage(node, token.module);
    const isImported = node === undefined || !isInternal(node, token.module);
    const name = exportedName(token.member);
    const file = resourceFile(name);
    return [
      ...(packageName === undefined
        ? []
        : [
            {
              token,
              what: "package" as const,
              name: packageName,
              isPossible: isImported && isPackageName(packageName),
            },
          ]),
      { token, what: "class", name, isPossible: !isUnexported(name) },
      // Only a resource has a file of its own in the SDK. All input types share one file.
      ...(token === scope.node.resource
        ? [{ token, what: "file" as const, name: file, isPossible: isBuilt(file) }]
        : []),
    ];
  });
}

/** Throws GENERATOR_CANNOT_EXPRESS for invalid names and duplicate fields, which would not compile in an SDK. */
function refuseImpossibleFields(scope: Scope): void {
  for (const properties of propertiesByClass(scope.node)) {
    const names = properties.map(({ name }) => ({ property: name, name: fieldName(name) }));
    const impossible = names.find(({ name }) => !isIdentifier(name, goIdentifiers));
    if (impossible !== undefined) refuse(scope, `has "${impossible.property}", which is not the name of a field in Go`);
    refuseNamesakes(names, scope.node, { language: "go", title: "Go" });
  }
}

/** Returns the type of the variable that holds a resource. */
export function variableType(scope: Scope): string {
  return `*${isLocalComponent(scope.node) ? pulumi(scope, "ResourceState") : sdkMember(scope, scope.node.resource, resourceTypeName(scope))}`;
}

function construct(scope: Scope, isFirst: boolean): Doc {
  const { node, names } = scope;
  const { read } = node;
  const variable = names.resources.get(node.id);
  const name = resourceTypeName(scope);
  const fields = node.isOpen ? openFields(scope) : inputsToSet(node).map((property) => printField(property, scope));
  const type = `${name}${read === undefined ? "Args" : "State"}`;
  const args = fields.length === 0 ? "nil" : composite(`&${sdkMember(scope, node.resource, type)}`, fields);
  const id = read === undefined ? "" : `, ${pulumi(scope, "ID")}(${quoted(unicode(read.id, scope))})`;
  const method = `${read === undefined ? "New" : "Get"}${name}`;
  const target = variable === undefined ? `_, err ${isFirst ? ":=" : "="}` : `${variable}, err :=`;
  const head = `${sdkMember(scope, node.resource, method)}(ctx, ${quoted(logicalName(scope))}${id}`;
  return callWithOptions(`${target} ${head}`, [args], printOptions(scope));
}

/** The inputs that are fields of `CustomResource` in the Kubernetes SDK. */
const openStruct: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Prints the inputs of a Kubernetes custom resource. Inputs with other names become entries of `OtherFields`. */
function openFields(scope: Scope): readonly Entry[] {
  const { inputs, resource } = scope.node;
  const fields = inputs.filter(({ name }) => openStruct.has(name)).map((property) => printField(property, scope));
  const otherInputs = inputs.filter(({ name }) => !openStruct.has(name));
  if (otherInputs.length === 0) return fields;
  const entries = otherInputs.map((property): Entry => {
    const { key: _, ...entry } = printField(property, scope);
    return entry.value === undefined ? entry : { ...entry, key: quoted(unicode(property.name, scope)) };
  });
  const type = sdkMember(scope, { ...resource, module: "" }, "UntypedArgs");
  return [...fields, { key: "OtherFields", value: composite(type, entries) }];
}

/** Returns the type name of a resource. A resource named Provider is renamed if the package's provider has the name. */
function resourceTypeName({ node, names }: Scope): string {
  if (node.kind === "provider") return "Provider";
  const renamed = names.renames.get(node.resource.package)?.resource(node.resource);
  if (renamed !== undefined) return renamed;
  const name = exportedName(node.resource.member);
  return name === "Provider" && node.resource.module === "" ? "ProviderResource" : name;
}

/** Returns true if the program registers the resource by its type token, without an SDK class. */
function isRegistered(node: ResourceNode): boolean {
  return isLocalComponent(node) || isUntyped(node);
}

/** Prints the registration of a resource by its token: a component without a package, or inputs that no struct can contain. */
function register(scope: Scope, isFirst: boolean): Doc {
  const { node, names } = scope;
  const variable = names.resources.get(node.id);
  const state = `&${variableType(scope).slice(1)}{}`;
  const head = [quoted(unicode(node.resource.token, scope)), quoted(logicalName(scope))];
  const entries = node.inputs.map((property): Entry => {
    const value = printExpression(untyped(property.value), { ...scope, property: property.name });
    return { key: quoted(unicode(property.name, scope)), value };
  });
  const method = isLocalComponent(node) ? componentMethod(entries) : customMethod(node);
  const inputs = entries.length === 0 ? [] : [composite(pulumi(scope, "Map"), entries)];
  const target = `err ${isFirst ? ":=" : "="} ctx.${method}(${head.join(", ")}`;
  const registration = callWithOptions(target, [...inputs, variable ?? state], printOptions(scope));
  return variable === undefined ? registration : stacked([`${variable} := ${state}`, registration]);
}

function componentMethod(inputs: readonly Entry[]): string {
  return inputs.length === 0 ? "RegisterComponentResource" : "RegisterComponentResourceV2";
}

/** Returns the core SDK's function that registers a type of a package. The plugin of a remote component creates its children. */
function customMethod({ kind }: ResourceNode): string {
  return kind === "component" ? "RegisterRemoteComponentResource" : "RegisterResource";
}

function callWithOptions(head: string, args: readonly Doc[], options: readonly string[]): Doc {
  const all = [head, ...args.flatMap((arg) => [", ", arg])];
  const width = options.reduce((sum, option) => sum + option.length + 2, 0);
  if (width <= optionsWidth) return [...all, ...options.map((option) => `, ${option}`), ")"];
  const rows = options.map((option) => [hardline, option, ","]);
  return [...all, ",", indent(rows), hardline, ")"];
}

function printOptions(scope: Scope): readonly string[] {
  return optionsToSet(scope.node, scope.nodes, sdkOptions(scope)).map((option) => {
    const name = option.kind === "timeouts" ? "Timeouts" : exportedName(option.name);
    return `${pulumi(scope, name)}(${optionCode(option, scope)})`;
  });
}

function optionCode(option: SetOption, scope: Scope): string {
  const text = (value: string) => quoted(unicode(value, scope));
  switch (option.kind) {
    case "resource":
      return scope.variableOf(option.value);
    case "resources": {
      const variables = option.value.map(scope.variableOf).join(", ");
      return option.name === "dependsOn" ? `[]${pulumi(scope, "Resource")}{${variables}}` : variables;
    }
    case "flag":
      return String(option.value);
    case "text":
      return option.name === "import" ? `${pulumi(scope, "ID")}(${text(option.value)})` : text(option.value);
    case "texts":
      return `[]string{${option.value.map(text).join(", ")}}`;
    case "timeouts": {
      const fields = option.value.map(([name, seconds]) => `${exportedName(name)}: ${quoted(durationText(seconds))}`);
      return `&${pulumi(scope, "CustomTimeouts")}{${fields.join(", ")}}`;
    }
    case "aliases": {
      const items = option.value.map((urn) => `{URN: ${pulumi(scope, "URN")}(${text(urn)})}`);
      return `[]${pulumi(scope, "Alias")}{${items.join(", ")}}`;
    }
  }
}

/** Returns the options that the SDK's constructor function would set. Without them, the resource would use another default provider. */
function sdkOptions({ node, program }: Scope): Pick<ResourceOptions, "version" | "pluginDownloadUrl"> {
  if (isUntyped(node) && node.options.provider === undefined) return program.packages.get(node.resource.package) ?? {};
  const version = openVersion(node, program);
  return version === undefined ? {} : { version };
}
