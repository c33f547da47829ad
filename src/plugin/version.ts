/**
 * Parses a version as tolerantly as the engine does.
 */
import semver from "semver";

/** Accepts a leading `v`, missing minor and patch, and leading zeros; `undefined` when it is no version all the same. */
export function parseTolerant(text: string): semver.SemVer | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [major = "0", minor = "0", patch = "0", rest = ""] = match.slice(1);
  const numbers = [major, minor, patch].map((part) => part.replace(/^0+(?=\d)/, "")).join(".");
  return semver.parse(numbers + rest) ?? undefined;
}

/** As Go prints a version: with its prerelease and its build, without a leading `v`. `undefined`: the text is no version. */
export function versionText(text: string): string | undefined {
  const version = parseTolerant(text);
  if (version === undefined) return undefined;
  return version.build.length > 0 ? `${version.version}+${version.build.join(".")}` : version.version;
}
