/** Programs of people before and after a run adds what loads a file next to them; where that is not safe, nothing is added. */
import assert from "node:assert/strict";
import type { ProgramFolder } from "../../generators/program-folder.ts";
import type { Program } from "../../src/ir/program.ts";
import { node, program } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const plain = program([node("one", "sim:a:First")]);
/** Its resources refer to variables of the person's program. */
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

/** The file that is changed and its new text; `undefined`: no place is safe. */
async function wired({ language, fileName, files, written = plain, before }: Case) {
  const generator = await loadGenerator(language);
  const [printed] = await generator.print(written, { fileName, isAppended: true });
  const appended = { program: written, fileName, text: printed?.text ?? "", ...(before !== undefined && { before }) };
  const changed = await generator.wire?.(appended, { folder: folderOf(files) });
  if (changed === undefined) return undefined;
  assert.equal(changed.before, files[changed.file]);
  return changed;
}

async function textOf(given: Case): Promise<string | undefined> {
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

describe("a person's Python program", () => {
  const python = (text: string, more: Partial<Case> = {}): Promise<string | undefined> =>
    textOf({ language: "python", fileName: "adopted.py", files: { "__main__.py": text }, ...more });

  it("imports the file behind its imports, and keeps every other byte", async () => {
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

  it("calls the function of the file behind everything that it runs", async () => {
    const written = taking("network", "clouds.east", "subnets[0]");
    const own = [
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
      await python(`${own.join("\n")}\n# the end\n`, { written }),
      `${[...head, ...own.slice(2), "", call].join("\n")}\n# the end\n`,
    );
    const guard = ['if __name__ == "__main__":', "    print(1)"];
    assert.equal(
      await python(`${[...own, "", ...guard].join("\n")}\n`, { written }),
      `${[...head, ...own.slice(2), "", call, "", ...guard].join("\n")}\n`,
    );
  });

  it("is left alone where it is loaded, and gets the new call where the former one stands", async () => {
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
    "a variable that nothing binds": "import pulumi\n",
    "a variable of a function": "def main():\n    network = 1\n\nmain()\n",
    "a variable of a condition": "if x:\n    network = 1\n",
    "a variable that is assigned twice": "network = 1\nnetwork = 2\n",
    "a variable that a block assigns to": "network = 1\nif x:\n    network = 2\n",
    "a variable that is assigned with others": "network = 1\na, network = f()\n",
    "a variable that a loop binds": "network = 1\nfor network in x:\n    pass\n",
    "a variable that is deleted": "network = 1\ndel network\n",
    "a variable of an expression": "network = 1\nf(network := 2)\n",
    "a variable that is set behind the guard": "if __name__ == '__main__':\n    network = 1\n",
    "an end before the end": "import sys\nnetwork = 1\nsys.exit(0)\n",
    "a name of its own": "network = 1\nadopted = 2\n",
    "an open quote": "network = 'x\n",
    "an open bracket": "network = f(\n",
    "a quote in the braces of a text": 'network = f"{d["}"]}"\nx = 1\n',
    "old line ends": "network = 1\rx = 2\r",
  };
  for (const [why, text] of Object.entries(unsafe)) {
    it(`has no safe place with ${why}`, async () => {
      assert.equal(await python(text, { written: taking("network") }), undefined);
    });
  }

  it("has no safe place where there is no such file", async () => {
    assert.equal(await textOf({ language: "python", fileName: "adopted.py", files: {} }), undefined);
  });
});
