/**
 * Computes the earlier URNs that a registered resource may have in the state
 * (pulumi `pkg/resource/deploy/step_generator.go`, `generateAliases`).
 */

import type { Urn } from "../domain/graph.ts";
import type { Alias } from "../domain/registration.ts";
import { makeUrn, nameOf, typeOf } from "../domain/urn.ts";
import type { Goal } from "./goal.ts";

export interface AliasContext {
  readonly stack: string;
  readonly project: string;
  /** If a resource was found in the state by an alias, returns its URN in the state. Returns undefined for all other resources. */
  readonly aliasOf: (urn: Urn) => Urn | undefined;
}

type Named = Pick<Goal, "name" | "type" | "parent">;

/** Returns the earlier URNs of a registration without duplicates: its aliases, and aliases inherited from its parent. */
export function aliasUrns(goal: Named & Pick<Goal, "aliases">, context: AliasContext): readonly Urn[] {
  const direct = goal.aliases.map((alias) => aliasUrn(alias, goal, context));
  const parentAlias = goal.parent === undefined ? undefined : context.aliasOf(goal.parent);
  if (goal.parent === undefined || parentAlias === undefined) return [...new Set(direct)];
  const parentName = nameOf(goal.parent);
  const inherit = (type: string, name: string): Urn => inheritedUrn(type, name, parentName, parentAlias, context);
  const inherited = direct.map((urn) => inherit(typeOf(urn), nameOf(urn)));
  return [...new Set([...direct, inherit(goal.type, goal.name), ...inherited])];
}

function aliasUrn(alias: Alias, goal: Named, context: AliasContext): Urn {
  if (alias.kind === "urn") return alias.urn;
  const { parent } = alias;
  const previousParent =
    parent.kind === "none"
      ? undefined
      : parent.kind === "same"
        ? goal.parent
        : (context.aliasOf(parent.urn) ?? parent.urn);
  return makeUrn(
    alias.stack || context.stack,
    alias.project || context.project,
    previousParent,
    alias.type || goal.type,
    alias.name || goal.name,
  );
}

/** Returns the earlier URN of a child whose parent was renamed. If the child's name begins with the parent's name, this part was renamed too. */
function inheritedUrn(type: string, name: string, parentName: string, parentAlias: Urn, context: AliasContext): Urn {
  const aliasName = name.startsWith(parentName) ? nameOf(parentAlias) + name.slice(parentName.length) : name;
  return makeUrn(context.stack, context.project, parentAlias, type, aliasName);
}
