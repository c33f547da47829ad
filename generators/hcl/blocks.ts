/** Prints the top-level blocks of a program. */
import type { CallExpression, Property } from "../../src/ir/expression.ts";
import type { ConfigNode, OutputNode, PackageNode, ResourceNode } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { isHclIdentifier, quoted, validString } from "../shared/hcl-syntax.ts";
import { callKey } from "../shared/names-in-one-scope.ts";
import { refuseOpen } from "../shared/open-kinds.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { refuse } from "../shared/scope.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import { attributeName, dataTypeName } from "./attribute-names.ts";
import { attributesFirst, isPrimitive, printExpression, propertyItems, type Scope } from "./expression.ts";
import { attribute, blockText, type Item, nestedBlock, objectText, separated } from "./layout.ts";
import { type HclNames, referenceTo } from "./names.ts";
import { providerOptions, resourceOptions } from "./options.ts";
import { providerSource } from "./provider-source.ts";

/** Names of arguments and blocks that are not inputs. An input with such a name is in a block `_`. */
const metaArguments = {
  resource: new Set(
    "count for_each depends_on provider providers pulumi lifecycle connection provisioner timeouts _".split(" "),
  ),
  provider: new Set(["alias", "for_each", "pulumi", "_"]),
};

export interface BlockContext {
  readonly names: HclNames;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** Reports an option that HCL cannot express. */
  report(node: ResourceNode, path: string, message: string): void;
}

/** Prints `terraform { required_providers { … } }`, or returns undefined without packages. */
export function terraformBlock(packages: Iterable<PackageNode>): string | undefined {
  const providers = [...packages].map((node) => {
    const { source, version } = providerSource(node);
    const versions = version === undefined ? [] : [attribute("version", quoted(version))];
    return attribute(node.name, objectText([attribute("source", quoted(source)), ...versions]));
  });
  return providers.length === 0 ? undefined : blockText("terraform", [nestedBlock("required_providers", providers)]);
}

/** Prints `variable "dbPassword" { … }`. The runtime reads the value from the configuration with this key. */
export function variableBlock({ key, type, secret }: ConfigNode): string {
  const typeName = type.kind === "integer" ? "number" : type.kind === "boolean" ? "bool" : type.kind;
  return blockText(`variable ${quoted(key)}`, [
    attribute("type", isPrimitive(type) ? typeName : "string"),
    ...(secret ? [attribute("sensitive", "true")] : []),
  ]);
}

/** Prints `data "aws_caller_identity" "current" {}`. */
export function dataBlock(call: CallExpression, names: HclNames): string {
  const label = names.calls.get(callKey(call))?.label ?? "current";
  const items = call.provider === undefined ? [] : [attribute("provider", referenceTo(call.provider, names))];
  return blockText(`data ${quoted(dataTypeName(call.function))} ${quoted(label)}`, items);
}

/** Prints a `resource` or `provider` block, followed by an `import` block if the program imports the resource. */
export function resourceBlocks(node: ResourceNode, context: BlockContext): readonly string[] {
  const scope: Scope = { language: "hcl", node, path: [], names: context.names };
  refuseKind(scope);
  refuseSameNames(node);
  if (node.kind === "provider") return [providerBlock(scope, context)];
  const { type, label, reference } = context.names.resources.get(node.id) ?? { type: "", label: "", reference: "" };
  const { above, depends, blocks, lost } = resourceOptions(scope, context.nodes);
  for (const path of lost) {
    context.report(node, path, "HCL cannot express this path, so it is printed as a comment.");
  }
  const inputs = inputItems(node.inputs, scope, metaArguments.resource);
  const items = separated([above, inputs, depends, blocks]);
  const block = blockText(`resource ${quoted(type)} ${quoted(label)}`, items, node.comments);
  const { importId } = node.options;
  return importId === undefined ? [block] : [block, importBlock(reference, validString(importId, scope))];
}

function importBlock(reference: string, id: string): string {
  return blockText("import", [attribute("to", reference), attribute("id", id)]);
}

function providerBlock(scope: Scope, { nodes }: BlockContext): string {
  const { node } = scope;
  if (!isHclIdentifier(node.logicalName))
    return refuse(scope, "is a provider whose name is not an identifier, as HCL requires");
  return blockText(
    `provider ${quoted(node.resource.package)}`,
    [
      attribute("alias", quoted(node.logicalName)),
      ...inputItems(node.inputs, scope, metaArguments.provider),
      ...providerOptions(scope, nodes),
    ],
    node.comments,
  );
}

/** Prints `output "vpcId" { value = aws_ec2_vpc.main.id }`. */
export function outputBlock(output: OutputNode, { names, nodes }: BlockContext): string {
  const scope: Scope = { language: "hcl", node: nodeOfOutput(output, nodes), path: [], names };
  const value = printExpression(output.value, output.value.type, scope);
  return blockText(`output ${validString(output.name, scope)}`, [attribute("value", value)]);
}

function inputItems(inputs: readonly Property[], scope: Scope, meta: ReadonlySet<string>): readonly Item[] {
  const isMeta = (property: Property): boolean => meta.has(attributeName(property));
  const itemsOf = (properties: readonly Property[]): readonly Item[] =>
    attributesFirst(properties.flatMap((property) => propertyItems(property, scope)));
  const escaped = itemsOf(inputs.filter(isMeta));
  const items = itemsOf(inputs.filter((property) => !isMeta(property)));
  return escaped.length === 0 ? items : [...items, nestedBlock("_", escaped)];
}

/** Throws GENERATOR_CANNOT_EXPRESS if two properties have the same name in snake case. */
function refuseSameNames(node: ResourceNode): void {
  for (const properties of propertiesByClass(node)) {
    const names = properties.map((property) => ({ property: property.name, name: attributeName(property) }));
    refuseNamesakes(names, node, { language: "hcl", title: "HCL" });
  }
}

/** Throws GENERATOR_CANNOT_EXPRESS for resources that HCL does not have. */
function refuseKind(scope: Scope): void {
  const { node } = scope;
  refuseOpen("hcl", node, "and HCL supports only types in the package's schema");
  if (node.read !== undefined) refuse(scope, "is read and not managed, and HCL cannot read a resource by its ID");
  if (isLocalComponent(node))
    refuse(scope, "is a component without a package, and HCL has only modules with other types");
}
