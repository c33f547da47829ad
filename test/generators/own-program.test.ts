import assert from "node:assert/strict";
import type { StackResource } from "../../generators/user-program.ts";
import { codes, read } from "./own-program.ts";

const imports = 'import * as pulumi from "@pulumi/pulumi";\nimport * as sim from "@pulumi/sim";\n';
const root = "urn:pulumi:dev::shop::";

/** Returns a resource of type `sim:a:<member>` in stack `dev` of project `shop`. */
function resource(name: string, member = "Thing", parent?: StackResource): StackResource {
  const type = `sim:a:${member}`;
  const above = parent === undefined ? "" : `${parent.type}$`;
  return { urn: `${root}${above}${type}::${name}`, type, name, ...(parent !== undefined && { parent: parent.urn }) };
}

describe("a user's TypeScript program", () => {
  it("follows imports through path aliases", async () => {
    const files = {
      "index.ts": 'import { one } from "@app/network";\nimport { two } from "lib/more";\nexport const three = one;\n',
      "src/network.ts": `${imports}export const one = new sim.a.Thing("a");\n`,
      "src/lib/more.ts": `${imports}export const two = new sim.a.Thing("b");\n`,
      "tsconfig.json":
        '{\n  // of the compiler\n  "compilerOptions": { "baseUrl": "src", "paths": { "@app/*": ["*"] } },\n}\n',
    };
    assert.deepEqual(await codes(files, [resource("a"), resource("b")]), { a: "one", b: "two" });
  });

  it("finds the variable of a resource if type, name and parent match the state", async () => {
    const [a, b] = [resource("a"), resource("b")];
    const inner = resource("inner", "Thing", a);
    const text = `${imports}
const one = new sim.a.Thing("a");
const two = new sim.b.Thing("b", {});
const other = new sim.Other("b");
const child = new sim.a.Thing("inner", {}, { parent: one });
const stray = new sim.a.Thing("inner", {}, { protect: true });
`;
    assert.deepEqual(await codes({ "index.ts": text }, [a, b, inner]), { a: "one", b: "two", inner: "child" });
  });

  it("finds no variable if two calls, a loop, or an assignment may set it", async () => {
    const resources = ["a", "b", "c", "d"].map((name) => resource(name));
    const text = `${imports}
const twice = new sim.a.Thing("a");
const again = new sim.a.Thing("a");
for (const name of ["b"]) { const inLoop = new sim.a.Thing(name); }
let changed = new sim.a.Thing("c");
changed = twice;
const either = pulumi.getStack() === "dev" ? new sim.a.Thing("d") : undefined;
`;
    assert.deepEqual(await codes({ "index.ts": text }, resources), {});
  });

  it("distinguishes types with the same name by their modules", async () => {
    const types = ["sim:one/thing:Thing", "sim:two/thing:Thing"];
    const resources = types.map(
      (type, at): StackResource => ({ urn: `${root}${type}::a`, type, name: `a`, ...(at > 5 && {}) }),
    );
    const program = await read({ "index.ts": `${imports}const it = new sim.two.Thing("a");\n` }, resources);
    const found = program.insertionAt({ file: "index.ts", needs: [] });
    assert.ok(found.kind === "insertion");
    assert.deepEqual([...found.variables], [[`${root}sim:two/thing:Thing::a`, "it"]]);
  });

  it("excludes variables below the line, variables of other functions, and shadowed variables", async () => {
    const resources = ["a", "b", "c"].map((name) => resource(name));
    const text = `${imports}
const one = new sim.a.Thing("a");
function make() {
    const two = new sim.a.Thing("b");
    return two;
}
make();
make();
const three = new sim.a.Thing("c");
`;
    assert.deepEqual(await codes({ "index.ts": text }, resources), { a: "one", c: "three" });
    assert.deepEqual(await codes({ "index.ts": text }, resources, { line: 4 }), { a: "one" });
    assert.deepEqual(await codes({ "index.ts": text }, resources, { line: 6 }), { a: "one", b: "two" });
    const hidden = `${imports}
const one = new sim.a.Thing("a");
export = () => {
    const one = 1;
    const two = new sim.a.Thing("b");
    return { one };
};
`;
    assert.deepEqual(await codes({ "index.ts": hidden }, resources, { needs: [resource("b").urn] }), { b: "two" });
  });

  it("refers to no variable whose file imports the target file", async () => {
    const files = {
      "index.ts": 'import "./a";\n',
      "a.ts": `${imports}import { shared } from "./shared";\nexport const one = new sim.a.Thing("a", shared);\n`,
      "shared.ts": "export const shared = {};\n",
    };
    assert.deepEqual(await codes(files, [resource("a")], { file: "shared.ts" }), {});
    assert.deepEqual(await codes(files, [resource("a")]), { a: "one" });
  });

  it("rejects a target file that has syntax errors, or that the program does not load", async () => {
    const files = { "index.ts": 'import "./a";\n', "a.ts": "const = ;\n", "b.ts": "" };
    const program = await read(files, []);
    for (const [file, why] of [
      ["b.ts", /^index\.ts does not load b\.ts/],
      ["a.ts", /syntax error on line 1/],
    ] as const) {
      const refused = program.insertionAt({ file, needs: [] });
      assert.ok(refused.kind === "refused");
      assert.match(refused.why, why);
    }
  });
});
