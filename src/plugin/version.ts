/** Parses versions like the engine, which also accepts incomplete ones. */
import semver from "semver";

/** Parses a version that may have a leading `v`, leading zeros, or no minor or patch version. Returns undefined if the text is not a version. */
export function parseTolerant(text: string): semver.SemVer | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [major = "0", minor = "0", patch = "0", rest = ""] = match.slice(1);
  const numbers = [major, minor, patch].map((part) => part.replace(/^0+(?=\d)/, "")).join(".");
  return semver.parse(numbers + rest) ?? undefined;
}

/** Returns a version as Go prints it: with prerelease and build, without a leading `v`. Returns undefined for an invalid version. */
export function versionText(text: string): string | undefined {
  const version = parseTolerant(text);
  if (version === undefined) return undefined;
  return version.build.length > 0 ? `${version.version}+${version.build.join(".")}` : version.version;
}
