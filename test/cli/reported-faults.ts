/** Publicly reported faults of imports and generated code. docs/pains.md lists all of them. */

export const text = { type: "string" };
const prefix = "urn:pulumi:dev::orchard::";

export interface Resource {
  readonly type: string;
  readonly name: string;
  readonly inputs: object;
}

/** Returns an exported state with the root stack, a default provider per package, and the resources. */
export function stateOf(...resources: readonly Resource[]): string {
  const stack = { urn: `${prefix}pulumi:pulumi:Stack::orchard-dev`, custom: false, type: "pulumi:pulumi:Stack" };
  const providerOf = (type: string): string => {
    const [name = ""] = type.split(":");
    return `${prefix}pulumi:providers:${name}::default_1_0_0`;
  };
  const providers = [...new Set(resources.map(({ type }) => type.split(":")[0] ?? ""))].map((name) => ({
    urn: providerOf(name),
    custom: true,
    id: "6f3c",
    type: `pulumi:providers:${name}`,
    inputs: { version: "1.0.0" },
  }));
  const entries = resources.map(({ type, name, inputs }) => ({
    urn: `${prefix}${type}::${name}`,
    custom: true,
    id: `${name}-1`,
    type,
    parent: stack.urn,
    provider: `${providerOf(type)}::6f3c`,
    inputs,
    outputs: inputs,
  }));
  const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
  return JSON.stringify({ version: 3, deployment: { manifest, resources: [stack, ...providers, ...entries] } });
}
