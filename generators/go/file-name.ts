/**
 * The names of files: of a part, and of a resource in its SDK. Go builds a file whose name ends in `test`, a system or a processor only there.
 */

/** The endings that `go help buildconstraint` and `go tool dist list` name, of all versions of Go; and `test`. */
const constraints = new Set(
  (
    "test aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos " +
    "386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le " +
    "ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm"
  ).split(" "),
);

/** `snake_case`; without `_` where Go would take the last word for a build condition. `name`: camelCase, letters and digits. */
export function fileNameOf(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split("_");
  const isCondition = words.length > 1 && constraints.has(words.at(-1) ?? "");
  return `${words.join(isCondition ? "" : "_")}.go`;
}

/** True if Go builds a file with this name everywhere. */
export function isBuilt(fileName: string): boolean {
  const words = fileName.replace(/\.go$/, "").split("_");
  return words.length === 1 || !constraints.has(words.at(-1) ?? "");
}

/** The file of a resource in its SDK, `IPSet` -> `ipset.go`: everything before the first small letter becomes small. */
export function resourceFile(name: string): string {
  const [start = ""] = /^\P{Ll}*/u.exec(name) ?? [];
  return `${start.toLowerCase()}${name.slice(start.length)}.go`;
}
