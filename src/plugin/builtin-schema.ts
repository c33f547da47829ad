/** The schema of the `pulumi` package, which the engine serves itself (pulumi `pkg/codegen/schema/mock_pulumi_schema.go`). */

const anyValue = { $ref: "pulumi.json#/Any" };

/** The schema as a package schema in JSON. Language hosts load it to check stack references and stashes. */
export const builtinSchema: string = JSON.stringify({
  name: "pulumi",
  displayName: "Pulumi",
  version: "3.0.0",
  resources: {
    "pulumi:index:Stash": {
      properties: { input: anyValue, output: anyValue },
      required: ["input", "output"],
      inputProperties: { input: anyValue },
      requiredInputs: ["input"],
    },
    "pulumi:pulumi:StackReference": {
      properties: {
        name: { type: "string" },
        outputs: { type: "object", additionalProperties: anyValue },
        secretOutputNames: { type: "object", additionalProperties: { type: "string" } },
      },
      required: ["outputs"],
      inputProperties: { name: { type: "string" } },
    },
  },
});
