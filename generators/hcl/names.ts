/** Names of an HCL program. Labels are unique for each type. */
import type { CallExpression } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { isHclIdentifier } from "../shared/hcl-syntax.ts";
import { heldVariables } from "../shared/held.ts";
import { type NameTable, nameTable } from "../shared/names.ts";
import { callKey, callsIn } from "../shared/names-in-one-scope.ts";
import { dataTypeName, resourceTypeName, snakeCase } from "./attribute-names.ts";

/** The two labels of a block, and the expression that refers to it: `aws_ec2_vpc.main`. */
interface Address {
  readonly type: string;
  readonly label: string;
  readonly reference: string;
}

export interface HclNames {
  /** The addresses of resources and providers, by node id. */
  readonly resources: ReadonlyMap<string, Address>;
  /** The addresses of data sources, by `callKey`. */
  readonly calls: ReadonlyMap<string, Address>;
  /** The references to resources of the user's code, by node id. */
  readonly held: ReadonlyMap<string, string>;
}

/** Chooses all labels. If the logical name of a resource is an identifier, it is the label, and the block needs no `name`. */
export function solveNames(program: Program): HclNames {
  const tables = labelTables();
  const resources = new Map<string, Address>();
  const named = program.resources.filter(({ logicalName }) => isHclIdentifier(logicalName));
  const others = program.resources.filter(({ logicalName }) => !isHclIdentifier(logicalName));
  for (const node of named) resources.set(node.id, addressOf(node, tables.take(typeLabel(node), node.logicalName)));
  for (const node of others) resources.set(node.id, addressOf(node, tables.take(typeLabel(node), snakeCase(node.id))));
  const calls = new Map([...callsIn(program)].map(([key, call]) => [key, dataAddress(call, resources, tables)]));
  return { resources, calls, held: new Map(heldVariables(program)) };
}

/** Returns the expression that refers to a resource. */
export function referenceTo(id: string, { resources, held }: HclNames): string {
  return resources.get(id)?.reference ?? held.get(id) ?? "null";
}

/** Returns the expression that refers to the data source of a function call. */
export function referenceToCall(call: CallExpression, { calls }: HclNames): string {
  return calls.get(callKey(call))?.reference ?? "null";
}

function labelTables(): { take(type: string, preferred: string): string } {
  const tables = new Map<string, NameTable>();
  return {
    take(type, preferred) {
      const table = tables.get(type) ?? nameTable([], "_");
      tables.set(type, table);
      return table.take(preferred);
    },
  };
}

function typeLabel({ kind, resource, language }: ResourceNode): string {
  if (kind === "provider") return resource.package;
  return kind === "stack" ? "pulumi_stack_reference" : resourceTypeName(resource, language);
}

function addressOf(node: ResourceNode, label: string): Address {
  const type = typeLabel(node);
  return { type, label, reference: `${type}.${label}` };
}

/** Terraform's usual label for a data source without arguments is `current`. */
function dataAddress(
  call: CallExpression,
  resources: ReadonlyMap<string, Address>,
  tables: ReturnType<typeof labelTables>,
): Address {
  const type = dataTypeName(call.function);
  const provider = call.provider === undefined ? undefined : resources.get(call.provider)?.label;
  const label = tables.take(`data.${type}`, provider ?? "current");
  return { type, label, reference: `data.${type}.${label}` };
}
