/** The weights of evidence (docs/programs.md#evidence). A wrong reference is worse than a literal, so all links in test/links must stay correct. */
import type { ValueForm } from "./value-form.ts";

/** A unique form is enough for a link. A short ID or a name also needs a property that names the type. Values in free text are not linked. */
export const evidence = {
  enough: 2,
  form: { arn: 3, url: 3, path: 3, opaque: 3, token: 1, name: 0, common: 0 } satisfies Record<ValueForm, number>,
  namesType: 3,
  sameSuffix: 1,
  recordedDependency: 1,
  otherProviderOrScope: -3,
  environment: -1,
  freeText: -5,
  /** Replaces `freeText` for a property whose name requires an ARN or a URL. */
  freeTextOfForm: -2,
} as const;

/** A cycle is cut at the link with the lowest weight. Recorded links weigh most, because states are acyclic. Required references come next. */
export const linkWeight = {
  recorded: 100,
  required: 20,
  requiredText: 2,
  /** An input that the provider fills in. */
  filledIn: -1,
  insideText: -1,
  /** A reference in a list. Example: a queue has one dead-letter queue, which lists all of its source queues. */
  inList: -0.5,
  /** A value that is linked because of another link: a version number, or a repeated short ID. */
  besideLink: 1,
} as const;
