import assert from "node:assert/strict";
import { node, program } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const written = program([node("one", "sim:a:First")]);

/** Prints a file with this name. Returns its text, and the line that loads it. Without such a line, returns the kind of loading. */
async function appended(language: string, name: string) {
  const generator = await loadGenerator(language);
  const [file, ...others] = await generator.print(written, { fileName: name });
  assert.deepEqual(others, []);
  const loading = generator.loading(written, name);
  return { text: file?.text ?? "", line: loading.kind === "line" ? loading.line : loading.kind };
}

describe("a separate file for a user's program", () => {
  it("imports an appended file in TypeScript and Python, whatever its name", async () => {
    assert.equal((await appended("typescript", "more-of-it.ts")).line, 'import "./more-of-it";');
    assert.equal((await appended("python", "more.py")).line, "import more");
    assert.equal((await appended("python", "more-of-it.py")).line, '__import__("more-of-it")');
    assert.equal((await appended("python", "class.py")).line, '__import__("class")');
  });

  it("prints an appended file as a function in Go, which allows only one main", async () => {
    const { text, line } = await appended("go", "more-of-it.go");
    assert.equal(line, "if err := newMoreOfItResources(ctx); err != nil {\n\treturn err\n}");
    assert.match(text, /^func newMoreOfItResources\(ctx \*pulumi\.Context\) error \{$/m);
    assert.doesNotMatch(text, /func main/);
  });

  it("prints an appended file as a class in C#, without top-level statements", async () => {
    const { text, line } = await appended("csharp", "more.cs");
    assert.equal(line, "new MoreResources();");
    assert.match(text, /^class MoreResources$/m);
    assert.doesNotMatch(text, /Deployment/);
  });

  it("prints an appended file as a class with a context method in Java", async () => {
    const { text, line } = await appended("java", "src/main/java/myproject/more.java");
    assert.equal(line, "more.stack(ctx);");
    assert.match(text, /public class more \{[\s\S]*public static void stack\(Context ctx\)/);
  });

  it("has no line that loads an appended file: YAML needs a copy, PCL loads the whole folder", async () => {
    assert.equal((await appended("yaml", "more.yaml")).line, "copy");
    assert.equal((await appended("pcl", "more.pp")).line, "none");
  });
});
