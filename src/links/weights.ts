/** A wrong reference is worse than a literal: raise a weight only if all references in test/links stay correct (docs/programs.md#evidence). */
import type { ValueForm } from "./value-form.ts";

/** A unique form is enough. A short ID or a name also needs a property that names the type. Text for users excludes all but addresses. */
export const evidence = {
  enough: 2,
  form: { arn: 3, url: 3, path: 3, opaque: 3, token: 1, name: 0, common: 0 } satisfies Record<ValueForm, number>,
  namesType: 3,
  sameSuffix: 1,
  recordedDependency: 1,
  otherProviderOrScope: -3,
  environment: -1,
  freeText: -5,
  /** Text for users in a property whose name requires an ARN or a URL. */
  freeTextOfForm: -2,
} as const;

/** A cycle is cut at the lightest link. Recorded links outweigh any evidence, because states are acyclic. Required references come next. */
export const linkWeight = {
  recorded: 100,
  required: 20,
  requiredText: 2,
  /** An input that the provider fills in. */
  filledIn: -1,
  insideText: -1,
  /** A reference in a list. Example: a queue has one dead-letter queue, which lists all of its source queues. */
  inList: -0.5,
  /** A value that needs an adjacent link as evidence: a version number, or a repeated short ID. */
  besideLink: 1,
} as const;
