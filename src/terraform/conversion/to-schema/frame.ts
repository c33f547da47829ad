/**
 * Returns the parts of a schema about the package itself: its origin, parameterization, and settings for languages (pulumi-terraform-bridge
 * `dynamic/info.go`, `genPackageSpec`).
 */
import type { FunctionSpec, PackageDocument } from "./document.ts";
import type { Profile, ProviderModel } from "./model.ts";

type Frame = Pick<
  PackageDocument,
  "description" | "attribution" | "repository" | "publisher" | "language" | "parameterization"
>;

export function schemaFrame(
  { name, source, version, isMapped }: ProviderModel,
  packageName: string,
  profile: Profile,
): Frame {
  const [host = "", organisation = ""] = source?.split("/") ?? [];
  const repository = `https://github.com/${organisation}/terraform-provider-${name}`;
  // A mapping comes from a provider that is bridged with its code, so the settings of `framework` apply in both profiles.
  if (profile === "framework" || isMapped) return { language: frameworkLanguages };
  const isPublished = organisation !== "";
  const description = `A Pulumi provider dynamically bridged from ${name}.`;
  const readme =
    `> This provider is a derived work of the [Terraform Provider](${repository})\n` +
    "> distributed under [MPL 2.0](https://www.mozilla.org/en-US/MPL/2.0/). If you encounter a bug or missing feature,\n" +
    `> please consult the source [\`terraform-provider-${name}\` repo](${repository}/issues).`;
  return {
    description,
    attribution: isPublished
      ? `This Pulumi package is based on the [\`${name}\` Terraform Provider](${repository}).`
      : undefined,
    repository: isPublished ? repository : undefined,
    publisher: isPublished ? organisation : undefined,
    language: dynamicLanguages(packageName, description, isPublished ? { readme } : {}, version),
    parameterization:
      isPublished && version !== undefined ? bridgeParameterization(host, source ?? "", version) : undefined,
  };
}

/** The SDK compatibility mode of bridged packages. */
const compatibility = "tfbridge20";

const frameworkLanguages = {
  nodejs: { compatibility, disableUnionOutputTypes: true },
  python: { compatibility, pyproject: {} },
};

function dynamicLanguages(
  packageName: string,
  packageDescription: string,
  readme: object,
  version: string | undefined,
) {
  const major = Number(version?.split(".")[0]?.replace(/^v/, "") ?? 0);
  const base = [
    "github.com/pulumi/pulumi-terraform-provider/sdks/go",
    packageName,
    ...(major > 1 ? [`v${major}`] : []),
    packageName,
  ];
  const [lift, respect] = [{ liftSingleValueMethodReturns: true }, { respectSchemaVersion: true }];
  return {
    csharp: { compatibility, ...lift, ...respect },
    go: {
      importBasePath: base.join("/"),
      rootPackageName: packageName,
      ...lift,
      generateExtraInputTypes: true,
      ...respect,
    },
    java: { basePackage: "", buildFiles: "", gradleNexusPublishPluginVersion: "", gradleTest: "" },
    nodejs: { packageDescription, ...readme, compatibility, disableUnionOutputTypes: true, ...lift, ...respect },
    python: { ...readme, compatibility, ...respect, pyproject: { enabled: true } },
  };
}

/** Returns the parameterization. Replaces Terraform's registry with the registry of OpenTofu, which the bridge uses for a provider without a host. */
function bridgeParameterization(host: string, source: string, version: string) {
  const url = host === "registry.terraform.io" ? source.replace(host, "registry.opentofu.org") : source;
  const parameter = Buffer.from(JSON.stringify({ remote: { url, version } })).toString("base64");
  // Use the version of an unreleased bridge, because a document does not contain the bridge's version.
  return { baseProvider: { name: "terraform-provider", version: "0.0.0-dev" }, parameter };
}

/**
 * Returns the token and the schema of a provider method, which returns the configuration with Terraform's names. Terraform modules use this method.
 */
export function configMethod(packageName: string): { readonly token: string; readonly spec: FunctionSpec } {
  const token = `pulumi:providers:${packageName}/terraformConfig`;
  const any = { $ref: "pulumi.json#/Any" };
  return {
    token,
    spec: {
      description:
        "This function returns a Terraform config object with terraform-namecased keys," +
        "to be used with the Terraform Module Provider.",
      inputs: { properties: { __self__: { type: "ref", $ref: "#/provider" } }, type: token, required: ["__self__"] },
      outputs: {
        properties: { result: { type: "object", additionalProperties: any } },
        required: ["result"],
        type: "object",
      },
    },
  };
}

export function providerDescription(packageName: string): string {
  return (
    `The provider type for the ${packageName} package. By default, resources use package-wide configuration\n` +
    "settings, however an explicit `Provider` instance may be created and passed during resource\n" +
    "construction to achieve fine-grained programmatic control over provider settings. See the\n" +
    "[documentation](https://www.pulumi.com/docs/reference/programming-model/#providers) for more information.\n"
  );
}
