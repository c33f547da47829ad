import assert from "node:assert/strict";
import type { ReadOutcome } from "../../src/import/read/read-all.ts";
import { declaring } from "../../src/run/declared.ts";
import type { OpenProgram } from "../../src/run/open-program.ts";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";

const flags = ["--yes", "--no-protect"];
const head = 'import * as simcloud from "@pulumi/simcloud";\n\n';
const main = (name: string, cidr = "10.20.0.0/16") =>
  `const ${name} = new simcloud.network.Vpc("main", {\n    cidrBlock: "${cidr}",\n    enableDnsHostnames: true,\n    tags: { app: "bookshop", stage: "live" },\n});\n`;

async function withProgram(
  text: string,
  entries: readonly object[],
  test: (project: CliProject) => Promise<void>,
): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(...entries)), files: { "index.ts": text } });
  try {
    await test(project);
  } finally {
    await project.remove();
  }
}

function words({ stdout, stderr }: Ran): string {
  return `${stdout}${stderr}`.replace(/\s+/g, " ");
}

interface Reported {
  readonly name: string;
  readonly verdict: string;
  readonly differences: readonly { readonly path: string; readonly new?: unknown }[];
}

function reported({ stdout }: Ran): Readonly<Record<string, Reported>> {
  const { resources } = JSON.parse(stdout) as { readonly resources: readonly Reported[] };
  return Object.fromEntries(resources.map((one) => [one.name, one]));
}

describe("imp run if the user's program declares the resource", () => {
  for (const way of [[], ["--into", "index.ts"], ["--append-file", "more.ts"]]) {
    it(`writes the state without code for a declared resource: ${way.join(" ") || "without flags"}`, () =>
      withProgram(`${head}${main("net")}`, [vpc], async (project) => {
        const before = project.files();
        const ran = await exitsWith(0, project.run(["specs.json", ...flags, ...way]));
        assert.match(words(ran), /Your program already declares this resource, so imp added no code/);
        assert.match(project.read(checkpoint), /vpc-cbaa8a527bac7177e/);
        const changed = Object.entries(project.files()).flatMap(([path, bytes]) =>
          before[path] === bytes || /^\.(pulumi|imp)\//.test(path) ? [] : [path],
        );
        assert.deepEqual(changed, []);
        await exitsWith(0, project.plain(["undo", "--yes"]));
        assert.equal(Buffer.from(project.read(checkpoint)).toString("base64"), before[checkpoint]);
      }));
  }

  it("shows the changes that Diff reports for the declared inputs", () =>
    withProgram(`${head}${main("net").replace('stage: "live"', 'stage: "test"')}`, [vpc], async (project) => {
      const ran = await exitsWith(3, project.run(["specs.json", ...flags, "--json"]));
      const { verdict, differences } = reported(ran).main ?? { verdict: "", differences: [] };
      assert.equal(verdict, "update");
      assert.deepEqual(differences.find(({ path }) => path === "tags.stage")?.new, "test", JSON.stringify(differences));
      // The state has the inputs that Read returned, not those that the program declares.
      assert.match(project.read(checkpoint), /"stage":"live"/);
      assert.doesNotMatch(project.read(checkpoint), /"stage":"test"/);
    }));

  it("rejects a declared resource if the declared inputs would replace it", () =>
    withProgram(`${head}${main("net", "10.77.0.0/16")}`, [vpc], async (project) => {
      const files = project.files();
      const ran = await exitsWith(1, project.run(["specs.json", ...flags]));
      assert.match(words(ran), /REPLACE_REFUSED/);
      assert.deepEqual(project.files(), files);
    }));

  it("lists declared inputs that are not literals, because it does not compare them", () =>
    withProgram(
      `${head}const cidr = process.env.CIDR ?? "";\n${main("net").replace('"10.20.0.0/16"', "cidr")}`,
      [vpc],
      async (project) => {
        const ran = await exitsWith(0, project.run(["specs.json", ...flags]));
        assert.match(
          words(ran),
          /Warning: .* imp did not compare these inputs, because their values in your program are not literals: cidrBlock/,
        );
        assert.match(words(ran), /pulumi preview may show changes; see the warnings above/);
      },
    ));

  const declaration =
    '{\n    cidrBlock: "10.20.0.0/16",\n    enableDnsHostnames: true,\n    tags: { app: "bookshop", stage: "live" },\n}';
  const fromArgs = `const args: any = ${declaration};\n`;
  const call = 'const net = new simcloud.network.Vpc("main", args);\n';
  /** Runs imp, and passes its output to `test` if it succeeds. */
  async function ranWell(text: string, test: (words: string) => void): Promise<void> {
    await withProgram(`${head}${text}`, [vpc], async (project) => {
      const ran = await exitsWith(0, project.run(["specs.json", ...flags]));
      test(words(ran));
    });
  }

  for (const [title, change] of [
    ["assigns to a member", "args.tags.extra = 1;"],
    ["assigns to a member by name", 'args["cidrBlock"] = "10.99.0.0/16";'],
    ["deletes a member", "delete args.tags;"],
    ["increments a member", "args.count++;"],
    ["passes it to a function", "Object.assign(args, { enableDnsHostnames: false });"],
    ["calls a method of a member", "args.tags.set(1);"],
    ["writes through an alias of a member", "const tags = args.tags;\ntags.extra = 1;"],
    ["assigns in a destructuring pattern", '[args.cidrBlock] = ["10.99.0.0/16"];'],
  ])
    it(`does not compare an arguments object if the program ${title}`, () =>
      ranWell(`${fromArgs}${change}\n${call}`, (output) =>
        assert.match(
          output,
          /imp did not compare these inputs, because their values in your program are not literals: all inputs/,
        ),
      ));

  for (const [title, text] of [
    ["is only read", `${fromArgs}${call}export const cidr = args.cidrBlock.trim();\n`],
    [
      "is spread",
      'const base = { cidrBlock: "10.20.0.0/16", enableDnsHostnames: true };\n' +
        'const net = new simcloud.network.Vpc("main", { ...base, tags: { app: "bookshop", stage: "live" } });\n',
    ],
    [
      "is part of another object",
      'const tags = { app: "bookshop", stage: "live" };\n' +
        `const args = { cidrBlock: "10.20.0.0/16", enableDnsHostnames: true, tags };\n${call}`,
    ],
  ] as const)
    it(`compares every property of an arguments object that ${title}`, () =>
      ranWell(text, (output) => {
        assert.match(output, /already declares this resource/);
        assert.doesNotMatch(output, /imp did not compare/);
      }));

  it("compares the properties of a spread in a declaration", () =>
    withProgram(
      `${head}const base = { cidrBlock: "10.20.0.0/16", enableDnsHostnames: true };\n` +
        'const net = new simcloud.network.Vpc("main", { ...base, tags: { app: "bookshop", stage: "test" } });\n',
      [vpc],
      async (project) => {
        const ran = await exitsWith(3, project.run(["specs.json", ...flags, "--json"]));
        assert.equal(reported(ran).main?.verdict, "update");
      },
    ));

  for (const [what, text] of [
    ["registered", `pulumi.runtime.registerStackTransformation(() => undefined);\n${main("net")}`],
    ["set by a parent", `const options = { transforms: [] };\n${main("net")}`],
  ])
    it(`does not compare declared inputs if a transformation is ${what}`, () =>
      ranWell(`import * as pulumi from "@pulumi/pulumi";\n${text}`, (output) =>
        assert.match(
          output,
          /imp did not compare these inputs, because their values in your program are not literals: all inputs/,
        ),
      ));

  for (const [title, text] of [
    ["a condition", `if (process.env.NET) {\n${main("net")}}\n`],
    ["a function", `export function make() {\n${main("net")}}\n`],
    ["a conditionally called function", `function make() {\n${main("net")}}\nif (process.env.NET) make();\n`],
    ["a loop", `while (process.env.NET) {\n${main("net")}}\n`],
    ["a class", `class Nets {\n  static make() {\n${main("net")}  }\n}\n`],
    ["a class body", `class Nets {\n  own = ${main("net").replace("const net = ", "")}}\n`],
  ])
    it(`warns that the declaration may not run: in ${title}`, () =>
      withProgram(`${head}${text}`, [vpc], async (project) => {
        const ran = await exitsWith(0, project.run(["specs.json", ...flags]));
        assert.match(words(ran), /Warning: Your program already declares this resource/);
        assert.match(
          words(ran),
          /\(index\.ts:\d+\) is in a function, a condition, or a loop, so it may not run\. If the statement does not run, the next `pulumi up` deletes/,
        );
      }));

  it("does not warn if every branch of the program declares the resource", () =>
    ranWell(`if (process.env.NET) {\n${main("net")}} else {\n${main("net")}}\n`, (output) => {
      assert.match(output, /already declares this resource/);
      assert.doesNotMatch(output, /whether it runs|refuses the second/);
    }));

  it("rejects a program that declares the resource twice, and shows both locations", () =>
    withProgram(`${head}${main("net")}${main("more")}`, [vpc], async (project) => {
      const files = project.files();
      const ran = await exitsWith(1, project.run(["specs.json", ...flags]));
      assert.match(words(ran), /URN_DECLARED_TWICE/);
      assert.match(words(ran), /index\.ts:3 and index\.ts:8/);
      assert.deepEqual(project.files(), files);
    }));

  it("warns about a second declaration that may also run", () =>
    ranWell(`${main("net")}if (process.env.MORE) {\n${main("more")}}\n`, (output) =>
      assert.match(output, /\(index\.ts:3, index\.ts:9\)\. If more than one of them runs, Pulumi fails/),
    ));

  it("uses the variable of a declared resource in the code of other resources", () =>
    withProgram(`${head}${main("net")}`, [vpc, subnetA], async (project) => {
      await exitsWith(0, project.run(["specs.json", ...flags, "--into", "index.ts"]));
      const code = project.read("index.ts");
      assert.equal(code.match(/new simcloud\.network\.Vpc/g)?.length, 1);
      assert.match(code, /vpcId: net\.id/);
    }));

  it("requires --into or --append-file if other resources are not declared", () =>
    withProgram(`${head}${main("net")}`, [vpc, subnetA], async (project) => {
      const files = project.files();
      const ran = await exitsWith(1, project.run(["specs.json", ...flags]));
      assert.match(words(ran), /PROGRAM_CHANGED/);
      assert.deepEqual(project.files(), files);
    }));

  it("imports a declared resource with imp import, too", () =>
    withProgram(`${head}${main("net")}`, [], async (project) => {
      const ran = await exitsWith(0, project.imp(["import", vpc.type, vpc.name, vpc.id, ...flags]));
      assert.match(words(ran), /added no code/);
      assert.equal(project.read("index.ts"), `${head}${main("net")}`);
    }));
});

describe("imp run if the user's program lacks a resource of the state", () => {
  const gone =
    /Warning: The resource is in the state, but your program does not register it\. The next `pulumi up` deletes it/;

  /** Imports with one program, and then again after the user replaced it with `text`. */
  async function again(text: string, way: readonly string[], test: (ran: Ran) => void): Promise<void> {
    await withProgram(`${head}${main("net")}`, [vpc, subnetB], async (project) => {
      await exitsWith(0, project.run(["specs.json", ...flags, "--into", "index.ts"]));
      project.write("index.ts", text);
      const ran = await exitsWith(0, project.run(["specs.json", ...flags, ...way]));
      test(ran);
    });
  }

  for (const way of [[], ["--into", "index.ts"], ["--append-file", "more.ts"]]) {
    it(`warns that pulumi up deletes the resource: ${way.join(" ") || "without flags"}`, () =>
      again(`${head}${main("net")}`, way, (ran) => {
        assert.match(words(ran), gone);
        assert.match(words(ran), /simcloud:network\/subnet:Subnet b/);
        assert.doesNotMatch(words(ran), /network\/vpc:Vpc main/);
      }));
  }

  for (const [title, more] of [
    [
      "a loop",
      'for (const name of ["b"]) new simcloud.network.Subnet(name, { vpcId: net.id, cidrBlock: "10.20.1.0/24" });\n',
    ],
    ["a package that may register the resource", 'import { makeAll } from "our-platform";\nmakeAll();\n'],
    [
      "an alias",
      'new simcloud.network.Subnet("c", { vpcId: net.id, cidrBlock: "10.20.1.0/24" }, { aliases: [{ name: "b" }] });\n',
    ],
    ["an import of a missing file", 'import "./others";\n'],
  ]) {
    it(`does not warn about a resource of the state if the program has ${title}`, () =>
      again(`${head}${main("net")}${more}`, ["--into", "index.ts"], (ran) => assert.doesNotMatch(words(ran), gone)));
  }
});

describe("a run that does not need the user's program", () => {
  const unchanged = { kind: "unchanged", request: { urn: "urn:pulumi:dev::orchard::a:b:C::one" } };
  const fresh = { kind: "provider", request: { urn: "urn:pulumi:dev::orchard::a:b:C::two" } };
  const location = { inProgram: new Set([unchanged.request.urn]), isAppended: false };
  for (const [title, writing, reads] of [
    ["imp prints its program again", "all", [unchanged, fresh]],
    ["only the state is written", "state", [unchanged, fresh]],
  ] as const)
    it(`does not parse the user's program if ${title}`, async () => {
      const own = () => assert.fail("The user's program was parsed");
      const program = { location, writing, own } as unknown as OpenProgram;
      const { declared, unregistered } = await declaring(program, {
        reads: reads as unknown as readonly ReadOutcome[],
      });
      assert.deepEqual([declared.size, unregistered], [0, []]);
    });
});
