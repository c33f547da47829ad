/** Programs that an import would break, because of transforms, loops, or references. Only a run of the whole program shows this. */
import type { CliProject } from "../support/cli-project.ts";
import { stackFile } from "../support/cli-project.ts";
import { assertRejected, imports, main, openShop, runner, shop, stored, subnet } from "./whole-program.ts";

interface Program {
  readonly mistake: string;
  /** Files of the project, in addition to those of the shop. */
  readonly files: Readonly<Record<string, string>>;
  /** Defaults to `--into index.ts`. */
  readonly args?: readonly string[];
  /** Matches the error in one line. */
  readonly message: RegExp;
}

/** Returns the shop with statements before its resources. */
const withFirst = (statements: string) => ({ "index.ts": shop.replace(imports, `${imports}${statements}\n`) });

/** Returns the shop with another description of its role. */
const described = (first: string, description: string) => ({
  "index.ts": imports + first + main + subnet('"a"') + runner(description),
});

/** Code that loads all files that `--append-file` adds to the directory. */
const loadsParts = `for (const file of fs.readdirSync(__dirname))
    if (file.endsWith(".ts") && file !== "index.ts") require("./" + file);
`;
const appendPart = ["--append-file", "covers", "--no-wire"];
const changesOf = (change: string): RegExp => new RegExp(`VERIFY_CHANGED.*would also do this: ${change}`);

const programs: readonly Program[] = [
  {
    mistake: "a resource transform removes a property",
    files: withFirst(`pulumi.runtime.registerResourceTransform(({ props, opts }) => {
    const { lifecycleRules, ...rest } = props;
    return { props: rest, opts };
});`),
    message: changesOf(String.raw`update simcloud:storage/bucket:Bucket covers \(index\.ts:\d+:\d+\): lifecycleRules`),
  },
  {
    mistake: "an old-style stack transformation adds a tag",
    files: withFirst(`pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
    type.includes("Bucket") ? { props: { ...props, tags: { ...props.tags, owner: "shop" } }, opts } : undefined);`),
    message: changesOf(String.raw`update \S+:Bucket covers \(\S+\): tags\.owner`),
  },
  {
    mistake: "a transform prefixes physical names with the stack",
    files: withFirst(`pulumi.runtime.registerResourceTransform(({ props, opts }) =>
    props.bucket === undefined ? undefined : { props: { ...props, bucket: pulumi.getStack() + "-" + props.bucket }, opts });`),
    message: /VERIFY_BROKEN.*unable to replace resource \S+covers" as it is currently marked for protection/,
  },
  {
    mistake: "a transform prefixes the physical name of an unprotected resource",
    files: withFirst(`pulumi.runtime.registerResourceTransform(({ props, opts }) =>
    props.bucket === undefined ? undefined : { props: { ...props, bucket: pulumi.getStack() + "-" + props.bucket }, opts });`),
    args: ["--into", "index.ts", "--no-protect"],
    message: changesOf(String.raw`.*replace \S+:Bucket covers \(\S+\): bucket`),
  },
  {
    mistake: "a transform sets an explicit provider of another region",
    files: withFirst(`const west = new simcloud.Provider("west", { region: "eu-west-1" });
pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.includes("Bucket") ? { props, opts: { ...opts, provider: west } } : undefined);`),
    args: ["--into", "index.ts", "--no-protect"],
    message: changesOf(String.raw`.*replace \S+:Bucket covers`),
  },
  {
    mistake: "a subclass moves resources to a component",
    files: withFirst(`class Group extends pulumi.ComponentResource {
    constructor(name: string) { super("shop:index:Group", name); }
}
const group = new Group("storage");
const Bucket = simcloud.storage.Bucket;
simcloud.storage.Bucket = class extends Bucket {
    constructor(name: string, args: object, opts: object) { super(name, args, { parent: group, ...opts }); }
};`),
    args: ["--into", "index.ts", "--no-protect"],
    message: changesOf(String.raw`create \S+:Bucket covers .*delete \S+:Bucket covers`),
  },
  {
    mistake: "a subclass prefixes names with the stack, and the resource is protected",
    files: withFirst(`const Bucket = simcloud.storage.Bucket;
simcloud.storage.Bucket = class extends Bucket {
    constructor(name: string, args: object, opts: object) { super(pulumi.getStack() + "-" + name, args, opts); }
};`),
    message: /VERIFY_BROKEN.*covers cannot be deleted, because it is protected/,
  },
  {
    mistake: "a loop already registers the name, with other inputs",
    files: withFirst(
      `for (const name of ["drafts", "covers"]) new simcloud.storage.Bucket(name, { bucket: "bookshop-" + name });`,
    ),
    message: /REPLACE_REFUSED.*simcloud:storage\/bucket:Bucket covers.*Your program's inputs in index\.ts:5:42 differ/,
  },
  {
    mistake: "another resource has an alias that claims the imported one",
    files: withFirst(
      `new simcloud.storage.Bucket("archive", { bucket: "bookshop-archive" }, { aliases: [{ name: "covers" }] });`,
    ),
    message: /VERIFY_BROKEN.*covers was already registered as an alias of \S+archive/,
  },
  {
    mistake: "a transform imports another ID by convention",
    files: withFirst(`pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.includes("Bucket") ? { props, opts: { ...opts, import: "bookshop-by-convention" } } : undefined);`),
    message: /VERIFY_BROKEN.*resource 'bookshop-by-convention' does not exist/,
  },
  {
    mistake: "the number of loaded files is a property of another resource",
    files: described(
      loadsParts,
      `fs.readdirSync(__dirname).some((file) => file === "covers.ts") ? "Handles parts" : ${stored}`,
    ),
    args: appendPart,
    message: changesOf(String.raw`update simcloud:iam/role:Role runner \(index\.ts:\d+:\d+\): description`),
  },
  {
    mistake: "the program reads its own source",
    files: described("", `/^const covers/m.test(fs.readFileSync(__filename, "utf8")) ? "Reads objects" : ${stored}`),
    message: changesOf(String.raw`update \S+:Role runner \(\S+\): description`),
  },
  {
    mistake: "a resource counts the registered resources",
    files: described(
      `let count = 0;
pulumi.runtime.registerStackTransformation(() => { count += 1; return undefined; });
const counted = new Promise<number>((resolve) => setTimeout(() => resolve(count), 300));
`,
      `counted.then((total) => (total > 3 ? total + " resources" : ${stored}))`,
    ),
    message: changesOf(String.raw`update \S+:Role runner \(\S+\): description`),
  },
  {
    mistake: "a fallback resource disappears when the new file exists",
    files: {
      "index.ts": `${imports}${loadsParts}${main}${subnet('"a"')}if (!fs.existsSync(__dirname + "/covers.ts")) {\n${runner(stored)}}\n`,
    },
    args: appendPart,
    message: changesOf("delete simcloud:iam/role:Role runner hint"),
  },
  {
    mistake: "the parent of other resources depends on the number of files",
    files: {
      "index.ts":
        imports +
        loadsParts +
        main +
        `const network = fs.readdirSync(__dirname).some((file) => file === "covers.ts")
    ? new pulumi.ComponentResource("shop:index:Network", "network")
    : undefined;
${subnet('"a"', "{ parent: network }")}${runner(stored)}`,
    },
    args: appendPart,
    message: changesOf(String.raw`create shop:index:Network network create \S+:Subnet a \(\S+\) delete \S+:Subnet a`),
  },
  {
    mistake: "the name of another resource depends on the number of files",
    files: {
      "index.ts":
        imports +
        loadsParts +
        main +
        subnet('"a".padEnd(fs.readdirSync(__dirname).filter((file) => file === "covers.ts").length + 1, "a")') +
        runner(stored),
    },
    args: appendPart,
    message: changesOf(String.raw`create \S+:Subnet aa \(\S+\) delete \S+:Subnet a`),
  },
  {
    mistake: "a policy of the program rejects the new resource",
    files: withFirst(`pulumi.runtime.registerResourceTransform(({ type, props }) => {
    if (type.includes("Bucket") && props.tags?.costCenter === undefined) throw new Error("Buckets need the tag costCenter");
    return undefined;
});`),
    message: /VERIFY_BROKEN.*Buckets need the tag costCenter/,
  },
  {
    mistake: "the program logs an error about the new resource",
    files: withFirst(`pulumi.runtime.registerStackTransformation(({ type, name }) => {
    if (type.includes("Bucket")) pulumi.log.error("Bucket " + name + " has no owner");
    return undefined;
});`),
    message: /VERIFY_BROKEN.*Bucket covers has no owner/,
  },
  {
    mistake: "the program exits when it has too many resources",
    files: withFirst(`let left = 3;
pulumi.runtime.registerStackTransformation(() => {
    left -= 1;
    if (left < 0) { console.error("This stack is full"); process.exit(3); }
    return undefined;
});`),
    message: /VERIFY_BROKEN.*This stack is full/,
  },
  {
    mistake: "a value of the configuration adds tags",
    files: {
      ...withFirst(`const owner = new pulumi.Config().get("owner");
pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    owner !== undefined && type.includes("Bucket") ? { props: { ...props, tags: { ...props.tags, owner } }, opts } : undefined);`),
      "Pulumi.dev.yaml": `${stackFile}  orchard:owner: shop\n`,
    },
    message: changesOf(String.raw`update \S+:Bucket covers \(\S+\): tags\.owner`),
  },
  {
    mistake: "no code calls the function into which the code is inserted",
    files: { "index.ts": `${shop}export function forProduction(): void {\n\n}\n` },
    args: ["--into", `index.ts:${shop.split("\n").length + 1}`, "--no-protect"],
    message: changesOf(String.raw`.*delete \S+:Bucket covers`),
  },
  {
    mistake: "a subclass passes the new resource to another one",
    files: described(
      `let covers: pulumi.Output<string> | undefined;
const seen = new Promise<string>((resolve) => setTimeout(() => resolve(covers === undefined ? "" : "uses covers"), 300));
const Bucket = simcloud.storage.Bucket;
simcloud.storage.Bucket = class extends Bucket {
    constructor(name: string, args: object, opts: object) { super(name, args, opts); covers = (this as any).arn; }
};
`,
      `seen.then((text) => (text === "" ? ${stored} : text))`,
    ),
    message: changesOf(String.raw`update \S+:Role runner \(\S+\): description`),
  },
];

describe("imp run with a program that the import would break", () => {
  let project: CliProject;

  beforeEach(async () => {
    project = await openShop();
  });
  afterEach(async () => await project?.remove());

  for (const { mistake, files, args = ["--into", "index.ts"], message } of programs)
    it(`rejects the import if ${mistake}`, async () => {
      for (const [name, text] of Object.entries(files)) project.write(name, text);
      await assertRejected(project, args, message);
    });
});
