import type { Type, UnionType } from "../../ir/type.ts";
import { openOutput } from "../../value/open-value.ts";
import type { PropertyMap } from "../../value/value.ts";

type ObjectType = Type & { readonly kind: "object" };

/**
 * Returns the member that the discriminator selects for an object (docs/programs.md#unions-and-enums). A value without a mapping is a token
 * itself. Full tokens take precedence over last segments, and a last segment must be unique.
 */
export function discriminatedMember(entries: PropertyMap, union: UnionType): ObjectType | undefined {
  if (union.discriminator === undefined) return undefined;
  const discriminator = entries.get(union.discriminator.property);
  const value = discriminator === undefined ? undefined : openOutput(discriminator);
  if (value?.kind !== "string") return undefined;
  const token = union.discriminator.mapping.get(value.value) ?? value.value;
  const objects = objectMembers(union);
  const exact = objects.find((member) => member.name.token === token);
  if (exact !== undefined) return exact;
  const segment = token.slice(token.lastIndexOf(":") + 1);
  const [match, other] = objects.filter((member) => member.name.member === segment);
  return other === undefined ? match : undefined;
}

function objectMembers(union: UnionType): readonly ObjectType[] {
  return union.members.flatMap((member) => {
    if (member.kind === "union") return objectMembers(member);
    return member.kind === "object" ? [member] : [];
  });
}
