/** Orders Kubernetes API versions as the API server does: stable before beta before alpha, then by number. */

/** Returns a positive number if `a` is preferred. Other forms of versions come last, in the order of their texts. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionParts(a), versionParts(b)];
  if (left === undefined || right === undefined) {
    if (left !== undefined || right !== undefined) return left === undefined ? -1 : 1;
    return a === b ? 0 : a < b ? 1 : -1;
  }
  const [first] = left.map((part, index) => part - (right[index] ?? 0)).filter((difference) => difference !== 0);
  return first ?? 0;
}

/** Returns stability, major, and minor number of a version such as `v2beta1`. */
function versionParts(version: string): readonly number[] | undefined {
  const [, major, stage, minor] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  if (major === undefined) return undefined;
  const stability = stage === undefined ? 2 : stage === "beta" ? 1 : 0;
  return [stability, Number(major), Number(minor ?? 0)];
}
