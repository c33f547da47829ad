/** Fake packages with exactly the definitions that schemas refer to, so that Pulumi's binder can resolve the references. */
import type { OtherPackage } from "../../src/schema/check/check.ts";

interface MadeUp {
  readonly types: Set<string>;
  readonly resources: Set<string>;
}

export interface OtherPackages {
  /** A schema for each package, in the format of `bindschema`. */
  readonly schemas: ReadonlyMap<string, string>;
  load(name: string): Promise<OtherPackage | undefined>;
}

/** Returns the packages that the schemas refer to. @param texts schemas with references */
export function otherPackages(texts: readonly string[]): OtherPackages {
  const packages = new Map<string, MadeUp>();
  const reference = /"\/?([-\w]+)\/v[^/"]*\/schema\.json#\/(types|resources|provider)\/?([^"]*)"/g;
  for (const text of texts) {
    for (const [, name = "", section = "", token = ""] of text.matchAll(reference)) {
      const known = packages.get(name) ?? { types: new Set(), resources: new Set() };
      packages.set(name, known);
      if (section === "types" || section === "resources") known[section].add(decodeURIComponent(token));
    }
  }
  return {
    schemas: new Map([...packages].map(([name, made]) => [name, schemaOf(name, made)])),
    load: (name) => {
      const made = packages.get(name);
      if (made === undefined) return Promise.resolve(undefined);
      const provider = `pulumi:providers:${name}`;
      return Promise.resolve({
        hasType: (token) => made.types.has(token),
        hasResource: (token) => token === provider || made.resources.has(token),
      });
    },
  };
}

function schemaOf(name: string, { types, resources }: MadeUp): string {
  const allowedPackageNames = [...types, ...resources].map((token) => token.split(":")[0]);
  return JSON.stringify({
    name,
    allowedPackageNames,
    meta: { moduleFormat: "(index|.*)" },
    types: Object.fromEntries([...types].map((token) => [token, { type: "object", properties: {} }])),
    resources: Object.fromEntries(
      [...resources].filter((token) => !token.startsWith("pulumi:")).map((token) => [token, {}]),
    ),
  });
}
