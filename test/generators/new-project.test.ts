import assert from "node:assert/strict";
import { node, program } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const made = program(
  [
    node("a", "aws:s3:Bucket"),
    node("b", "random:index:RandomPet"),
    node("c", "mine:index:Thing"),
    node("d", "tf:index:Thing"),
  ],
  [
    { name: "random", version: "4.16.0-alpha.1", language: {} },
    {
      name: "aws",
      version: "6.1.0",
      language: {
        nodejs: { packageName: "@acme/aws" },
        python: { packageName: "acme_aws" },
        go: { importBasePath: "github.com/pulumi/pulumi-aws/sdk/v6/go/aws" },
      },
    },
    {
      name: "tf",
      version: "1.0.0",
      language: {},
      parameterization: { baseProvider: { name: "t", version: "1.0.0" }, parameter: "" },
    },
    { name: "mine", version: "0.1.0", language: {} },
  ],
);

const files = async (language: string, name = "shop"): Promise<ReadonlyMap<string, string>> => {
  const generator = await loadGenerator(language);
  const project = { name, description: "Resources of stack dev", unpublished: new Set(["mine"]) };
  return new Map(generator.newProject?.(made, project).map(({ path, text }) => [path, text]));
};

describe("a new project", () => {
  it("pins package versions of a new TypeScript project", async () => {
    const manifest = JSON.parse((await files("typescript", "Shop.2")).get("package.json") ?? "") as object;
    assert.deepEqual(manifest, {
      name: "shop.2",
      private: true,
      main: "index.ts",
      devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
      dependencies: { "@acme/aws": "6.1.0", "@pulumi/pulumi": "^3.113.0", "@pulumi/random": "4.16.0-alpha.1" },
    });
  });

  it("pins package versions of a new Python project", async () => {
    const text = (await files("python")).get("requirements.txt");
    assert.equal(text, "pulumi>=3.0.0,<4.0.0\nacme-aws==6.1.0\npulumi-random==4.16.0a1\n");
  });

  it("pins module versions of a new Go project", async () => {
    const text = (await files("go")).get("go.mod") ?? "";
    assert.deepEqual(
      text.match(/^\t.*$/gm),
      [
        "\tgithub.com/pulumi/pulumi-aws/sdk/v6 v6.1.0",
        "\tgithub.com/pulumi/pulumi/sdk/v3 v3.113.0",
        "\texample.com/pulumi-random/sdk/v4 v4.16.0-alpha.1",
      ].sort(),
    );
  });

  it("pins package versions of a new C# project", async () => {
    const text = (await files("csharp")).get("shop.csproj") ?? "";
    assert.deepEqual(text.match(/<PackageReference .*>/g), [
      '<PackageReference Include="Pulumi" Version="3.*" />',
      '<PackageReference Include="Pulumi.Aws" Version="6.1.0" />',
      '<PackageReference Include="Pulumi.Random" Version="4.16.0-alpha.1" />',
    ]);
  });

  it("pins package versions of a new Java project", async () => {
    const text = (await files("java", "my shop")).get("pom.xml") ?? "";
    assert.match(text, /<artifactId>my-shop<\/artifactId>/);
    const dependencies = text.matchAll(
      /<dependency>\s*<groupId>(.*)<\/groupId>\s*<artifactId>(.*)<\/artifactId>\s*<version>(.*)<\/version>/g,
    );
    assert.deepEqual(
      [...dependencies].map(([, ...parts]) => parts.join(":")),
      ["com.pulumi:pulumi:[1.3,2.0)", "com.pulumi:aws:6.1.0", "com.pulumi:random:4.16.0-alpha.1"],
    );
  });

  it("declares each package of a new YAML project", async () => {
    const written = await files("yaml");
    assert.deepEqual(
      [...written.keys()],
      ["Pulumi.yaml", "sdks/aws.yaml", "sdks/mine.yaml", "sdks/random.yaml", "sdks/tf.yaml"],
    );
    assert.equal(written.get("sdks/aws.yaml"), "packageDeclarationVersion: 1\nname: aws\nversion: 6.1.0\n");
    assert.equal(
      written.get("sdks/tf.yaml"),
      'packageDeclarationVersion: 1\nname: t\nversion: 1.0.0\nparameterization:\n  name: tf\n  version: 1.0.0\n  value: ""\n',
    );
  });

  it("quotes a YAML project name that would be read as a number", async () => {
    const text = (await files("yaml", "1.0")).get("Pulumi.yaml");
    assert.equal(text, 'name: "1.0"\ndescription: Resources of stack dev\nruntime: yaml\n');
  });
});
