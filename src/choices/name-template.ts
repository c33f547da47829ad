/**
 * Names from a template (`--name-template`): `{type}-{tag:Name|name|id}`. The same for the same resources, in whatever order they stand.
 */
import { createHash } from "node:crypto";
import type { SpecId } from "../domain/spec-id.ts";
import { ImpError } from "../errors.ts";
import { nearestName } from "../import-file/check.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { shortType } from "./filter.ts";

/** The tags of an entry. Absent: it has none, or it was not read. */
export type TagsOf = (entry: ImportSpec) => ReadonlyMap<string, string> | undefined;

type Part = { readonly kind: "type" | "name" | "id" | "parent" } | { readonly kind: "tag"; readonly key: string };

export interface NameTemplate {
  /** Texts, and in braces the parts of which the first that has a value counts. */
  readonly pieces: readonly (string | readonly Part[])[];
  /** As it was typed. */
  readonly text: string;
}

const templateWords = ["type", "name", "id", "parent"] as const;

/** Throws USAGE for a part that is none, and for a brace without its other one. */
export function parseTemplate(text: string): NameTemplate {
  const pieces = text.split(/(\{[^{}]*\})/).map((piece) => {
    if (piece.startsWith("{") && piece.endsWith("}"))
      return piece
        .slice(1, -1)
        .split("|")
        .map((part) => templatePart(part, text));
    if (!/[{}]/.test(piece)) return piece;
    throw refuseTemplate(text, "has a brace without its other one", "Write each part as {name}.");
  });
  if (pieces.some((piece) => typeof piece !== "string")) return { pieces, text };
  throw refuseTemplate(
    text,
    "has no part, so that all resources would get one name",
    "Write it like '{type}-{name|id}'.",
  );
}

function templatePart(part: string, text: string): Part {
  if (part.startsWith("tag:") && part.length > "tag:".length) return { kind: "tag", key: part.slice("tag:".length) };
  const kind = templateWords.find((word) => word === part);
  if (kind !== undefined) return { kind };
  const near = nearestName(part, templateWords);
  const hint = `${near === undefined ? "" : `Did you mean {${near}}? `}Parts are {type}, {name}, {id}, {parent} and {tag:KEY}, with | between alternatives.`;
  throw refuseTemplate(text, `has the part {${part}}, which is none`, hint);
}

function refuseTemplate(text: string, problem: string, hint: string): ImpError {
  return ImpError.of("USAGE", { message: `--name-template ${JSON.stringify(text)} ${problem}.`, hint });
}

/** True where only Read shows what a part stands for. */
export function namesByTags({ pieces }: NameTemplate): boolean {
  return pieces.some((piece) => typeof piece !== "string" && piece.some(({ kind }) => kind === "tag"));
}

/**
 * The names of the entries that have an id; a person chose those of components and providers. Entries that would have one name below one
 * parent all get a piece of a digest of type and id behind it, so that no name depends on the order.
 *
 * @param parentOf the name of an entry's parent
 */
export function templateNames(
  entries: readonly ImportSpec[],
  template: NameTemplate,
  parentOf: (entry: ImportSpec) => string | undefined,
  tagsOf: TagsOf,
): ReadonlyMap<SpecId, string> {
  const named = entries.filter(({ id }) => id !== undefined);
  const names = new Map(
    named.map((entry) => [entry.specId, templateName(entry, template, parentOf(entry), tagsOf(entry))]),
  );
  const keyOf = (entry: ImportSpec) =>
    JSON.stringify([shortType(entry.type), parentOf(entry), names.get(entry.specId)]);
  const counts = new Map<string, number>();
  for (const entry of named) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  return new Map(
    named.map((entry) => {
      const name = names.get(entry.specId) ?? "";
      const digest = createHash("sha256").update(JSON.stringify([shortType(entry.type), entry.provider, entry.id]));
      // A name that is empty is refused.
      return [
        entry.specId,
        name === "" || (counts.get(keyOf(entry)) ?? 0) < 2 ? name : `${name}-${digest.digest("hex").slice(0, 8)}`,
      ];
    }),
  );
}

function templateName(
  entry: ImportSpec,
  { pieces }: NameTemplate,
  parent: string | undefined,
  tags: ReadonlyMap<string, string> | undefined,
): string {
  const textOf = (part: Part): string | undefined => {
    switch (part.kind) {
      case "type":
        return typeWord(entry.type);
      case "name":
        return entry.logicalName;
      case "id":
        return entry.id;
      case "parent":
        return parent;
      case "tag":
        return tags?.get(part.key);
    }
  };
  const texts = pieces.map((piece) =>
    typeof piece === "string" ? piece : (piece.map(textOf).find((value) => value !== undefined && value !== "") ?? ""),
  );
  // A tag may hold any text, and a name is one line.
  return texts
    .join("")
    .replace(/[\s\u0000-\u001f\u007f]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** `aws:ec2/securityGroup:SecurityGroup` -> `securityGroup`. */
function typeWord(type: string): string {
  const member = type.slice(type.lastIndexOf(":") + 1);
  return member.charAt(0).toLowerCase() + member.slice(1);
}
