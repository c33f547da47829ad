/** A run adds the code that loads a new file to the user's program. If no location is safe, it adds nothing. */
import assert from "node:assert/strict";
import type { ProgramFolder } from "../../generators/program-folder.ts";
import type { Program } from "../../src/ir/program.ts";
import { call, node, program } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const plain = program([node("one", "sim:a:First")]);
/** Returns a program whose resources refer to variables of the user's program. */
const taking = (...variables: readonly string[]): Program => ({
  ...plain,
  held: variables.map((variable) => ({ ...node(variable, "sim:a:First"), variable })),
});

interface Case {
  readonly language: string;
  readonly fileName: string;
  readonly files: Readonly<Record<string, string>>;
  readonly written?: Program;
  readonly before?: Program;
}

/** Returns the changed file and its text, or undefined if no location is safe. */
async function wired({ language, fileName, files, written = plain, before }: Case) {
  const generator = await loadGenerator(language);
  const [printed] = await generator.print(written, { fileName, isAppended: true });
  const appended = { program: written, fileName, text: printed?.text ?? "", ...(before !== undefined && { before }) };
  const changed = await generator.wire?.(appended, { folder: folderOf(files) });
  if (changed === undefined) return undefined;
  assert.equal(changed.before, files[changed.file]);
  return changed;
}

async function wiredText(given: Case): Promise<string | undefined> {
  return (await wired(given))?.text;
}

function folderOf(files: Readonly<Record<string, string>>): ProgramFolder {
  return {
    path: "/program",
    has: async (path) => path in files,
    text: async (path) => files[path],
    names: async () => Object.keys(files),
  };
}

describe("a user's Python program", () => {
  const python = (text: string, more: Partial<Case> = {}): Promise<string | undefined> =>
    wiredText({ language: "python", fileName: "adopted.py", files: { "__main__.py": text }, ...more });

  it("adds the import of a file below the imports of a Python program", async () => {
    assert.equal(
      await python('"""The shop."""\r\nimport pulumi  # core\r\n\r\nx = 1\r\n'),
      '"""The shop."""\r\nimport pulumi  # core\r\nimport adopted\r\n\r\nx = 1\r\n',
    );
    assert.equal(
      await python("#!/usr/bin/env python\nfrom pulumi import (\n    Output,  # )\n)\nx = 1\n"),
      "#!/usr/bin/env python\nfrom pulumi import (\n    Output,  # )\n)\nimport adopted\nx = 1\n",
    );
    assert.equal(await python("import pulumi"), "import pulumi\nimport adopted");
    assert.equal(
      await python("import pulumi, \\\n  os; x = 1\ny = 2\n"),
      "import pulumi, \\\n  os; x = 1\nimport adopted\ny = 2\n",
    );
    assert.equal(await python(""), "import adopted\n");
    assert.equal(
      await python("import pulumi\n", { fileName: "more-of-it.py" }),
      'import pulumi\n__import__("more-of-it")\n',
    );
  });

  it("calls the function of a file after all other Python statements", async () => {
    const written = taking("network", "clouds.east", "subnets[0]");
    const userProgram = [
      "import pulumi",
      "from clouds import main as clouds",
      "",
      'network: Network = Network("network", cidr="""',
      "network = no code",
      '""")',
      "subnets = []",
      "for name in ['a', 'b']:",
      "    subnets.append(Subnet(name, network=network))",
      "",
      'pulumi.export("id", network.id)  # last',
    ];
    const call = "adopted(network, clouds.east, subnets[0])";
    const head = ["import pulumi", "from clouds import main as clouds", "from adopted import adopted"];
    assert.equal(
      await python(`${userProgram.join("\n")}\n# the end\n`, { written }),
      `${[...head, ...userProgram.slice(2), "", call].join("\n")}\n# the end\n`,
    );
    const guard = ['if __name__ == "__main__":', "    print(1)"];
    assert.equal(
      await python(`${[...userProgram, "", ...guard].join("\n")}\n`, { written }),
      `${[...head, ...userProgram.slice(2), "", call, "", ...guard].join("\n")}\n`,
    );
  });

  it("keeps a Python program that already loads the file, and replaces an outdated call", async () => {
    const loaded = "import pulumi\nimport adopted\nnetwork = 1\n";
    assert.equal(await python(loaded), loaded);
    const written = taking("network");
    const called = "import pulumi\nfrom adopted import adopted\nnetwork = 1\n\nadopted(network)\n";
    assert.equal(await python(loaded, { written, before: plain }), called);
    assert.equal(await python(called, { written, before: written }), called);
    assert.equal(
      await python("import pulumi\nfrom adopted import adopted\nnetwork = 1\neast = 2\n\nadopted(network)\nx = 1\n", {
        written: taking("network", "east"),
        before: written,
      }),
      "import pulumi\nfrom adopted import adopted\nnetwork = 1\neast = 2\n\nx = 1\n\nadopted(network, east)\n",
    );
  });

  const unsafe: Readonly<Record<string, string>> = {
    "a variable that is never assigned": "import pulumi\n",
    "a variable inside a function": "def main():\n    network = 1\n\nmain()\n",
    "a variable inside a condition": "if x:\n    network = 1\n",
    "a variable that is assigned twice": "network = 1\nnetwork = 2\n",
    "a variable that a block assigns to": "network = 1\nif x:\n    network = 2\n",
    "a variable that is assigned in a tuple": "network = 1\na, network = f()\n",
    "a variable that a loop binds": "network = 1\nfor network in x:\n    pass\n",
    "a variable that is deleted": "network = 1\ndel network\n",
    "a variable that an expression assigns": "network = 1\nf(network := 2)\n",
    "a variable that is set only if __name__ is main": "if __name__ == '__main__':\n    network = 1\n",
    "an exit before the end": "import sys\nnetwork = 1\nsys.exit(0)\n",
    "another use of the file's name": "network = 1\nadopted = 2\n",
    "an unclosed quote": "network = 'x\n",
    "an unclosed bracket": "network = f(\n",
    "a quote in the braces of a string": 'network = f"{d["}"]}"\nx = 1\n',
    "carriage returns as line ends": "network = 1\rx = 2\r",
  };
  for (const [why, text] of Object.entries(unsafe)) {
    it(`finds no safe location in a Python program with ${why}`, async () => {
      assert.equal(await python(text, { written: taking("network") }), undefined);
    });
  }

  it("finds no safe location if the Python program is missing", async () => {
    assert.equal(await wiredText({ language: "python", fileName: "adopted.py", files: {} }), undefined);
  });
});

describe("a user's YAML program", () => {
  const yaml = (file: string, text: string, more: Partial<Case> = {}): Promise<string | undefined> =>
    wiredText({ language: "yaml", fileName: "adopted.yaml", files: { [file]: text }, ...more });
  const entry = ["one:", "  type: sim:a:First"];
  const indented = (blanks: number, end = "\n"): string =>
    entry.map((line) => `${" ".repeat(blanks)}${line}${end}`).join("");

  it("adds entries to the end of the resources in YAML, and keeps all other bytes", async () => {
    const head =
      "name: shop # mine\nruntime: yaml\nresources:\n    mine:\n        type: sim:a:First # last\n        # inside\n";
    const tail = "    # behind\n\noutputs:\n    x: 1\n";
    assert.equal(await yaml("Pulumi.yaml", `${head}${tail}`), `${head}${indented(4)}${tail}`);
    const windows = head.replace(/\n/g, "\r\n");
    assert.equal(await yaml("Pulumi.yaml", windows), `${windows}${indented(4, "\r\n")}`);
    const bare = "resources:\n  mine: { type: sim:a:First }";
    assert.equal(await yaml("Main.yaml", bare), `${bare}\n${indented(2).trimEnd()}`);
    assert.equal(
      await yaml("Pulumi.yaml", "name: shop\nruntime: yaml\n"),
      `name: shop\nruntime: yaml\nresources:\n${indented(2)}`,
    );
    const block =
      "resources:\n  mine:\n    type: sim:a:First\n    properties:\n      text: |\n        a\n\nvariables:\n  x: 1\n";
    assert.equal(await yaml("Main.yaml", block), block.replace("        a\n", `        a\n${indented(2)}`));
    const inner =
      "resources:\n  mine:\n    type: sim:a:First\n    options:\n      dependsOn:\n        - own\n        # mine\n";
    const others = "\n# Others need it.\noutputs:\n  x: 1\n";
    assert.equal(await yaml("Main.yaml", inner + others), inner + indented(2) + others);
  });

  it("declares the required configuration keys in the YAML project file", async () => {
    const word = { key: "word", secret: true, type: { kind: "string" }, onlyText: true } as const;
    const written = { ...plain, config: [word] };
    const userProgram = "resources:\n  mine:\n    type: sim:a:First\n";
    const printed = await yaml("Main.yaml", userProgram, { written });
    assert.match(
      printed ?? "",
      /^config:\n {2}\w+:\n[\s\S]*\nresources:\n {2}mine:\n {4}type: sim:a:First\n {2}one:\n/,
    );
    const { onlyText: _, ...guessed } = word;
    const renamed = { ...plain, config: [guessed] };
    assert.match(
      (await yaml("Main.yaml", userProgram, { written: renamed })) ?? "",
      /^config:\n {2}\w+:\n {4}name: word\n/,
    );
    assert.equal(await yaml("Pulumi.yaml", userProgram, { written: renamed }), undefined);
    const under = `# mine\n${userProgram}`;
    assert.match(
      (await yaml("Main.yaml", under, { written })) ?? "",
      /^# mine\nresources:\n[\s\S]*\n {2}one:\n[\s\S]*\nconfig:\n/,
    );
  });

  it("adds YAML variables with results of functions, once", async () => {
    const account = call("sim:index/getAccount:getAccount", ["id"]);
    const written = program([node("one", "sim:a:First", { inputs: [["account", account]] })]);
    const userProgram = "resources:\n  mine:\n    type: sim:a:First\n";
    const wired = (await yaml("Main.yaml", userProgram, { written })) ?? "";
    const variable = "  account:\n    fn::invoke:\n      function: sim:getAccount\n";
    assert.equal(wired.split(variable).length, 2, wired);
    assert.match(wired, /^variables:\n/m);
    assert.match(wired, /\$\{account\.id\}/);
    assert.equal(await yaml("Main.yaml", wired, { written }), wired);
    const taken = `${userProgram}variables:\n  account: 1\n`;
    assert.equal(await yaml("Main.yaml", taken, { written }), undefined);
  });

  it("keeps a YAML program that has the entries of an earlier run, even if the user changed them", async () => {
    const own = "resources:\n  one:\n    type: sim:a:First\n    properties: { mine: true }\n";
    assert.equal(await yaml("Main.yaml", own, { before: plain }), own);
  });

  it("adds no entry if a YAML program declares a resource differently", async () => {
    const own = "resources:\n  one:\n    type: sim:a:First\n    properties: { mine: true }\n";
    assert.equal(await yaml("Main.yaml", own), undefined);
  });

  it("adds YAML entries that refer to the program's resources", async () => {
    const own = "resources:\n  mine:\n    type: sim:a:First\n";
    assert.equal(await yaml("Main.yaml", own, { written: taking("mine") }), `${own}${indented(2)}`);
    assert.equal(await yaml("Main.yaml", own, { written: taking("other") }), undefined);
  });

  const unsafe: Readonly<Record<string, string>> = {
    "flow style": "{ name: shop, resources: { mine: { type: sim:a:First } } }\n",
    "resources in flow style": "resources: { mine: { type: sim:a:First } }\n",
    "an empty list of resources": "resources:\nname: shop\n",
    "another resource with the name of an entry": "resources:\n  one:\n    type: sim:a:Second\n",
    "a variable with the name of an entry": "variables:\n  one: 1\nresources:\n  mine:\n    type: sim:a:First\n",
    "a syntax error": "resources:\n  mine: [\n",
    "several documents": "resources:\n  mine:\n    type: sim:a:First\n---\nname: x\n",
    "a document end marker": "resources:\n  mine:\n    type: sim:a:First\n...\n",
  };
  for (const [why, text] of Object.entries(unsafe)) {
    it(`finds no safe location in a YAML program with ${why}`, async () => {
      assert.equal(await yaml("Main.yaml", text), undefined);
    });
  }

  it("finds no safe location next to a JSON program, which takes precedence", async () => {
    const files = { "Main.json": "{}", "Main.yaml": "resources:\n  mine:\n    type: sim:a:First\n" };
    assert.equal(await wiredText({ language: "yaml", fileName: "adopted.yaml", files }), undefined);
  });
});

/** The main function of a program, with statements in it. */
interface Shape {
  readonly language: string;
  readonly fileName: string;
  readonly file: string;
  /** The code before and after the statements. The statements are already indented. */
  readonly around: readonly [before: string, after: string];
  readonly indent: string;
  /** The call that loads a file without variables. `taking` is the call for a file that needs the variable `network`. */
  readonly plain: string;
  readonly taking: string;
  readonly declared: string;
  readonly again: string;
  /** A statement that can end the function early. */
  readonly early: string;
  /** The name of the function or class that the call uses. */
  readonly name: string;
}

const shapes: Readonly<Record<string, Shape>> = {
  Go: {
    language: "go",
    fileName: "adopted.go",
    file: "main.go",
    around: [
      'package main\n\nimport (\n\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"\n)\n\nfunc main() {\n\tpulumi.Run(func(ctx *pulumi.Context) error {\n',
      "\t\treturn nil // done\n\t})\n}\n",
    ],
    indent: "\t\t",
    plain: "if err := newAdoptedResources(ctx); err != nil {\n\treturn err\n}",
    taking: "if err := newAdoptedResources(ctx, network.Inner); err != nil {\n\treturn err\n}",
    declared: 'network, err := NewNetwork(ctx, "network") // {',
    again: "network, err = nil, nil",
    early: "if x { return nil }",
    name: "newAdoptedResources",
  },
  "C#": {
    language: "csharp",
    fileName: "adopted.cs",
    file: "Program.cs",
    around: ["using Pulumi;\n\nreturn await Deployment.RunAsync(() =>\n{\n", "});\n"],
    indent: "    ",
    plain: "new AdoptedResources();",
    taking: "new AdoptedResources(network.Inner);",
    declared: 'var network = new Network("network", new() { Text = @"C:\\" }); // {',
    again: "network = null;",
    early: "if (x) return;",
    name: "AdoptedResources",
  },
  Java: {
    language: "java",
    fileName: "src/main/java/myproject/adopted.java",
    file: "src/main/java/myproject/App.java",
    around: [
      "package myproject;\n\nimport com.pulumi.Context;\n\npublic class App {\n    public static void main(String[] args) {\n        Pulumi.run(App::stack);\n    }\n\n    public static void stack(Context ctx) {\n",
      "    }\n}\n",
    ],
    indent: "        ",
    plain: "adopted.stack(ctx);",
    taking: "adopted.stack(ctx, network.Inner);",
    declared: 'final List<Network> network = make("}", \'"\'); // {',
    again: "network = null;",
    early: "if (x) return;",
    name: "adopted",
  },
};

for (const [name, shape] of Object.entries(shapes)) {
  describe(`a user's ${name} program`, () => {
    const { language, fileName, file, around, indent } = shape;
    const userProgram = (...lines: readonly string[]): string =>
      around[0] +
      lines.map((line) => line.replace(/^(?=.)/gm, indent)).join("\n") +
      (lines.length > 0 ? "\n" : "") +
      around[1];
    const step = indent.includes("\t") ? "\t" : "    ";
    const text = (given: string, more: Partial<Case> = {}): Promise<string | undefined> =>
      wiredText({ language, fileName, files: { [file]: given }, ...more });
    const inside = (statement: string): string => statement.replaceAll("\t", step);
    const written = taking("network.Inner");

    it(`adds the call to the end of the main function in ${name}`, async () => {
      const given = userProgram(shape.declared, "", "// the end");
      const wanted = userProgram(shape.declared, inside(shape.plain), "", "// the end");
      assert.equal(await text(given), wanted);
      assert.equal(await text(given.replaceAll("\n", "\r\n")), wanted.replaceAll("\n", "\r\n"));
      assert.equal(await text(given, { written }), userProgram(shape.declared, inside(shape.taking), "", "// the end"));
      assert.equal(await text(userProgram()), userProgram(inside(shape.plain)));
    });

    it(`keeps a ${name} program that has the call, and replaces an outdated call`, async () => {
      const before = userProgram(shape.declared, inside(shape.plain));
      assert.equal(await text(before), before);
      const after = userProgram(shape.declared, inside(shape.taking));
      assert.equal(await text(before, { written, before: plain }), after);
      assert.equal(await text(after, { written, before: written }), after);
    });

    const unsafe: Readonly<Record<string, string>> = {
      "an undefined variable": userProgram("x();"),
      "a variable that is assigned twice": userProgram(shape.declared, shape.again),
      "a variable inside a block": userProgram("if (x) {", `${step}${shape.declared}`, "}"),
      "a comment that continues in the next line": userProgram(shape.declared.replace("// {", "/* {"), "*/"),
      "an unclosed quote": userProgram(shape.declared, '"'),
      "an unclosed brace": userProgram(shape.declared, "{"),
      "an early exit": userProgram(shape.declared, shape.early),
      "another use of the function's name": userProgram(shape.declared, `x(${shape.name});`),
      "two programs": `${userProgram(shape.declared)}${userProgram(shape.declared)}`,
      "another form of the main function": userProgram(shape.declared).replace(
        /ctx \*pulumi|Context ctx|\(\) =>/,
        "deploy",
      ),
    };
    for (const [why, given] of Object.entries(unsafe)) {
      it(`finds no safe location in a ${name} program with ${why}`, async () => {
        assert.equal(await text(given, { written }), undefined);
      });
    }

    it(`finds no safe location if the ${name} program is missing`, async () => {
      assert.equal(await wiredText({ language, fileName, files: {} }), undefined);
    });
  });
}
