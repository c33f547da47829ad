/** Finds the sensitive parts of an object. A state of version 4 lists their paths, and `terraform show -json` marks them in `sensitive_values`. */

import { addTo } from "../../domain/order/maps.ts";
import { maxJsonDepth } from "../../value/json/nesting.ts";
import { isJsonObject } from "../../value/json/object.ts";
import type { Sensitive } from "./model.ts";

/**
 * Converts paths to a tree. A step is `{type: "get_attr", value: NAME}` or `{type: "index", value: {value, type}}` (terraform
 * `internal/states/statefile/version4.go`, marshalPaths). If a path has an unknown step, everything below the steps before it is sensitive.
 */
export function sensitiveOfPaths(paths: unknown): Sensitive | undefined {
  if (!Array.isArray(paths) || paths.length === 0) return undefined;
  return sensitiveTree(paths.map((path: unknown) => (Array.isArray(path) ? sensitivePath(path) : [])));
}

function sensitivePath(path: readonly unknown[]): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (const step of path) {
    const key = pathStepKey(step);
    if (key === undefined || keys.length === maxJsonDepth) break;
    keys.push(key);
  }
  return keys;
}

function pathStepKey(step: unknown): string | number | undefined {
  if (!isJsonObject(step)) return undefined;
  const { type, value } = step;
  const key = type === "index" && isJsonObject(value) ? value.value : value;
  return typeof key === "string" || typeof key === "number" ? key : undefined;
}

function sensitiveTree(paths: readonly (readonly (string | number)[])[]): Sensitive {
  if (paths.some((path) => path.length === 0)) return true;
  const below = new Map<string | number, (readonly (string | number)[])[]>();
  for (const [first = "", ...rest] of paths) addTo(below, first, rest);
  return new Map([...below].map(([key, rest]) => [key, sensitiveTree(rest)]));
}

/**
 * Converts `sensitive_values`, which contains `true` in the place of each sensitive value (terraform `internal/command/jsonstate`, SensitiveAsBool).
 */
export function sensitiveOfMirror(mirror: unknown, levels = maxJsonDepth): Sensitive | undefined {
  if (mirror === true || levels === 0) return true;
  const members = Array.isArray(mirror) ? [...mirror.entries()] : isJsonObject(mirror) ? Object.entries(mirror) : [];
  const children = members.flatMap(([key, value]) => {
    const sensitive = sensitiveOfMirror(value, levels - 1);
    return sensitive === undefined ? [] : [[key, sensitive] as const];
  });
  return children.length === 0 ? undefined : new Map<string | number, Sensitive>(children);
}
