/** An example of a language: it prints one line per resource. imp uses a language only through its descriptor. */
import type { Generator } from "../../generators/generator.ts";
import type { Language } from "../../generators/language.ts";

const check =
  "const text = require('fs').readFileSync(process.argv[1], 'utf8'); process.exit(/^owes /m.test(text) ? 0 : 1)";

export const ledger: Language = {
  name: "ledger",
  runtimes: ["bookkeeper"],
  fileName: "estate.ledger",
  oneFile: "a ledger is bound",
  startsProjects: true,
  runsInstead: async (folder) => ((await folder.has("estate.draft")) ? "estate.draft" : undefined),
  sdks: async (packages, folder) => {
    const version = await folder.text("simcloud.sdk");
    return new Map(packages.flatMap(({ name }) => (version === undefined ? [] : [[name, { version }]])));
  },
  compiler: {
    tools: "auditor",
    compile: async ({ files, node, run }) => {
      const { code, output } = await run(node, ["-e", check, ...files]);
      return { verdict: code === 0 ? "passed" : "failed", tool: "auditor 1.0", output };
    },
  },
  load: async () => generator,
};

const generator: Generator = {
  print: async ({ resources }, { fileName, isPasted }) => {
    const lines = resources.map(({ logicalName, resource }) => `owes ${logicalName} ${resource.member}\n`);
    return [{ path: fileName, text: isPasted ? lines.join("") : `ledger\n${lines.join("")}`, diagnostics: [] }];
  },
  loading: (_, fileName) => ({ kind: "line", line: `carry over ${fileName}`, place: "estate.ledger" }),
  missingSdks: async ({ packages }) =>
    [...packages.keys()].map((name) => ({ kind: "published", command: ["bookkeeper", "hire", name] })),
  newProject: (_, { name }) => [{ path: "Pulumi.yaml", text: `name: ${name}\nruntime: bookkeeper\n` }],
};
