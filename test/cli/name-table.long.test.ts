import assert from "node:assert/strict";
import { type CliProject, exitsWith, showRun } from "../support/cli-project.ts";
import { makeNameTableProject } from "./name-table.ts";

const languages = ["typescript", "python", "go", "csharp", "java", "yaml", "pcl"];
describe("nameTable variables of a user's program", () => {
  let project: CliProject;
  before(async () => {
    ({ project } = await makeNameTableProject());
  });
  after(() => project.remove());

  const inSnippets: Readonly<Record<string, readonly RegExp[]>> = {
    typescript: [/parent: net,/, /provider: eastern,/, /vpcId: cloud\.id,/],
    python: [/parent=net,/, /provider=eastern,/, /vpc_id=cloud\.id,/],
    go: [/pulumi\.Parent\(net\)/, /pulumi\.Provider\(eastern\)/, /VpcId: +cloud\.ID\(\)/],
    csharp: [/Parent = net,/, /Provider = eastern,/, /VpcId = cloud\.Id,/],
    java: [/\.parent\(net\)/, /\.provider\(eastern\)/, /\.vpcId\(cloud\.id\(\)\)/],
    yaml: [/parent: \$\{net\}/, /provider: \$\{eastern\}/, /vpcId: \$\{cloud\.id\}/],
    pcl: [/parent += net/, /provider += eastern/, /vpcId += cloud\.id/],
  };
  for (const language of languages) {
    it(`prints nameTable variables as parent, provider, and reference in ${language}`, async () => {
      const ran = await exitsWith(0, project.imp(["snippet", "child.json", "--language", language]));
      for (const line of inSnippets[language] ?? []) assert.match(ran.stdout, line);
      assert.doesNotMatch(ran.stdout, /new simcloud\.network\.Vpc|ComponentResource\(/);
    });
  }

  /** The file, the signature of the function in it, and the call that the run prints. */
  const inFiles: Readonly<Record<string, { readonly file: string; readonly head: string; readonly call: string }>> = {
    typescript: {
      file: "more.ts",
      head: "export function more(net: pulumi.Resource, eastern: simcloud.Provider, cloud: simcloud.network.Vpc) {",
      call: 'Add to index.ts, below net and eastern and cloud:\n\n    import { more } from "./more";\n    more(net, eastern, cloud);\n',
    },
    python: {
      file: "more.py",
      head: "def more(net, eastern, cloud):",
      call: "Add to __main__.py, below net and eastern and cloud:\n\n    from more import more\n    more(net, eastern, cloud)\n",
    },
    go: {
      file: "more.go",
      head: "(ctx *pulumi.Context, net pulumi.Resource, eastern *simcloud.Provider, cloud *network.Vpc) error {",
      call: "    if err := newMoreResources(ctx, net, eastern, cloud); err != nil {\n",
    },
    csharp: {
      file: "more.cs",
      head: "public MoreResources(Resource net, SimCloud.Provider eastern, SimCloud.Network.Vpc cloud)",
      call: "    new MoreResources(net, eastern, cloud);\n",
    },
    java: {
      file: "src/main/java/myproject/more.java",
      head: "void stack(Context ctx, com.pulumi.resources.Resource net, Provider eastern, Vpc cloud) {",
      call: "    more.stack(ctx, net, eastern, cloud);\n",
    },
    pcl: { file: "more.pp", head: "parent = net", call: "more.pp" },
  };
  for (const [language, { file, head, call }] of Object.entries(inFiles)) {
    it(`passes nameTable variables to an appended file in ${language}`, async () => {
      const flags = ["--append-file", "more", "--language", language];
      await exitsWith(0, project.run(["child.json", "--plan-only", ...flags, "--emit", "import-option"]));
      const ran = await exitsWith(0, project.run(["child.json", "--yes", ...flags, "--code-only"]));
      assert.ok(project.read(file).includes(head), project.read(file));
      assert.ok(ran.stdout.includes(call), showRun(ran));
    });
  }
});
