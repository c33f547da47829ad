/** Prints the time for a thousand resources, without an assertion. */
import assert from "node:assert/strict";
import { config, interpolation, list, map, node, num, program, reference, text } from "./build.ts";
import { languageNames, loadGenerator } from "./generator-of.ts";

describe("a thousand resources", () => {
  const nodes = Array.from({ length: 1000 }, (_, index) =>
    node(`bucket${index}`, "simcloud:storage:Bucket", {
      inputs: [
        ["bucket", text(`acme-logs-${index}`)],
        ["acl", config("token")],
        [
          "rules",
          list([
            map([
              ["port", num(index)],
              ["cidrs", list([text("10.0.0.0/8"), text("192.168.0.0/16")])],
            ]),
          ]),
        ],
        [
          "tags",
          map([
            ["owner:team", text("platform")],
            ["env", text("prod")],
          ]),
        ],
        ...(index === 0 ? [] : ([["policy", interpolation(reference(`bucket${index - 1}`, "arn"), "/*")]] as const)),
      ],
      options: { protect: true },
    }),
  );
  const large = program(nodes);

  for (const language of languageNames) {
    it(`prints a thousand resources in ${language}`, async function () {
      const generator = await loadGenerator(language);
      await generator.print(program(nodes.slice(0, 1)), {});
      const start = performance.now();
      const [file] = await generator.print(large, {});
      if (this.test)
        this.test.title += `: ${Math.round(performance.now() - start)} ms, ${file?.text.length} characters`;
      assert.equal(file?.text.match(/acme-logs-/g)?.length, 1000);
    });
  }
});
