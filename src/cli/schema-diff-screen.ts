/** The report of `imp schema diff`. */
import { type Change, isBreaking, type SchemaDifference } from "../schema/diff/changes.ts";
import type { PackageHead } from "../schema/show/facts.ts";
import { visible } from "./quote.ts";
import { counted, paint, type Screen, wrap, wrapInside } from "./render.ts";

/** Maximum number of changes to show. `--json` lists all. */
const changesShown = 200;

export function renderSchemaDiff({ old, new: now, changes, added }: SchemaDifference, screen: Screen): string {
  const breaking = changes.filter(isBreaking);
  const others = changes.filter((change) => !isBreaking(change));
  const counts = [
    breaking.length === 0 ? "no breaking changes" : counted(breaking.length, "breaking change"),
    ...(others.length > 0 ? [counted(others.length, "other change")] : []),
  ];
  return [
    wrap(`${packageTitle(old)} -> ${packageTitle(now)}: ${counts.join(", ")}`, screen.width, ""),
    ...sectionOfChanges("Breaking changes", breaking, screen),
    ...sectionOfChanges("Other changes", others, screen),
    ...addedText(added, screen),
  ].join("\n\n");
}

function packageTitle({ name, version }: PackageHead): string {
  return visible(version === undefined ? name : `${name} ${version}`);
}

function sectionOfChanges(title: string, changes: readonly Change[], screen: Screen): readonly string[] {
  if (changes.length === 0) return [];
  const owners = new Map<string, Change[]>();
  for (const change of changes.slice(0, changesShown)) {
    const owner = `${change.of} ${change.token}`;
    const ownerChanges = owners.get(owner);
    if (ownerChanges === undefined) owners.set(owner, [change]);
    else ownerChanges.push(change);
  }
  const more = changes.length - changesShown;
  return [
    [
      paint(title, "bold", screen),
      ...[...owners].flatMap(([owner, list]) => [
        `  ${wrapInside(visible(owner), screen, 2, 4)}`,
        ...list.map((change) => `    ${wrapInside(schemaChangeText(change), screen, 4, 6)}`),
      ]),
      ...(more > 0 ? [`  and ${more} more; use --json to list all`] : []),
    ].join("\n"),
  ];
}

function schemaChangeText(change: Change): string {
  const { part } = change;
  const subject = part === undefined ? "" : `${part.kind} ${visible(part.name)}: `;
  return `${subject}${eventText(change)}`;
}

function eventText(change: Change): string {
  switch (change.change) {
    case "removed":
      return "removed";
    case "retyped":
      return `${change.from} -> ${change.to}`;
    case "required":
      return "now required";
    case "replaces":
      return "now replaces the resource when it changes";
    case "moved":
      return `now ${change.to}, which has the old token as an alias`;
    case "renamed":
      return `now ${change.to}, with the same members`;
    case "secret":
      return "now secret";
    case "deprecated":
      return `deprecated: ${change.message}`;
  }
}

function addedText(
  { resources, functions, types, properties, values }: SchemaDifference["added"],
  screen: Screen,
): readonly string[] {
  const parts = [
    [resources.length, "resource"],
    [functions.length, "function"],
    [types.length, "type"],
    [properties, "optional property"],
    [values, "enum value"],
  ] as const;
  const present = parts.filter(([count]) => count > 0).map(([count, noun]) => countedNoun(count, noun));
  return present.length === 0 ? [] : [wrap(`Added: ${present.join(", ")}`, screen.width, "  ")];
}

function countedNoun(count: number, noun: string): string {
  return count === 1 || !noun.endsWith("property") ? counted(count, noun) : `${count} optional properties`;
}

/** Returns the document of `imp schema diff --json`. */
export function schemaDiffDocument({ old, new: now, breaking, changes, added }: SchemaDifference): object {
  return {
    version: 1,
    old,
    new: now,
    breaking,
    changes: changes.map((change) => ({ breaking: isBreaking(change), ...change })),
    added,
  };
}
