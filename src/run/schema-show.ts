/** Runs `imp schema show`: describes a package or one of its members. */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import { describeMember } from "../schema/show/describe.ts";
import { describePackage } from "../schema/show/describe-package.ts";
import type { ShownMember, ShownPackage } from "../schema/show/facts.ts";
import { findMember } from "../schema/show/find-member.ts";
import type { NamedSchema } from "../sources/schema-source.ts";
import { withSchema } from "./schema-text.ts";

/** Describes the package or member. Throws TOKEN_UNKNOWN, TYPE_AMBIGUOUS, and the errors of `withSchema`. */
export async function schemaShow(
  options: SchemaOptions,
  word: string | undefined,
  io: RunIo,
): Promise<ShownPackage | ShownMember> {
  return await withSchema(options, io, async (named) =>
    word === undefined ? describePackage(named.schema) : shownMember(named, word),
  );
}

function shownMember({ schema, name }: NamedSchema, word: string): ShownMember {
  const result = findMember(schema, word);
  switch (result.kind) {
    case "found":
      return describeMember(schema, result.member);
    case "several":
      throw ImpError.of("TYPE_AMBIGUOUS", {
        where: "the command line",
        word,
        package: schema.name,
        tokens: result.tokens,
      });
    case "none":
      throw ImpError.of("TOKEN_UNKNOWN", { word, schema: name, suggestions: result.suggestions });
  }
}
