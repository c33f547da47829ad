/** The objects of an inventory, as plain data. */
import { createHash } from "node:crypto";
import type { TextLocation } from "../import-file/import-specs.ts";

export interface InventoryObject {
  /** The text that identifies the object in the listing: an ARN, a resource ID, a self link, a physical ID, or a name. */
  readonly identity: string;
  /** The type in the listing, such as `AWS::S3::Bucket`. Omitted if the listing has none. */
  readonly typeName?: string;
  /** The name in the cloud, or `""`. */
  readonly name: string;
  /** The other fields with texts, numbers, or booleans, by dotted path. */
  readonly fields: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  readonly where: TextLocation;
}

/** The parts of an identity. */
export interface IdentityParts {
  readonly cloud: "aws" | "azure" | "gcp" | "none";
  /** The service in the identity: `ec2`, `Microsoft.Network`, `compute`. May be `""`. */
  readonly service: string;
  /** The name of the type in the identity: `instance`, `virtualNetworks/subnets`, `instances`. May be `""`. */
  readonly collection: string;
  /** The parts after the name of the type. */
  readonly segments: readonly string[];
  /** The text after the name of the type. */
  readonly rest: string;
  readonly region?: string;
  readonly account?: string;
  /** The partition of an ARN: `aws`, `aws-cn`, `aws-us-gov`. Other systems with ARNs have other partitions. */
  readonly partition?: string;
}

/** Splits an identity. A text that is not an ARN or a path has no service and no collection. */
export function identityParts(identity: string): IdentityParts {
  const arn = /^arn:([\w-]+):([\w-]*):([\w-]*):([\w-]*):([\s\S]+)$/.exec(identity);
  if (arn !== null)
    return { ...arnParts(arn[2] ?? "", arn[5] ?? ""), partition: arn[1], region: arn[3], account: arn[4] };
  const azure = /^\/subscriptions\/[^/]+/i.exec(identity);
  if (azure !== null) return azureParts(identity);
  const google =
    /^(?:\/\/|https:\/\/)(?:www\.)?([\w-]+)\.googleapis\.com\/(?:([\w-]+)\/)?(?:v\d\w*\/)?(projects\/[\s\S]+)$/.exec(
      identity,
    ) ??
    /^https:\/\/(www)\.googleapis\.com\/(storage)\/v\d\w*\/(b\/[^/]+)$/.exec(identity) ??
    /^\/\/([\w-]+)\.googleapis\.com\/()([\s\S]+)$/.exec(identity);
  if (google !== null) return googleParts(google[1] ?? "", google[3] ?? "", google[2]);
  const segments = identity.split(/[/:]/).filter((part) => part !== "");
  return { cloud: "none", service: "", collection: "", segments, rest: identity };
}

/** Prefixes of a resource in an ARN that are not the name of its type, such as `regional/ipset/NAME/ID`. */
const arnScopes: ReadonlySet<string> = new Set(["regional", "global"]);

function arnParts(service: string, resource: string): IdentityParts {
  if (resource.startsWith("/")) return pathParts("aws", service, resource.slice(1).split("/"));
  const parts = resource.split(/[/:]/);
  // The ARN of a subscription is the ARN of its topic with an ID.
  if (service === "sns") {
    const collection = parts.length > 1 ? "subscription" : "";
    return { cloud: "aws", service, collection, segments: parts, rest: resource };
  }
  const skipped = arnScopes.has(parts[0] ?? "") && parts.length > 2 ? 1 : 0;
  const collection = parts.length > 1 ? (parts[skipped] ?? "") : "";
  const start = parts.slice(0, skipped + 1).join("/").length + 1;
  const rest = collection === "" ? resource : resource.slice(start);
  const segments = rest.split(/[/:]/).filter((part) => part !== "");
  return { cloud: "aws", service, collection, segments, rest };
}

function azureParts(identity: string): IdentityParts {
  const provider = identity.toLowerCase().lastIndexOf("/providers/");
  if (provider < 0) {
    const parts = identity.split("/").slice(1);
    const collection = parts.length > 2 ? "resourceGroups" : "subscriptions";
    return { cloud: "azure", service: "Microsoft.Resources", collection, segments: parts.slice(-1), rest: identity };
  }
  const [service = "", ...path] = identity.slice(provider + "/providers/".length).split("/");
  return pathParts("azure", service, path);
}

function googleParts(service: string, path: string, api: string | undefined): IdentityParts {
  const parts = path.split("/");
  // `global` replaces a collection and a name, as in `projects/P/global/networks/N`.
  const scoped = parts.filter((part, index) => part !== "global" || parts[index - 1] === "locations");
  return pathParts("gcp", service === "www" ? (api ?? "") : service, scoped);
}

/** Parts of a Google path that say where an object is. They are not part of its type. */
const placeNames: ReadonlySet<string> = new Set([
  "projects",
  "zones",
  "regions",
  "locations",
  "folders",
  "organizations",
]);

/** Splits a path of collections and names: `virtualNetworks/NAME/subnets/NAME`. */
function pathParts(cloud: IdentityParts["cloud"], service: string, path: readonly string[]): IdentityParts {
  const collections = path.filter((_, index) => index % 2 === 0);
  const names = path.filter((_, index) => index % 2 === 1);
  const places = cloud === "gcp" ? collections.filter((name) => placeNames.has(name)) : [];
  const own = collections.slice(places.length === collections.length ? -1 : 0).filter((name) => !places.includes(name));
  const collection = own.length > 0 ? own.join("/") : (collections.at(-1) ?? "");
  const segments = names.length === 0 ? path : path.length % 2 === 1 ? [...names, path.at(-1) ?? ""] : names;
  return { cloud, service, collection, segments, rest: path.join("/") };
}

/** Returns true for an ARN, an Azure ID, a Google name, or a URL. It differs between all objects of all types. */
export function isGlobal(identity: string): boolean {
  return identityParts(identity).cloud !== "none" || /^https?:\/\//.test(identity);
}

/** Returns true for text that an import file cannot contain: control characters, and halves of surrogate pairs. */
export function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cs}]/u.test(text);
}

/** Returns a text that only the same object has. Objects with the same name can differ in another field, such as their container. */
export function objectKey({ identity, fields }: Pick<InventoryObject, "identity" | "fields">): string {
  if (isGlobal(identity)) return identity;
  // The fields can contain secrets, and the journal of a discovery contains keys.
  return createHash("sha256")
    .update(JSON.stringify([identity, ...fields]))
    .digest("hex");
}

/** Returns true if two texts identify the same object. Azure ignores case, and Google names an object by path or by URL. */
export function isSameIdentity(a: string, b: string): boolean {
  if (a === b) return true;
  const { cloud } = identityParts(a);
  switch (cloud) {
    case "azure":
      return a.toLowerCase() === b.toLowerCase();
    case "gcp": {
      const path = googlePath(a);
      return path.includes("/") && (path === googlePath(b) || path === b);
    }
    case "aws":
      return a.replace(/:\*$/, "") === b.replace(/:\*$/, "");
    case "none":
      return false;
  }
}

/** Returns the part of a Google name that its URL has too: `projects/P/zones/Z/instances/I`. */
export function googlePath(identity: string): string {
  const start = identity.search(/(?<=\/)projects\//);
  return start < 0 ? identity.replace(/^\/\/[^/]+\//, "") : identity.slice(start);
}
