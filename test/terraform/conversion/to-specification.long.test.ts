import assert from "node:assert/strict";
import { converted, ref } from "./to-specification.ts";

describe("conversion of package schemas to specifications", () => {
  it("limits nesting, references, and names of specifications", () => {
    const deep = (depth: number): string =>
      `{"name":"p","resources":{"p:index:R":{"inputProperties":{"v":${'{"type":"array","items":'.repeat(depth)}{"type":"string"}${"}".repeat(depth)}}}}}`;
    const unions = `{"name":"p","resources":{"p:index:R":{"inputProperties":{"v":${'{"oneOf":[{"type":"string"},'.repeat(20_000)}{"type":"string"}${"]}".repeat(20_000)}}}}}`;
    const laughs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `p:index:T${level}`,
        {
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`p${at}`, ref(`T${level + 1}`)])),
        },
      ]),
    );
    assert.ok(converted(deep(50_000)).losses.some((loss) => loss.startsWith("depth")));
    converted(unions);
    const { losses, text } = converted({
      name: "p",
      types: laughs,
      resources: { "p:index:R": { inputProperties: { v: ref("T0") } } },
    });
    assert.ok(losses.some((loss) => loss.startsWith("depth")));
    assert.ok(text.length < 50_000_000);
    converted(
      '{"name":"p","types":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"}}}},"resources":{"__proto__":{"inputProperties":{"__proto__":{"$ref":"#/types/__proto__"},"constructor":{"type":"string"}}}}}',
    );
  });
});
