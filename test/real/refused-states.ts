/** A state with every member that Pulumi decodes, and its copies with one invalid value. */
import { formatPath, type Path } from "../../src/value/path.ts";
import type { Judges } from "./judges.ts";
import { mustRun } from "./run-process.ts";

/** Returns the error of Pulumi's decoder or integrity check for each checkpoint, or "" if it loads. */
export async function refusalsOf(
  judges: Pick<Judges, "readState">,
  checkpoints: readonly string[],
): Promise<readonly string[]> {
  const env: NodeJS.ProcessEnv = { ...process.env, PULUMI_CONFIG_PASSPHRASE: "password" };
  const { stdout } = await mustRun([judges.readState], { input: JSON.stringify(checkpoints), timeout: 600_000, env });
  return JSON.parse(stdout) as readonly string[];
}

const signature = "4dabf18193072939515e22adb298388d";
const marked = (kind: string, members: object): object => ({ [signature]: kind, ...members });
const asset = marked("c44067f5952c0a294b673a41bacd8c17", { hash: "ab", text: "t", path: "", uri: "" });
const urn = (type: string, name: string): string => `urn:pulumi:dev::orchard::${type}::${name}`;
const stack = { urn: urn("pulumi:pulumi:Stack", "orchard-dev"), custom: false, type: "pulumi:pulumi:Stack" };
const provider = { urn: urn("pulumi:providers:sea", "default"), custom: true, id: "p1", type: "pulumi:providers:sea" };
const pier = { urn: urn("sea:index:Pier", "west"), custom: true, id: "w1", type: "sea:index:Pier" };

const values = {
  nothing: null,
  truth: true,
  number: 1.5,
  text: "word",
  list: [1, { deep: "x" }],
  sealed: marked("1b47061264138c4ac30d75fd1eb44270", { plaintext: '{"a":[1]}' }),
  asset,
  archive: marked("0def7320c3a5731c473e5ecbe6d01bc7", { hash: "ab", assets: { "a.txt": asset } }),
  files: marked("0def7320c3a5731c473e5ecbe6d01bc7", { path: "./files" }),
  remote: marked("0def7320c3a5731c473e5ecbe6d01bc7", { uri: "https://example.com/a.zip" }),
  reference: marked("5cf8f73096256a8f31e491e813e4eb8e", { urn: pier.urn, id: "w1", packageVersion: "1.0.0" }),
  oldReference: marked("5cf8f73096256a8f31e491e813e4eb8e", { urn: pier.urn, id: { V: "w1" } }),
  infinite: marked("8ad145fe-0d11-4827-bfd7-1abcbf086f5c", { value: "7ff0000000000000" }),
  bytes: marked("803fd3297a5875dc03ca845dda5d2a98", { value: "/w==" }),
};

const harbour = {
  urn: urn("sea:index:Harbour", "north"),
  custom: true,
  delete: false,
  id: "h1",
  type: "sea:index:Harbour",
  inputs: values,
  outputs: { depth: 12 },
  parent: stack.urn,
  protect: true,
  taint: true,
  external: false,
  dependencies: [pier.urn],
  initErrors: ["late"],
  provider: `${provider.urn}::p1`,
  propertyDependencies: { depth: [pier.urn], none: [] },
  pendingReplacement: false,
  additionalSecretOutputs: ["code"],
  aliases: [urn("sea:index:Harbour", "old")],
  customTimeouts: { create: 60, update: 1.5, delete: 0, read: 1 },
  importID: "h0",
  retainOnDelete: true,
  deletedWith: pier.urn,
  replaceWith: [pier.urn],
  created: "2026-01-15T10:20:30.123456789Z",
  modified: "2026-01-15T10:20:30+01:00",
  sourcePosition: "project:///index.ts#1",
  stackTrace: [{ sourcePosition: "x" }],
  ignoreChanges: ["a"],
  hideDiff: ['a["b"][0]'],
  replaceOnChanges: ["c"],
  replacementTrigger: { a: [asset] },
  refreshBeforeUpdate: true,
  viewOf: pier.urn,
  resourceHooks: { BeforeCreate: ["hook"] },
  extensionRef: "e1",
  snippetID: "s1",
};

const snippet = {
  uuid: "s1",
  name: "extra",
  type: "sea:index:Pier",
  code: "x = 1",
  references: { north: harbour.urn },
  descriptor: {
    name: "sea",
    version: "1.2.3-alpha.1+b1",
    downloadURL: "https://example.com",
    parameterization: { name: "lake", version: "0.1.0", value: "AAEC" },
  },
};

/** A state with every member that Pulumi decodes. imp and Pulumi load it. */
export const wholeState = {
  version: 4,
  features: ["taint", "hooks"],
  checkpoint: {
    stack: "organization/orchard/dev",
    latest: {
      manifest: {
        time: "2026-01-15T10:20:30.5Z",
        version: "v3.200.0",
        plugins: [{ name: "sea", path: "", type: "resource", version: "v1.2" }],
        magic: "fab95cc1ec33ad4842e4ce440b669bd522c568e8a7a8934e58ff24ba38128033",
      },
      secrets_providers: {
        type: "passphrase",
        state: { salt: "v1:fozI5u6B030=:v1:F+6ZduKKd8G0/V7L:PGMFeIzwobWRKmEAzUdaQHqC5mMRIQ==" },
      },
      resources: [stack, provider, pier, harbour],
      pending_operations: [{ resource: { ...harbour, urn: urn("sea:index:Harbour", "south") }, type: "creating" }],
      metadata: { integrity_error: { version: "3", command: "up", error: "bad", env_vars: { A: "b" } } },
      snippets: [snippet],
      extensions: { e1: { name: "sea", version: "1.0.0", value: "AAEC" } },
    },
  },
};

export interface ChangedState {
  /** The description of the change. */
  readonly title: string;
  readonly path: Path;
  readonly text: string;
}

/** JSON texts of every type, and some that are almost valid. */
const others = [
  "null",
  "true",
  "false",
  "0",
  "7",
  "1.5",
  "-1",
  "1e999",
  '""',
  '"x"',
  "[]",
  "[7]",
  '["x"]',
  "[null]",
  "{}",
  '{"x":7}',
  '{"x":"y"}',
  '{"x":null}',
  '{"4dabf18193072939515e22adb298388d":"x"}',
  '"04da6b54-80e4-46f7-96ec-b56ff0331ba9"',
];

/** Strings to try for members that have a format, by the name of the member. */
const texts: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(time|created|modified)$/,
    [
      "2026-02-29T10:20:30Z",
      "2024-02-29T10:20:30Z",
      "2026-13-01T10:20:30Z",
      "2026-00-01T10:20:30Z",
      "0000-01-01T00:00:00Z",
      "2026-01-15T24:00:00Z",
      "2026-01-15T9:00:00Z",
      "2026-01-15T10:60:00Z",
      "2026-01-15T10:20:60Z",
      "2026-01-15 10:20:30Z",
      "2026-01-15T10:20:30,5Z",
      "2026-01-15T10:20:30.Z",
      "2026-01-15T10:20:30",
      "2026-01-15T10:20:30+0100",
      "2026-01-15T10:20Z",
      "2026-01-15T10:20:30+24:00",
      "2026-01-15T10:20:30+25:00",
      "2026-01-15T10:20:30+23:60",
      "2026-01-15T10:20:30-23:61",
      "2026-01-15",
      "02026-01-15T10:20:30Z",
      "2026-01-15t10:20:30z",
      " 2026-01-15T10:20:30Z",
      "1900-02-29T10:20:30Z",
    ],
  ],
  [
    /^version$/,
    [
      "1",
      "v1",
      "1.2",
      " 1.2.3 ",
      "1.2.3.4",
      "01.2.3",
      "1.02",
      "1-a",
      "1.2-a",
      "1.2.3-a",
      "1.2.3-",
      "1.2.3-01",
      "1.2.3+",
      "vv1.2.3",
      "1.2.3+a.b",
      "1.2.3-a..b",
      "1.2.3-ü",
      "1.",
      ".",
      "V1.2.3",
      "=1.2.3",
      "1.2.x",
      "1.2.3-a+b+c",
      "1.2.3-a_b",
      "1.2.3-0a",
      "1.2.3-0",
    ],
  ],
  [
    /^0$/,
    [
      "a[",
      "a]",
      "a[x]",
      'a["b',
      "a.",
      ".a",
      "a..b",
      "a[*]",
      'a["*"]',
      "a[-1]",
      "a[+1]",
      'a["b"]c',
      "a.[0]",
      "[]",
      'a["b\\"c"]',
    ],
  ],
  [
    /^value$/,
    [
      "AA==",
      "AA=",
      "AAEC\n",
      "A\r\nAEC",
      "AAE",
      "@@@@",
      "AB==",
      "_-8=",
      "7FF",
      "0x1",
      "-1",
      "00000000000000000000001",
      "1ffffffffffffffff",
    ],
  ],
  [/^(plaintext|ciphertext)$/, ["1", '"a"', "[", "nul", '{"4dabf18193072939515e22adb298388d":"x"}']],
  [/^salt$/, ["v1", "v1:", "v2:fozI5u6B030=:v1:F+6ZduKKd8G0/V7L:PG", "v1:@@@:v1:F+6ZduKKd8G0/V7L:PG", "v1:AAAA:"]],
  [
    /^(urn|type|parent|provider|viewOf|deletedWith)$/,
    ["urn:pulumi:dev::orchard::a:b:C::d", "urn:pulumi:x", "a::b", "pulumi:providers:x", "pulumi:providers:"],
  ],
];

/** Returns the whole state with one value changed or removed, for every location and change. */
export function changedStates(): readonly ChangedState[] {
  return placesIn(wholeState, []).flatMap((path) => {
    const last = String(path.at(-1));
    const formed = texts.flatMap(([key, forms]) => (key.test(last) ? forms.map((form) => JSON.stringify(form)) : []));
    const changes = [...others, ...formed].map((json) => ({
      path,
      title: `${formatPath(path)}: ${json}`,
      text: changed(path, json),
    }));
    return [...changes, { path, title: `${formatPath(path)} taken out`, text: changed(path, undefined) }];
  });
}

function placesIn(json: unknown, path: Path): readonly Path[] {
  if (typeof json !== "object" || json === null) return [path];
  const inside = Object.entries(json).flatMap(([key, member]) =>
    placesIn(member, [...path, Array.isArray(json) ? Number(key) : key]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

/** Returns the state with another JSON text at the path, which may be invalid, or without the path. */
function changed(path: Path, json: string | undefined): string {
  const marker = "\ue000";
  const copy = structuredClone(wholeState) as unknown;
  const [last = ""] = path.slice(-1);
  const holder = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], copy);
  if (json !== undefined) (holder as Record<string, unknown>)[last] = marker;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, unknown>)[last];
  return JSON.stringify(copy).replace(`"${marker}"`, () => json ?? "");
}
