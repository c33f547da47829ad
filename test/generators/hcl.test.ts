// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests print strings that look like templates
import assert from "node:assert/strict";
import type { GeneratedFile } from "../../generators/generator.ts";
import { dataTypeName, resourceTypeName, snakeCase } from "../../generators/hcl/attribute-names.ts";
import { declaredProviders } from "../../generators/hcl/required-providers.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import {
  interpolation,
  list,
  node,
  num,
  object,
  objectType,
  program,
  property,
  reference,
  text,
  token,
} from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const bucket = "sim:storage/bucket:Bucket";
const rule = objectType("sim:storage/Rule:Rule");
const rules: Type = { kind: "list", element: rule };
const port = (from: number): Expression => object("sim:storage/Rule:Rule", [["fromPort", num(from)]]);

async function print(written: Program): Promise<GeneratedFile> {
  const [file] = await (await loadGenerator("hcl")).print(written, {});
  return file ?? assert.fail();
}

/** Returns the printed block of a resource with these inputs. */
async function block(inputs: readonly Property[]): Promise<string> {
  const { text: code } = await print(program([node("a", bucket, { properties: inputs })]));
  return code.slice(code.indexOf("resource"));
}

async function refusal(inputs: readonly Property[]): Promise<string> {
  return await block(inputs).then(
    () => assert.fail("printed"),
    ({ code, explanation }: ImpError) => `${code} ${explanation.why}`,
  );
}

describe("names in HCL", () => {
  // The expected names are those of the runtime's functions, which pulumi-hcl tests with the same kinds of names.
  const names: Readonly<Record<string, string>> = {
    cidrBlock: "cidr_block",
    HTTPPort: "http_port",
    dbURL: "db_url",
    subnetIDs: "subnet_i_ds",
    ipv6CIDRBlock2: "ipv6_cidr_block2",
    SSLV3: "sslv3",
    already_snake: "already_snake",
    "kebab-case": "kebab-case",
    A: "a",
    aB: "a_b",
  };
  for (const [name, expected] of Object.entries(names)) {
    it(`prints the property ${name} as ${expected}`, () => assert.equal(snakeCase(name), expected));
  }

  const types: Readonly<Record<string, string>> = {
    "aws:ec2/vpc:Vpc": "aws_ec2_vpc",
    "simcloud:network/securityGroup:SecurityGroup": "simcloud_network_security_group",
    "random:index/randomPet:RandomPet": "random_random_pet",
    "aws-native:s3:Bucket": "aws-native_s3_bucket",
    "aws:rds:DBCluster": "aws_rds_d_b_cluster",
  };
  for (const [type, expected] of Object.entries(types)) {
    it(`prints the type ${type} as ${expected}`, () => assert.equal(resourceTypeName(token(type), {}), expected));
  }

  it("omits get in front of the names of data sources", () => {
    assert.equal(dataTypeName(token("aws:index/getCallerIdentity:getCallerIdentity")), "aws_caller_identity");
    assert.equal(dataTypeName(token("aws:index:getaway")), "aws_getaway");
  });

  it("uses a label once for each type, and logical names that are identifiers first", async () => {
    const { text: code } = await print(
      program([
        node("webServer", bucket, { name: "web server" }),
        node("other", bucket, { name: "web_server" }),
        node("third", "sim:network/vpc:Vpc", { name: "web_server" }),
        node("user", bucket, { inputs: [["first", reference("webServer", "id")]] }),
      ]),
    );
    assert.match(code, /resource "sim_storage_bucket" "web_server_2" \{\n {2}pulumi \{\n {4}name = "web server"\n/);
    assert.match(code, /resource "sim_storage_bucket" "web_server" \{\}\n/);
    assert.match(code, /resource "sim_network_vpc" "web_server" \{\}\n/);
    assert.match(code, /first = sim_storage_bucket\.web_server_2\.id\n/);
  });
});

describe("values in HCL", () => {
  it("prints a block for each object of a list, below the attributes", async () => {
    assert.equal(
      await block([
        property("rules", list([port(80), port(443)], rules), "two ports"),
        property("name", text("x")),
        property("zoneName", text("y")),
      ]),
      `resource "sim_storage_bucket" "a" {
  name      = "x"
  zone_name = "y"

  # two ports
  rules {
    from_port = 80
  }

  rules {
    from_port = 443
  }
}
`,
    );
  });

  it("rejects lists of objects that blocks cannot express", async () => {
    assert.match(
      await refusal([property("rules", list([], rules))]),
      /empty list of objects, which HCL cannot distinguish/,
    );
    const known = { ...reference("b", "rules"), type: rules };
    assert.match(await refusal([property("rules", known)]), /known only when the program runs/);
  });

  it("keeps the names of properties in members of a union without a constant", async () => {
    const union: Type & { kind: "union" } = { kind: "union", members: [rule, { kind: "string" }] };
    assert.match(await block([{ ...property("target", port(80)), union }]), /target = \{\n {4}fromPort = 80\n/);
    const constant = { ...property("ruleKind", text("port")), isConstant: true } as const;
    const tagged: Expression = { kind: "object", properties: [constant, property("fromPort", num(80))], type: rule };
    assert.match(await block([{ ...property("target", tagged), union }]), /rule_kind = "port"\n {4}from_port = 80\n/);
  });

  it("puts inputs with the names of meta-arguments into a block _", async () => {
    assert.equal(
      await block([property("count", num(3)), property("name", text("x")), property("timeouts", text("1m"))]),
      `resource "sim_storage_bucket" "a" {
  name = "x"

  _ {
    count    = 3
    timeouts = "1m"
  }
}
`,
    );
  });

  it("prints scripts as heredocs", async () => {
    const script = "#!/bin/sh\n\nif true; then\n\techo ${HOME} \\n 100%{x}\nfi\n";
    assert.equal(
      await block([property("name", text("x")), property("userData", text(script)), property("zone", text("y"))]),
      `resource "sim_storage_bucket" "a" {
  name      = "x"
  user_data = <<-EOT
    #!/bin/sh

    if true; then
    	echo $\${HOME} \\n 100%%{x}
    fi
  EOT
  zone      = "y"
}
`,
    );
  });

  it("quotes long strings that a heredoc would change", async () => {
    for (const value of ["a\nb\nc", "  a\n  b\n", "a \nb\nc\n", "a\r\nb\r\nc\r\n", "a\nb\n\u0007\n"]) {
      assert.doesNotMatch(await block([property("text", text(value))]), /<</, JSON.stringify(value));
    }
    const before = interpolation("a\nb\n$", reference("b", "id"), "\n");
    assert.doesNotMatch(await block([property("text", before)]), /<</);
  });

  it("chooses a mark that the heredoc does not contain", async () => {
    assert.match(await block([property("text", text("a\nEOT\nb\n"))]), /<<-EOT_\n {4}a\n {4}EOT\n {4}b\n {2}EOT_\n/);
  });

  it("converts a single number in a string to text", async () => {
    assert.match(await block([property("port", interpolation(reference("b", "port")))]), /= tostring\(/);
  });
});

describe("an HCL file next to a user's program", () => {
  const written = program([node("a", bucket)]);
  const wired = async (files: Readonly<Record<string, string>>) => {
    const generator = await loadGenerator("hcl");
    const appended = { program: written, fileName: "more.tf", text: "" };
    return await generator.wire?.(appended, { folder: folder(files) });
  };

  it("does not require providers itself", async () => {
    const [file] = await (await loadGenerator("hcl")).print(written, { fileName: "more.tf" });
    assert.equal(file?.text, 'resource "sim_storage_bucket" "a" {}\n');
  });

  it("adds missing providers to the program, and keeps all other bytes", async () => {
    const changed = await wired({ "main.tf": "# mine\r\nlocals {}\r\n" });
    assert.equal(
      changed?.text,
      '# mine\nlocals {}\n\nterraform {\n  required_providers {\n    sim = {\n      source = "pulumi/sim"\n    }\n  }\n}\n'.replaceAll(
        "\n",
        "\r\n",
      ),
    );
  });

  it("keeps a program that requires the provider in another file", async () => {
    const main = "locals {}\n";
    const versions = 'terraform {\n  required_providers {\n    sim = { source = "pulumi/sim" }\n  }\n}\n';
    assert.equal((await wired({ "main.tf": main, "versions.tf": versions }))?.text, main);
  });

  it("changes nothing without a main file", async () => {
    assert.equal(await wired({ "other.tf": "" }), undefined);
  });
});

const folder = (files: Readonly<Record<string, string>>) => ({
  path: "",
  has: async (name: string) => name in files,
  text: async (name: string) => files[name],
  names: async () => Object.keys(files),
});

describe("required providers", () => {
  it("finds the providers in all files, and their exact versions", async () => {
    const found = await declaredProviders(
      folder({
        "main.tf": `
# required_providers { old = "1.0.0" }
terraform {
  required_providers {
    aws = { source = "pulumi/aws", version = "7.1.0" } // the cloud
    "azure-native" = {
      version = "3.0.0"
      source  = "pulumi/azure-native"
    }
    aws-native = "1.2.3"
    random     = { source = "hashicorp/random", version = "~> 3.0" }
  }
}
locals { text = <<-EOT
required_providers { text = "1.0.0" }
EOT
}`,
        "more.tf": `terraform { required_providers { tls = { source = "pulumi/tls" } } }`,
        "notes.txt": `required_providers { notes = "1.0.0" }`,
      }),
    );
    assert.deepEqual(
      [...found],
      [
        ["aws", { version: "7.1.0" }],
        ["azure-native", { version: "3.0.0" }],
        ["aws-native", { version: "1.2.3" }],
        ["random", { version: undefined }],
        ["tls", { version: undefined }],
      ],
    );
  });

  it("finds nothing in a file that is not HCL", async () => {
    assert.equal((await declaredProviders(folder({ "main.tf": "required_providers { a = [ }" }))).size, 0);
  });
});
