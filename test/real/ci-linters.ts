/** Pinned checkers of CI files, cached by version: actionlint for GitHub Actions, and gitlab-ci-local with GitLab's own schema. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { failureOf, installNode, makeOnce } from "./make-once.ts";
import { mustRun } from "./run-process.ts";
import { realCache } from "./tools.ts";

const versions = { actionlint: "v1.7.7", gitlab: "4.64.1" } as const;

const directory = join(realCache, "ci-linters", `${versions.actionlint}-${versions.gitlab}`);

/** The commands of the checkers. */
export const ciLinters = {
  actionlint: [join(directory, "actionlint")],
  gitlab: [process.execPath, join(directory, "node_modules", "gitlab-ci-local", "src", "index.js")],
} as const;

/** Installs the checkers, which takes half a minute without a cache. Returns the reason if they cannot be installed. */
export async function buildCiLinters(): Promise<string | undefined> {
  if (existsSync(directory)) return undefined;
  return await failureOf("the checkers of CI files cannot be installed", () =>
    makeOnce(directory, async (work) => {
      const go = ["go", "install", `github.com/rhysd/actionlint/cmd/actionlint@${versions.actionlint}`] as const;
      await mustRun([...go], { env: { ...process.env, GOBIN: work, GOFLAGS: "-mod=mod" } });
      await installNode(work, [`gitlab-ci-local@${versions.gitlab}`]);
    }),
  );
}

/** Returns true if the checkers are installed. Otherwise prints that the suite is skipped. */
export function hasCiLinters(suite: string): boolean {
  if (existsSync(directory)) return true;
  console.log(`SKIPPED: ${suite}: the checkers of CI files are not installed`);
  return false;
}
