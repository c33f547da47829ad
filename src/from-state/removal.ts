/** Plans how to remove imported resources from the source stack, so that only one stack manages them. */

import type { Urn } from "../domain/graph.ts";
import { addTo } from "../domain/order/maps.ts";
import type { Removal } from "../domain/removal.ts";
import { isProviderType, parseProviderReference } from "../domain/urn.ts";
import type { StateResource } from "../state/deployment.ts";

/**
 * Returns `pulumi state` commands in a valid order: `pulumi state delete` rejects protected resources, and resources that other resources depend on.
 * Components and providers stay in the source stack if it still needs them. Both stacks can have them, because they do not manage cloud objects.
 *
 * @param resources all resources of the source stack in the order of its state, dependencies first
 * @param moved URNs in the source stack of resources that the target stack now manages
 */
export function removalFromStack(
  resources: readonly StateResource[],
  moved: ReadonlySet<Urn>,
  { name, project }: { readonly name: string; readonly project: string },
): Omit<Removal, "leftOut"> {
  const neededBy = new Map<Urn, Urn>();
  const referring = new Map<Urn, Urn[]>();
  const commands: string[] = [];
  const first: { urn: Urn; refersTo: Urn }[] = [];
  const kept: { urn: Urn; because: Urn }[] = [];
  for (const resource of [...resources].reverse()) {
    const { urn } = resource;
    const because = neededBy.get(urn);
    if (moved.has(urn) && !resource.delete && because === undefined) {
      commands.push(...commandsFor(resource, name));
      for (const other of referring.get(urn) ?? []) first.push({ urn: other, refersTo: urn });
      continue;
    }
    if (moved.has(urn) && because !== undefined && resource.custom && !isProviderType(resource.type))
      kept.push({ urn, because });
    for (const needed of parentAndProvider(resource)) if (!neededBy.has(needed)) neededBy.set(needed, urn);
    for (const target of referredToBy(resource)) addTo(referring, target, urn);
  }
  return { stack: name, project, first, commands, kept };
}

function commandsFor({ urn, protect }: StateResource, stack: string): readonly string[] {
  const where = `--yes --stack ${stack} ${posixQuote(urn)}`;
  return [...(protect ? [`pulumi state unprotect ${where}`] : []), `pulumi state delete ${where}`];
}

/** Returns the parent and the provider, which every program with the resource must contain. */
function parentAndProvider({ parent, provider }: StateResource): readonly Urn[] {
  const providerUrn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  return [parent, providerUrn].filter((urn) => urn !== undefined);
}

function referredToBy(resource: StateResource): ReadonlySet<Urn> {
  const { dependencies, propertyDependencies, deletedWith, replaceWith } = resource;
  const all = [...dependencies, ...[...propertyDependencies.values()].flat(), ...replaceWith];
  return new Set([...all, ...(deletedWith === undefined ? [] : [deletedWith])]);
}

/** Characters that move, hide, or reverse other text on a terminal. Excludes line feeds, because shells strip them from the output of `printf`. */
const disruptiveCharacters = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Quotes text for a POSIX shell. Uses `printf` for characters that a terminal would not show. */
function posixQuote(text: string): string {
  const escaped = text.replaceAll("'", "'\\''");
  return `'${escaped.replace(disruptiveCharacters, (character) => `'"$(printf '${octalEscapes(character)}')"'`)}'`;
}

function octalEscapes(character: string): string {
  return [...Buffer.from(character, "utf8")].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
