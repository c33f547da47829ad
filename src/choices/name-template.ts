/** Names from a template (`--name-template`), such as `{type}-{tag:Name|name|id}`. The result does not depend on the order of the resources. */
import { createHash } from "node:crypto";
import { ImpError } from "../domain/errors.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { nearestName } from "../import-file/check.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { shortType } from "./filter.ts";

/** Returns the tags of an entry, or undefined if the entry isn't tagged or wasn't read. */
export type TagsOf = (entry: ImportSpec) => ReadonlyMap<string, string> | undefined;

type Part = { readonly kind: "type" | "name" | "id" | "parent" } | { readonly kind: "tag"; readonly key: string };

export interface NameTemplate {
  /** Text, and lists of alternatives in braces. The first alternative with a value is used. */
  readonly pieces: readonly (string | readonly Part[])[];
  /** As the user typed it. */
  readonly text: string;
}

const templateWords = ["type", "name", "id", "parent"] as const;

/** Parses a template. Throws USAGE for unknown parts and unbalanced braces. */
export function parseTemplate(text: string): NameTemplate {
  const pieces = text.split(/(\{[^{}]*\})/).map((piece) => {
    if (piece.startsWith("{") && piece.endsWith("}"))
      return piece
        .slice(1, -1)
        .split("|")
        .map((part) => templatePart(part, text));
    if (!/[{}]/.test(piece)) return piece;
    throw refuseTemplate(text, "has an unbalanced brace", "Write each placeholder in braces, as in {name}.");
  });
  if (pieces.some((piece) => typeof piece !== "string")) return { pieces, text };
  throw refuseTemplate(
    text,
    "has no placeholder in braces, so all resources would get the same name",
    "For example: '{type}-{name|id}'.",
  );
}

function templatePart(part: string, text: string): Part {
  if (part.startsWith("tag:") && part.length > "tag:".length) return { kind: "tag", key: part.slice("tag:".length) };
  const kind = templateWords.find((word) => word === part);
  if (kind !== undefined) return { kind };
  const near = nearestName(part, templateWords);
  const hint = `${near === undefined ? "" : `Did you mean {${near}}? `}Valid placeholders are {type}, {name}, {id}, {parent}, and {tag:KEY}; | separates alternatives.`;
  throw refuseTemplate(text, `has the unknown placeholder {${part}}`, hint);
}

function refuseTemplate(text: string, problem: string, hint: string): ImpError {
  return ImpError.of("USAGE", { message: `--name-template ${JSON.stringify(text)} ${problem}.`, hint });
}

/** Returns true if the template uses tags, which are known only after Read. */
export function namesByTags(template: NameTemplate | undefined): boolean {
  const pieces = template?.pieces ?? [];
  return pieces.some((piece) => typeof piece !== "string" && piece.some(({ kind }) => kind === "tag"));
}

/**
 * Returns the names of the entries that have an ID. Other entries, such as components and providers, keep their names. If several entries get the
 * same name under the same parent, each gets a digest of type, provider, and ID as a suffix.
 *
 * @param parentOf returns the name of an entry's parent
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
  const nameKey = (entry: ImportSpec) =>
    JSON.stringify([shortType(entry.type), parentOf(entry), names.get(entry.specId)]);
  const counts = new Map<string, number>();
  for (const entry of named) counts.set(nameKey(entry), (counts.get(nameKey(entry)) ?? 0) + 1);
  return new Map(
    named.map((entry) => {
      const name = names.get(entry.specId) ?? "";
      const digest = createHash("sha256").update(JSON.stringify([shortType(entry.type), entry.provider, entry.id]));
      // `renamedSpecs` later reports an empty name.
      return [
        entry.specId,
        name === "" || (counts.get(nameKey(entry)) ?? 0) < 2 ? name : `${name}-${digest.digest("hex").slice(0, 8)}`,
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
  const partText = (part: Part): string | undefined => {
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
    typeof piece === "string"
      ? piece
      : (piece.map(partText).find((value) => value !== undefined && value !== "") ?? ""),
  );
  // Tags may contain any text, but a name is a single line.
  return texts
    .join("")
    .replace(/[\s\u0000-\u001f\u007f]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** Returns the last part of a type in lower camel case: `securityGroup` for `aws:ec2/securityGroup:SecurityGroup`. */
function typeWord(type: string): string {
  const member = type.slice(type.lastIndexOf(":") + 1);
  return member.charAt(0).toLowerCase() + member.slice(1);
}
