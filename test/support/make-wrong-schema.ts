/** Builds the package schemas of `wrong-schemas.ts`. */

export interface WrongSchema {
  readonly title: string;
  readonly text: string;
  readonly rule: string;
  /** The path joined with `>`. */
  readonly path: string;
  /** True if Pulumi's binder accepts it, and only imp rejects it. */
  readonly isOwn?: true;
  /** The text directly after the error location. Only the path is compared if omitted. */
  readonly before?: string;
}

export type Members = Readonly<Record<string, unknown>>;

export const schema = (more: Members): string => JSON.stringify({ name: "pkg", version: "1.0.0", ...more }, null, 2);
export const thing = "pkg:index:Thing";
export const resource = (more: Members): string => schema({ resources: { [thing]: more } });
export const input = (property: Members): string => resource({ inputProperties: { a: property } });
export const thingPath = `resources>${thing}`;
export const ofInput = `${thingPath}>inputProperties>a`;
export const named = (types: Members, more: Members = {}): string => schema({ types, ...more });
export const ofFunction = (more: Members): string => schema({ functions: { "pkg:index:get": more } });
export const self = { inputs: { properties: { __self__: { $ref: `#/resources/${thing}` } } } };
export const withMethod = (token: string, functions: Members, more: Members = {}): string =>
  schema({ resources: { [thing]: { methods: { go: token }, ...more } }, functions });

export const wrong = (title: string, text: string, rule: string, path: string, before?: string): WrongSchema => ({
  title,
  text,
  rule,
  path,
  ...(before !== undefined && { before }),
});
export const additionalRule = (
  title: string,
  text: string,
  rule: string,
  path: string,
  before?: string,
): WrongSchema => ({
  ...wrong(title, text, rule, path, before),
  isOwn: true,
});

export const text = { type: "string" };
const shapes = {
  "pkg:index:Round": { type: "object", properties: { kind: text } },
  "pkg:index:Square": { type: "object", properties: { kind: text } },
};
const either = [{ $ref: "#/types/pkg:index:Round" }, { $ref: "#/types/pkg:index:Square" }];
export const union = (discriminator: Members): string =>
  named(shapes, { resources: { [thing]: { inputProperties: { a: { oneOf: either, discriminator } } } } });
