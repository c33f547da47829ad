/**
 * Checks names of projects and stacks, references to stacks, and configuration keys (docs/state.md#files-of-a-backend,
 * docs/state.md#configuration).
 */
import { ImpError } from "../../errors.ts";

/** Whether a project or a stack may be called so. */
export function isProjectName(name: string): boolean {
  // Two dots at the end are a way out of a folder; Pulumi's library escapes them.
  return /^[A-Za-z0-9_.-]{1,100}$/.test(name) && !name.endsWith("..");
}

/** Returns the name. `where` names the place that it comes from. Throws NAME_INVALID. */
export function checkProjectName(kind: "project" | "stack", name: string, where: string): string {
  if (!isProjectName(name)) throw ImpError.of("NAME_INVALID", { kind, name, where });
  return name;
}

export interface StackReference {
  readonly organization?: string;
  readonly project?: string;
  readonly stack: string;
  /** As it was given, and where. */
  readonly text: string;
  readonly where: string;
}

/** Reads `<stack>`, `<organization>/<stack>` or `<organization>/<project>/<stack>`. Throws NAME_INVALID. */
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

/** A backend that people keep themselves has one organization, of this name. Throws NAME_INVALID. */
export function checkOrganization(reference: StackReference): StackReference {
  const { organization = "organization", text, where } = reference;
  if (organization !== "organization") throw ImpError.of("NAME_INVALID", { kind: "stack", name: text, where });
  return reference;
}

/**
 * The key as `namespace:name`, from `name` (the project's), `namespace:name` or the old `namespace:config:name`;
 * absent: not a key.
 */
export function normaliseConfigKey(key: string, project: string): string | undefined {
  const parts = key.split(":");
  const [first = "", second = "", third = ""] = parts;
  if (parts.length === 1 && first !== "") return `${project}:${first}`;
  if (parts.length === 2 && first !== "" && second !== "") return key;
  if (parts.length === 3 && second === "config" && first !== "" && third !== "") return `${first}:${third}`;
  return undefined;
}
