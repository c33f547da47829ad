/** Finds the service and the kind of an inventory object, from the type in the listing or from the identity. */
import { type IdentityParts, type InventoryObject, identityParts } from "./inventory-object.ts";

export interface CloudType {
  /** The name of the type for users: the type in the listing, or the start of the identity, such as `arn:ec2:instance`. */
  readonly label: string;
  readonly cloud: IdentityParts["cloud"];
  /** May be `""`. */
  readonly service: string;
  /** The kind of the object in its service. Outer kinds come first: `virtualNetworks/subnets`. May be `""`. */
  readonly kind: string;
  /** The Pulumi type, if the listing states it. */
  readonly token?: string;
}

/** Returns the type of the object. A type in the listing is more exact than the identity. */
export function cloudTypeOf({ typeName, identity }: Pick<InventoryObject, "typeName" | "identity">): CloudType {
  const parts = identityParts(identity);
  const named = typeName === undefined ? undefined : namedType(typeName);
  if (named !== undefined) return { cloud: parts.cloud, ...named };
  const { cloud, service, collection } = parts;
  const words = [labelPrefixes[cloud], service, collection].filter((word) => word !== "");
  return { label: words.join(":"), cloud, service, kind: collection };
}

const labelPrefixes = { aws: "arn", azure: "azure", gcp: "gcp", none: "" } as const;

type NamedType = Omit<CloudType, "cloud"> & { readonly cloud?: CloudType["cloud"] };

/** Parses the type in a listing. */
function namedType(label: string): NamedType {
  const formation = /^(\w+)::(\w+)::(\w+)$/.exec(label);
  if (formation !== null) {
    const cloud = formation[1] === "AWS" ? { cloud: "aws" as const } : {};
    return { label, service: formation[2] ?? "", kind: formation[3] ?? "", ...cloud };
  }
  if (/^[a-z][\w-]*:[^:]+:[A-Z]\w*$/.test(label)) return { label, service: "", kind: "", token: label };
  const azure = /^([A-Za-z]\w*\.[\w.]+)\/([\w/.-]+)$/.exec(label);
  const google = /^([\w-]+)\.googleapis\.com\/(\w+)$/.exec(label) ?? /^(\w+)#(\w+)$/.exec(label);
  if (google !== null) return { label, service: google[1] ?? "", kind: google[2] ?? "", cloud: "gcp" };
  if (azure !== null) return { label, service: azure[1] ?? "", kind: azure[2] ?? "", cloud: "azure" };
  const explorer = /^([\w-]+):([\w/-]+)$/.exec(label);
  if (explorer !== null) return { label, service: explorer[1] ?? "", kind: explorer[2] ?? "" };
  const terraform = /^(?:aws|google|azurerm)_(\w+)$/.exec(label);
  return { label, service: "", kind: terraform?.[1] ?? label };
}
