/** Review views with every verdict, unusual names and many reasons, and edits of a view. */

import { ImpError } from "../../src/domain/errors.ts";
import type { Difference, Verdict } from "../../src/domain/graph.ts";
import type { ReviewAnswer, ReviewRow, ReviewView } from "../../src/domain/review.ts";
import type { ImportedVerdict } from "../../src/domain/verdicts.ts";
import { type SpecialFacts, sampleOutcome } from "./sample-outcome.ts";

/** Returns a row with defaults. */
export function sampleRow(
  type: string,
  name: string,
  verdict: Verdict,
  more: Partial<ReviewRow> & { readonly of?: SpecialFacts } = {},
): ReviewRow {
  const { of, ...fields } = more;
  return {
    key: `urn:pulumi:dev::shop::${type}::${name}`,
    outcome: sampleOutcome(type, name, verdict, of),
    isOut: false,
    needs: [],
    ignorable: [],
    likelySecrets: [],
    assumable: [],
    takesPlaceholder: false,
    ...fields,
  };
}

const bucket = "simcloud:storage/bucket:Bucket";
const instance = "simcloud:db/instance:Instance";
const replacer = "simcloud:quirk/replacer:Replacer";

function failed(type: string, name: string, reason: number): ReviewRow {
  const facts = { type, name, id: `id-of-${name}`, method: "Read", reason: `the cloud answers with reason ${reason}` };
  return sampleRow(type, name, "failed", { of: { error: ImpError.of("PROVIDER_REFUSED", facts) } });
}

function withoutPassword(name: string): ReviewRow {
  const error = ImpError.of("VALUE_DEMANDED", {
    type: instance,
    name,
    groups: [["password"]],
    failures: [{ property: "password", reason: "is required" }],
    placeholder: "possible",
    commands: [],
  });
  const urn = `urn:pulumi:dev::shop::${instance}::${name}`;
  const needs = [
    { kind: "value" as const, urn, oneOf: [{ path: ["password"], secret: true }], takesPlaceholder: true },
  ];
  return sampleRow(instance, name, "failed", { of: { error }, needs, takesPlaceholder: true });
}

function replaced(name: string, generation: number): ReviewRow {
  const error = ImpError.of("REPLACE_REFUSED", { type: replacer, name, paths: ["generation"] });
  const differences: readonly Difference[] = [{ path: "generation", kind: "update-replace", old: generation, new: 1 }];
  return sampleRow(replacer, name, "replace", { of: { error, differences }, ignorable: ["generation"] });
}

const size: Difference = { path: "size", kind: "update", old: 20, new: 10 };
const password: Difference = { path: "password", kind: "update", old: "[secret]", new: "[secret]" };

/** Every verdict, 12 reasons of failures, and names with control characters, wide characters, or extreme length. */
export const sampleRows: readonly ReviewRow[] = [
  sampleRow("simcloud:network/vpc:Vpc", "main", "clean", {
    of: {
      reasons: new Map([
        ["cidrBlock", "required"],
        ["tags", "recreate"],
      ]),
      read: 4,
      accounting: [
        { path: "cidrBlock", class: "set", reason: "required" },
        { path: "tags.team", class: "set", reason: "recreate" },
        { path: "region", class: "implied", by: "plan" },
        { path: "arn", class: "assigned", because: "identifier" },
      ],
    },
  }),
  ...["orders-closed", "orders-open", "orders-2024", "orders-2025"].map(withoutPassword),
  ...Array.from({ length: 11 }, (_, reason) => failed(bucket, `broken-${reason}`, reason)),
  failed(bucket, "broken-again", 3),
  replaced("quirk-replacer", 3),
  replaced("quirk-replacer-2", 7),
  ...Array.from({ length: 9 }, (_, at) =>
    sampleRow(instance, `changed-${at}`, "update", {
      of: { differences: [{ ...size, old: 20 + at }] },
      ignorable: ["size"],
    }),
  ),
  sampleRow(bucket, "policy-holder", "update", {
    of: {
      differences: [
        { path: "", kind: "update" },
        { path: "policy", kind: "add", new: "x".repeat(400) },
      ],
    },
  }),
  sampleRow("simcloud:secret/secret:Secret", "api-key", "update", {
    of: {
      differences: [{ path: "forceDelete", kind: "add", new: false }],
      remarks: [{ kind: "assumable", paths: ["forceDelete"] }],
    },
    assumable: ["forceDelete"],
    ignorable: ["forceDelete"],
  }),
  sampleRow("simcloud:secret/secret:Secret", "old-key", "assumed", {
    of: { remarks: [{ kind: "assumable", paths: ["forceDelete"] }] },
  }),
  ...["billing", "users", "carts"].map((name) =>
    sampleRow(instance, name, "ignored", { of: { differences: [password] } }),
  ),
  ...[
    "covers",
    "データベース・バックアップ",
    "evil\u202etxt\u0007\u001b[31mred",
    "👩‍👩‍👧‍👦-family",
    "n".repeat(300),
  ].map((name) => sampleRow(bucket, name, "clean")),
  ...["a", "b", "c"].map((zone) =>
    sampleRow("simcloud:network/subnet:Subnet", `subnet-${zone}`, "clean", {
      parent: "urn:pulumi:dev::shop::simcloud:network/vpc:Vpc::main",
    }),
  ),
  sampleRow(bucket, "logs", "unchanged"),
  sampleRow(bucket, "scratch", "clean", { isOut: true }),
];

const code = `const covers = new simcloud.storage.Bucket("covers", {
    cidrBlock: "10.0.0.0/16",
    tags: {
        team: "books",
    },
});
`;

/** Returns a view of the rows. The view rejects names with a leading digit. */
export function sampleView(rows: readonly ReviewRow[] = sampleRows, more: Partial<ReviewView> = {}): ReviewView {
  return {
    project: "shop",
    stack: "dev",
    backend: "s3://acme-state",
    rows,
    isStrict: false,
    edits: 0,
    output: {
      languages: {
        all: [
          { name: "typescript", title: "TypeScript" },
          { name: "python", title: "Python" },
        ],
        chosen: "typescript",
      },
      layouts: { all: ["single", "per-type", "per-parent"], chosen: "single" },
      file: "index.ts",
      directory: ".",
    },
    nextUpdate: "next `pulumi up`: 215 unchanged, 10 updates, 0 replacements",
    checkName: (_, name) =>
      /^\d|^$/.test(name)
        ? { problem: "A name begins with a letter.", references: 0 }
        : { variable: name.replace(/\W+/g, ""), references: 3 },
    checkPattern: (pattern) => checkedPattern(rows, pattern),
    codeOf: async () => code,
    grammar: "typescript",
    ...more,
  };
}

function checkedPattern(rows: readonly ReviewRow[], pattern: string): ReturnType<ReviewView["checkPattern"]> {
  const [, from, to] = /^s\/(.+)\/(.*)\/$/.exec(pattern) ?? [];
  if (from === undefined || to === undefined) return { problem: "Write the pattern as s/FROM/TO/.", names: [] };
  const names = rows.map(({ outcome }) => [outcome.name, outcome.name.replaceAll(from, to)] as const);
  return { names: names.filter(([old, now]) => old !== now) };
}

/** Applies an answer to the rows. Simulates only those effects of a run that the screen shows. */
export function appliedTo(rows: readonly ReviewRow[], answer: ReviewAnswer): readonly ReviewRow[] {
  const change = (keys: readonly string[], to: (row: ReviewRow) => ReviewRow): readonly ReviewRow[] =>
    rows.map((row) => (keys.includes(row.key) ? to(row) : row));
  const proven =
    (verdict: ImportedVerdict) =>
    (row: ReviewRow): ReviewRow => ({
      ...row,
      needs: [],
      takesPlaceholder: false,
      ignorable: [],
      assumable: [],
      outcome: { ...row.outcome, kind: "imported", verdict },
    });
  switch (answer.kind) {
    case "take-out":
      return change(answer.keys, (row) => ({ ...row, isOut: true }));
    case "take-in":
      return change(answer.keys, (row) => ({ ...row, isOut: false }));
    case "rename":
      return change([answer.key], (row) => ({ ...row, outcome: { ...row.outcome, name: answer.name } }));
    case "rename-all": {
      const names = new Map(checkedPattern(rows, answer.pattern).names);
      return rows.map((row) => {
        const { outcome } = row;
        return { ...row, outcome: { ...outcome, name: names.get(outcome.name) ?? outcome.name } };
      });
    }
    case "accept-replace":
      return change(answer.keys, proven("replace"));
    case "not-secret":
      return change(answer.keys, (row) => ({ ...row, likelySecrets: [] }));
    case "ignore-changes":
    case "use-placeholder":
      return change(answer.keys, proven("ignored"));
    case "assume-defaults":
      return change(answer.keys, proven("assumed"));
    case "give-values":
      return change([answer.key], proven("clean"));
    case "set-strict":
    case "set-output":
    case "write-report":
    case "save-rest":
    case "undo":
    case "import":
    case "quit":
      return rows;
  }
}
