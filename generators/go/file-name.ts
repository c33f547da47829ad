/** File names of parts, and of resources in SDKs. Go builds files such as `x_test.go`, `x_linux.go`, and `x_arm64.go` only in some cases. */

/** The suffixes in `go help buildconstraint` and `go tool dist list` of all Go versions, and `test`. */
const constraints = new Set(
  (
    "test aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos " +
    "386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le " +
    "ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm"
  ).split(" "),
);

/**
 * Returns a file name in `snake_case`, or without `_` if Go would interpret the last word as a build constraint.
 *
 * @param name a camelCase name of letters and digits
 */
export function fileNameOf(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split("_");
  const isCondition = words.length > 1 && constraints.has(words.at(-1) ?? "");
  return `${words.join(isCondition ? "" : "_")}.go`;
}

/** Returns true if Go builds a file with this name on all platforms. */
export function isBuilt(fileName: string): boolean {
  const words = fileName.replace(/\.go$/, "").split("_");
  return words.length === 1 || !constraints.has(words.at(-1) ?? "");
}

/** Returns the file of a resource in its SDK: `IPSet` -> `ipset.go`. Lowercases all letters before the first lowercase letter. */
export function resourceFile(name: string): string {
  const [start = ""] = /^\P{Ll}*/u.exec(name) ?? [];
  return `${start.toLowerCase()}${name.slice(start.length)}.go`;
}
