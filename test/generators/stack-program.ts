/** A package and a program with stack references and outputs of the stack, and the values that an SDK sends for them. */
import type { Program } from "../../src/ir/program.ts";
import {
  interpolation,
  json,
  list,
  map,
  node,
  program,
  property,
  reference,
  stackOutput,
  stackReference,
  string,
} from "./build.ts";

const texts = { kind: "list", element: string } as const;
const textMap = { kind: "map", element: string } as const;
const textSchema = { type: "string" };
const listSchema = { type: "array", items: textSchema };
const mapSchema = { type: "object", additionalProperties: textSchema };
const outputs = { properties: { arn: textSchema }, required: ["arn"] };

export const stackProgramSchema = Buffer.from(
  JSON.stringify({
    name: "fabric",
    version: "1.0.0",
    language: { go: { importBasePath: "example.com/pulumi-fabric/sdk/go/fabric" } },
    resources: {
      "fabric:net:Subnet": {
        inputProperties: { vpcId: textSchema, tags: mapSchema },
        requiredInputs: ["vpcId"],
        ...outputs,
      },
      "fabric:web:Worker": {
        inputProperties: { role: textSchema, subnetIds: listSchema, policy: textSchema },
        ...outputs,
      },
    },
  }),
);

/** The outputs that the referenced stacks must have. The value of an output is `NAME OF THE REFERENCE.OUTPUT`. */
export const stackProgramOutputs = ["vpc-id", "subnetId", 'a "role"', "table"] as const;

/**
 * A program with two references that resources of two types use, a reference that nothing uses, and outputs of a resource that another one uses and of
 * a resource that only the output uses.
 */
export const stackProgram: Program = {
  ...program([
    stackReference("network", "organization/network/prod"),
    stackReference("data", 'organization/da"ta/prod', "data imported"),
    stackReference("idle", "organization/idle/prod"),
    node("main", "fabric:net:Subnet", {
      properties: [
        { ...property("vpcId", stackOutput("network", "vpc-id")), required: true },
        property("tags", map([["vpc", interpolation("100% ", stackOutput("network", "vpc-id"), "-x")]], textMap)),
      ],
    }),
    node("worker", "fabric:web:Worker", {
      inputs: [
        ["role", stackOutput("data", 'a "role"')],
        ["subnetIds", list([stackOutput("network", "subnetId"), reference("main", "id")], texts)],
        ["policy", json(map([["Resource", stackOutput("data", "table")]]))],
      ],
    }),
  ]),
  outputs: [
    { name: "main-subnet", value: reference("main", "id") },
    { name: 'a "worker"', value: reference("worker", "arn") },
  ],
};

/** Returns a program with a stack reference and any number of resources, each with an input from the stack and an output. */
export function longStackProgram(size: number): Program {
  const workers = Array.from({ length: size }, (_, index) =>
    node(`worker${index}`, "fabric:web:Worker", {
      inputs: [
        ["role", stackOutput("network", "vpc-id")],
        ["subnetIds", list([stackOutput("network", "subnetId"), stackOutput("network", "table")], texts)],
      ],
    }),
  );
  return {
    ...program([stackReference("network", "organization/network/prod"), ...workers]),
    outputs: workers.map(({ id }) => ({ name: id, value: reference(id, "arn") })),
  };
}

/** Returns the sent inputs by name. @param mainId the ID that the test gives to the resource "main" */
export function sentByStackProgram(mainId: string): Readonly<Record<string, unknown>> {
  const network = "organization/network/prod";
  return {
    [network]: { name: network },
    "data imported": { name: 'organization/da"ta/prod' },
    "organization/idle/prod": { name: "organization/idle/prod" },
    main: { vpcId: `${network}.vpc-id`, tags: { vpc: `100% ${network}.vpc-id-x` } },
    worker: {
      role: 'data imported.a "role"',
      subnetIds: [`${network}.subnetId`, mainId],
      policy: '{"Resource":"data imported.table"}',
    },
  };
}
