/**
 * Prints resources as Go statements. Only a resource that another refers to has a variable: an unused variable is an error.
 */
import { formatPattern } from "../../src/ir/path.ts";
import type { ResourceNode, ResourceOptions } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, hardline, ifSet, indent, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { logicalName, refuse, unicode } from "../shared/place.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { slashComment } from "../shared/strings.ts";
import { namedTokens, refuseImpossible, type SdkTypeName } from "../shared/type-names.ts";
import { printExpression, printField } from "./expression.ts";
import { isBuilt, resourceFile } from "./file-name.ts";
import { exportedName, fieldName, isImpossible, isPackageName, isUnexported } from "./go-name.ts";
import { composite, type Entry } from "./layout.ts";
import { goPackage, isInternal } from "./names.ts";
import { type Place, pulumi, sdkMember } from "./place.ts";
import { quoted } from "./strings.ts";
import { isUntyped, untyped } from "./untyped.ts";

/** Options follow the arguments on one line up to this width, else each has a line. */
const optionsWidth = 100;

/**
 * Prints one statement for each resource, and the check of its error.
 *
 * @param isFirst no statement before has declared `err`
 * @param failed what is returned with an error
 */
export function resourceStatement(place: Place, isFirst: boolean, failed: string): Doc {
  refuseImpossible(typeNames(place), place.node, { language: "go", title: "Go" });
  refuseImpossibleFields(place);
  const comments = place.node.comments.flatMap(slashComment);
  const made = isRegistered(place.node) ? register(place, isFirst) : construct(place, isFirst);
  return stacked([...comments, made, ["if err != nil {", indent([hardline, `return ${failed}`]), hardline, "}"]]);
}

/** The packages, files and classes that a resource needs. */
function typeNames(place: Place): readonly SdkTypeName[] {
  return namedTokens(place.node).flatMap((token): readonly SdkTypeName[] => {
    const node = place.program.packages.get(token.package);
    const ofPackage = node === undefined ? undefined : goPackage(node, token.module);
    const isImported = node === undefined || !isInternal(node, token.module);
    const name = exportedName(token.member);
    const file = resourceFile(name);
    return [
      ...(ofPackage === undefined
        ? []
        : [{ token, what: "package" as const, name: ofPackage, isPossible: isImported && isPackageName(ofPackage) }]),
      { token, what: "class", name, isPossible: !isUnexported(name) },
      // The types of inputs are in one file.
      ...(token === place.node.resource
        ? [{ token, what: "file" as const, name: file, isPossible: isBuilt(file) }]
        : []),
    ];
  });
}

/** Throws GENERATOR_CANNOT_EXPRESS for properties with which no SDK compiles: illegal names, and two fields of one name. */
function refuseImpossibleFields(place: Place): void {
  for (const properties of propertiesByClass(place.node)) {
    const names = properties.map(({ name }) => ({ property: name, name: fieldName(name) }));
    const impossible = names.find(({ name }) => isImpossible(name));
    if (impossible !== undefined) refuse(place, `has "${impossible.property}", which is not the name of a field in Go`);
    refuseNamesakes(names, place.node, { language: "go", title: "Go" });
  }
}

/** The type of the variable that holds a resource. */
export function variableType(place: Place): string {
  return `*${isLocalComponent(place.node) ? pulumi(place, "ResourceState") : sdkMember(place, place.node.resource, resourceTypeName(place))}`;
}

/** The type of a parameter that takes a resource of a person's code: any resource where the class is not known. */
export function heldType(place: Place): string {
  const { node, program } = place;
  const isKnown = !isLocalComponent(node) && program.packages.has(node.resource.package);
  return isKnown ? variableType(place) : pulumi(place, "Resource");
}

function construct(place: Place, isFirst: boolean): Doc {
  const { node, names } = place;
  const { read } = node;
  const variable = names.resources.get(node.id);
  const name = resourceTypeName(place);
  const fields = node.isOpen ? openFields(place) : node.inputs.map((property) => printField(property, place));
  const type = `${name}${read === undefined ? "Args" : "State"}`;
  const args = fields.length === 0 ? "nil" : composite(`&${sdkMember(place, node.resource, type)}`, fields);
  const id = read === undefined ? "" : `, ${pulumi(place, "ID")}(${quoted(unicode(read.id, place))})`;
  const method = `${read === undefined ? "New" : "Get"}${name}`;
  const target = variable === undefined ? `_, err ${isFirst ? ":=" : "="}` : `${variable}, err :=`;
  const head = `${sdkMember(place, node.resource, method)}(ctx, ${quoted(logicalName(place))}${id}`;
  return callWithOptions(`${target} ${head}`, [args], printOptions(place));
}

/** The inputs that the struct of custom resources has as fields. */
const openStruct: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Inputs of other names are entries of `OtherFields`. */
function openFields(place: Place): readonly Entry[] {
  const { inputs, resource } = place.node;
  const fields = inputs.filter(({ name }) => openStruct.has(name)).map((property) => printField(property, place));
  const others = inputs.filter(({ name }) => !openStruct.has(name));
  if (others.length === 0) return fields;
  const entries = others.map((property): Entry => {
    const { key: _, ...entry } = printField(property, place);
    return entry.value === undefined ? entry : { ...entry, key: quoted(unicode(property.name, place)) };
  });
  const type = sdkMember(place, { ...resource, module: "" }, "UntypedArgs");
  return [...fields, { key: "OtherFields", value: composite(type, entries) }];
}

/** The type of a resource; a resource called Provider gives way to the package's provider. */
function resourceTypeName({ node, names }: Place): string {
  if (node.kind === "provider") return "Provider";
  const renamed = names.renames.get(node.resource.package)?.resource(node.resource);
  if (renamed !== undefined) return renamed;
  const name = exportedName(node.resource.member);
  return name === "Provider" && node.resource.module === "" ? "ProviderResource" : name;
}

/** True for a resource that no package's function constructs. */
function isRegistered(node: ResourceNode): boolean {
  return isLocalComponent(node) || isUntyped(node);
}

/** Registers a resource by its token: a component that no package defines, or inputs that no struct can have. */
function register(place: Place, isFirst: boolean): Doc {
  const { node, names } = place;
  const variable = names.resources.get(node.id);
  const state = `&${variableType(place).slice(1)}{}`;
  const head = [quoted(unicode(node.resource.token, place)), quoted(logicalName(place))];
  const entries = node.inputs.map((property): Entry => {
    const value = printExpression(untyped(property.value), { ...place, property: property.name });
    return { key: quoted(unicode(property.name, place)), value };
  });
  const method = isLocalComponent(node) ? componentMethod(entries) : customMethod(node);
  const inputs = entries.length === 0 ? [] : [composite(pulumi(place, "Map"), entries)];
  const target = `err ${isFirst ? ":=" : "="} ctx.${method}(${head.join(", ")}`;
  const made = callWithOptions(target, [...inputs, variable ?? state], printOptions(place));
  return variable === undefined ? made : stacked([`${variable} := ${state}`, made]);
}

function componentMethod(inputs: readonly Entry[]): string {
  return inputs.length === 0 ? "RegisterComponentResource" : "RegisterComponentResourceV2";
}

/** A remote component's type is in the package; its resources are made elsewhere. */
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

/** In the order of docs/programs.md#options; empty where no option is set. */
function printOptions(place: Place): readonly string[] {
  const { node, nodes, variableOf: variable } = place;
  const sdk = sdkOptions(place);
  const { options } = node;
  const flags = inheritedFlags(node, nodes);
  const text = (value: string) => quoted(unicode(value, place));
  const texts = (values: readonly string[]) => sliceOption("[]string", values.map(text));
  const entries: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Parent", ifSet(options.parent, variable)],
    ["Provider", ifSet(options.provider, variable)],
    ["Providers", options.providers?.map(variable).join(", ")],
    ["DependsOn", sliceOption(`[]${pulumi(place, "Resource")}`, options.dependsOn.map(variable))],
    ["Protect", ifSet(flags.protect, String)],
    ["RetainOnDelete", ifSet(flags.retainOnDelete, String)],
    ["DeletedWith", ifSet(options.deletedWith, variable)],
    ["IgnoreChanges", texts(options.ignoreChanges.map(formatPattern))],
    ["AdditionalSecretOutputs", texts(options.additionalSecretOutputs)],
    ["Timeouts", goTimeouts(place)],
    ["Aliases", aliases(place)],
    ["Version", ifSet(options.version ?? sdk.version, text)],
    ["PluginDownloadURL", ifSet(options.pluginDownloadUrl ?? sdk.pluginDownloadUrl, text)],
    ["Import", ifSet(options.importId, (id) => `${pulumi(place, "ID")}(${text(id)})`)],
  ];
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [`${pulumi(place, name)}(${value})`]));
}

/** The options that an SDK's function would have set: without them the resource would get another default provider. */
function sdkOptions({ node, program }: Place): Pick<ResourceOptions, "version" | "pluginDownloadUrl"> {
  if (isUntyped(node) && node.options.provider === undefined) return program.packages.get(node.resource.package) ?? {};
  const version = openVersion(node, program);
  return version === undefined ? {} : { version };
}

/** The timeouts on one line. */
function goTimeouts(place: Place): string | undefined {
  const fields = timeoutsOf(place.node.options.customTimeouts).map(([name, seconds]) => {
    return `${exportedName(name)}: ${quoted(durationText(seconds))}`;
  });
  return fields.length === 0 ? undefined : `&${pulumi(place, "CustomTimeouts")}{${fields.join(", ")}}`;
}

/** The aliases on one line. */
function aliases(place: Place): string | undefined {
  const urn = (text: string) => `{URN: ${pulumi(place, "URN")}(${quoted(unicode(text, place))})}`;
  const items = (place.node.options.aliases ?? []).map(urn);
  return sliceOption(`[]${pulumi(place, "Alias")}`, items);
}

function sliceOption(type: string, items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `${type}{${items.join(", ")}}`;
}
