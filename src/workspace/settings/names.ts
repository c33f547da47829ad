/** Checks the names of projects and stacks, stack references, and configuration keys (docs/state.md#configuration). */
import { ImpError } from "../../domain/errors.ts";

export function isProjectName(name: string): boolean {
  // Two dots at the end could leave a folder. Pulumi's library escapes them.
  return /^[A-Za-z0-9_.-]{1,100}$/.test(name) && !name.endsWith("..");
}

/** Returns a valid name. Throws NAME_INVALID, with `where` as the source of the name. */
export function checkProjectName(kind: "project" | "stack", name: string, where: string): string {
  if (!isProjectName(name)) throw ImpError.of("NAME_INVALID", { kind, name, where });
  return name;
}

export interface StackReference {
  readonly organization?: string;
  readonly project?: string;
  readonly stack: string;
  /** The original text, and its source. */
  readonly text: string;
  readonly where: string;
}

/** Parses `<stack>`, `<organization>/<stack>`, or `<organization>/<project>/<stack>`. Throws NAME_INVALID. */
export function parseStackReference(text: string, where: string): StackReference {
  const parts = text.split("/");
  const [first = "", second = "", third = ""] = parts;
  if (parts.length > 3) throw ImpError.of("NAME_INVALID", { kind: "stack", name: text, where });
  if (parts.length === 1) return { stack: checkProjectName("stack", first, where), text, where };
  const organization = checkProjectName("stack", first, where);
  if (parts.length === 2) return { organization, stack: checkProjectName("stack", second, where), text, where };
  const project = checkProjectName("project", second, where);
  return { organization, project, stack: checkProjectName("stack", third, where), text, where };
}

/** Returns a reference for a self-managed backend, whose only organization is `organization`. Throws NAME_INVALID. */
export function checkOrganization(reference: StackReference): StackReference {
  const { organization = "organization", text, where } = reference;
  if (organization !== "organization") throw ImpError.of("NAME_INVALID", { kind: "stack", name: text, where });
  return reference;
}

/** Returns the key as `namespace:name`, from `name`, `namespace:name`, or the old `namespace:config:name`. Returns undefined for other texts. */
export function normaliseConfigKey(key: string, project: string): string | undefined {
  const parts = key.split(":");
  const [first = "", second = "", third = ""] = parts;
  if (parts.length === 1 && first !== "") return `${project}:${first}`;
  if (parts.length === 2 && first !== "" && second !== "") return key;
  if (parts.length === 3 && second === "config" && first !== "" && third !== "") return `${first}:${third}`;
  return undefined;
}
