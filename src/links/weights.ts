/**
 * The weights of evidence (docs/programs.md#evidence), and of links where a cycle has to be cut. A wrong reference is worse than a
 * literal, so raise a weight only if the estates in test/links still have no false reference.
 */
import type { ValueForm } from "./value-form.ts";

/**
 * Evidence that a value refers to a resource. A form that one thing in the world has is enough by itself; a short id needs a property that
 * names the type, and so does a name, which no form makes surer. Text for people outweighs everything but an address of its own.
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
  /** Text for people at a property that asks for an ARN or a URL. */
  freeTextOfForm: -2,
} as const;

/**
 * How much a link counts in a cycle, where the lightest one is cut. What a state records outweighs any sum of evidence: it is a fact, and no
 * state has a cycle. A reference that a resource requires stays before all else.
 */
export const linkWeight = {
  recorded: 100,
  /** A required input that is nothing but the reference. */
  required: 20,
  /** A required input whose text has the reference inside. */
  requiredText: 2,
  /** An input that a provider fills in by itself. */
  filledIn: -1,
  /** Inside a text. */
  insideText: -1,
  /** One of several: a queue has one queue for dead letters, which lists all that it is for. */
  inList: -0.5,
  /** A value that only means something next to another link: the number of a version, a short id that is repeated. */
  besideLink: 1,
} as const;
