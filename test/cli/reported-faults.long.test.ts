import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { generate, stateOf, text } from "./reported-faults.ts";

const languages = "typescript,python,go,csharp,java,yaml,pcl";
const files = {
  typescript: "index.ts",
  python: "__main__.py",
  go: "main.go",
  csharp: "Program.cs",
  java: "src/main/java/myproject/App.java",
  yaml: "Main.yaml",
  pcl: "main.pp",
} as const;

/** Returns the programs of all languages, each in one line. */
function programsOf(project: CliProject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([language, file]) => [language, project.read(`out/${file}`).replace(/\s+/g, " ")]),
  );
}

describe("imp generate", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("prints a constant inside a secret object in plain text, in every language", async () => {
    const credentials = {
      type: "object",
      properties: { kind: { ...text, const: "basic" }, password: text },
      required: ["kind", "password"],
    };
    const schema = {
      name: "acme",
      types: { "acme:index:Cred": credentials },
      resources: {
        "acme:index:Box": { inputProperties: { cred: { $ref: "#/types/acme:index:Cred", secret: true } } },
      },
    };
    const plaintext = JSON.stringify({ kind: "basic", password: "canary" });
    const cred = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext };
    const box = { type: "acme:index:Box", name: "box", inputs: { cred } };
    await exitsWith(0, generate(project, schema, stateOf(box), languages));
    for (const [language, program] of Object.entries(programsOf(project))) {
      assert.match(program, /basic/, language);
      assert.doesNotMatch(program, /credKind|cred_kind|canary/i, language);
      assert.match(program, /boxCredPassword/, language);
    }
  });
});
