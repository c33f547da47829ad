/** Prints a Terraform state (version 4) like `terraform show -json`: nested modules, no provider aliases, and a `sensitive_values` mirror. */
import type { terraformStateOf } from "./terraform-state.ts";

type State = ReturnType<typeof terraformStateOf>;

interface Instance {
  readonly index_key?: string | number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly sensitive_attributes: readonly (readonly { readonly value: string }[])[];
  readonly schema_version: number;
  readonly dependencies?: readonly string[];
}

interface Module {
  readonly address?: string;
  readonly resources: unknown[];
  readonly child_modules: Module[];
}

/** Returns the document. In states of the simulated cloud, only whole attributes are sensitive. */
export function shownOf(state: State) {
  const root: Module = { resources: [], child_modules: [] };
  for (const { module = "", mode, type, name, provider, instances } of state.resources) {
    const holder = moduleAt(root, String(module));
    for (const instance of instances as readonly Instance[]) {
      const { index_key: index, attributes, sensitive_attributes: sensitive, dependencies } = instance;
      const localAddress = `${String(type)}.${String(name)}${index === undefined ? "" : `[${JSON.stringify(index)}]`}`;
      holder.resources.push({
        address: holder.address === undefined ? localAddress : `${holder.address}.${localAddress}`,
        mode,
        type,
        name,
        ...(index !== undefined && { index }),
        provider_name: /"(.*)"/.exec(String(provider))?.[1],
        schema_version: instance.schema_version,
        values: attributes,
        sensitive_values: Object.fromEntries(sensitive.map((path) => [path[0]?.value, true])),
        ...(dependencies !== undefined && { depends_on: dependencies }),
      });
    }
  }
  return { format_version: "1.0", terraform_version: state.terraform_version, values: { root_module: root } };
}

function moduleAt(root: Module, path: string): Module {
  let [module, address] = [root, ""];
  for (const step of path.match(/module\.[^.[]+(?:\["[^"]*"\]|\[\d+\])?/g) ?? []) {
    address = address === "" ? step : `${address}.${step}`;
    const found = module.child_modules.find((child) => child.address === address);
    const child = found ?? { address, resources: [], child_modules: [] };
    if (found === undefined) module.child_modules.push(child);
    module = child;
  }
  return module;
}
