import type { CliProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

export const prefix = "urn:pulumi:dev::orchard::";
export const provider = `${prefix}pulumi:providers:pinboard::default_1_2_3`;
export const wall = `${prefix}pinboard:index:Wall::wall`;
export const inWall = `${prefix}pinboard:index:Wall$pinboard:index:`;
const board = `${inWall}Board::wall-board`;
const reference = `${provider}::6f3c`;
export const explicit = `${prefix}pulumi:providers:pinboard::own`;

/** Returns an exported state with the root stack and the given resources. */
export function stateOf(...resources: readonly object[]): string {
  const stack = { urn: `${prefix}pulumi:pulumi:Stack::orchard-dev`, custom: false, type: "pulumi:pulumi:Stack" };
  const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
  return JSON.stringify({ version: 3, deployment: { manifest, resources: [stack, ...resources] } });
}

export function providerAt(urn: string, id: string): object {
  return { urn, custom: true, id, type: "pulumi:providers:pinboard", inputs: { version: "1.2.3" } };
}

export const wallState = {
  urn: wall,
  custom: false,
  type: "pinboard:index:Wall",
  parent: `${prefix}pulumi:pulumi:Stack::orchard-dev`,
  inputs: { title: "Plans", notes: ["one"] },
  outputs: { boardId: "board-plans" },
};

export const boardState = {
  urn: board,
  custom: true,
  id: "board-plans",
  type: "pinboard:index:Board",
  parent: wall,
  provider: reference,
  inputs: { title: "Plans" },
  outputs: { title: "Plans", slug: "plans" },
};

export const noteState = {
  urn: `${prefix}pinboard:index:Note::beside`,
  custom: true,
  id: "board-plans/4",
  type: "pinboard:index:Note",
  provider: reference,
  dependencies: [wall, board],
  propertyDependencies: { boardId: [wall, board] },
  inputs: { boardId: "board-plans", text: "ship" },
  outputs: { boardId: "board-plans", text: "ship", length: 4 },
};

export const plugin = ["--provider", `pinboard=${process.cwd()}/fixtures/pinboard/pulumi-resource-pinboard`];

export type GenerateArguments = [name: string, languages: string, ...resources: readonly object[]];

/** Runs `imp generate` on a state with these resources, and writes to the folder `name`. */
export async function generateFrom(
  project: CliProject,
  ...[name, languages, ...resources]: GenerateArguments
): Promise<Ran> {
  project.write(`${name}.json`, stateOf(...resources));
  const words = ["generate", "--state", `${name}.json`, "--out", name, "--language", languages, ...plugin];
  return await project.plain(words);
}

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "canary-0042" };

export const network = {
  type: "bookshop:index:Network",
  name: "network",
  component: true,
  inputs: { cidr: "10.0.0.0/16", size: 3, zones: ["a", "b"], database: { user: "app", password: secret } },
};
