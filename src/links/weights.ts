/**
 * The weights of evidence (docs/programs.md#evidence), and of links in cycles. A wrong reference is worse than a literal, so raise a weight only
 * if the estates in test/links have no false reference afterwards.
 */
import type { ValueForm } from "./value-form.ts";

/**
 * The evidence that a value refers to a resource. A unique form is enough. A short id or a name also needs a property that names the type. Text
 * for users excludes everything except addresses.
 */
export const evidence = {
  /** The minimum sum for a reference. */
  enough: 2,
  form: { arn: 3, url: 3, path: 3, opaque: 3, token: 1, name: 0, common: 0 } satisfies Record<ValueForm, number>,
  namesType: 3,
  sameSuffix: 1,
  recordedDependency: 1,
  otherProviderOrScope: -3,
  environment: -1,
  freeText: -5,
  /** Text for users in a property whose name asks for an ARN or a URL. */
  freeTextOfForm: -2,
} as const;

/**
 * The weight of a link in a cycle, which is cut at the lightest link. Recorded links outweigh any evidence, because a state has no cycles.
 * Required references come next.
 */
export const linkWeight = {
  recorded: 100,
  /** A required input that consists of the reference. */
  required: 20,
  /** A required input that contains the reference. */
  requiredText: 2,
  /** An input that the provider fills in. */
  filledIn: -1,
  /** A reference inside a text. */
  insideText: -1,
  /** A reference in a list. Example: a queue has one dead-letter queue, which lists all of its source queues. */
  inList: -0.5,
  /** A value that needs an adjacent link as evidence: a version number, or a repeated short id. */
  besideLink: 1,
} as const;
