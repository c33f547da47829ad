/** Warns about `inputs` and `--config` values that do not match the package schema. */
import { misfitText } from "../cli/misfits.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { unfitConfig } from "../import/providers/unfit-config.ts";
import { unfitInputs } from "../import-file/unfit-inputs.ts";
import { formatPath } from "../ir/path.ts";

/** Returns the warnings. They are not errors, because the provider decides what it accepts. */
export function unfitWarnings({
  request,
  config,
  schemas,
}: Pick<LinkedImport, "request" | "config" | "schemas">): readonly Diagnostic[] {
  const inputs = unfitInputs(request, schemas).map(({ urn, where: { file, line, column }, path, why }) => ({
    severity: "warning" as const,
    resource: urn,
    path: formatPath(path),
    where: `${file}:${line}:${column}`,
    message: misfitText(why, "file"),
  }));
  const settings = unfitConfig(config, schemas).map(({ key, path, why }) => ({
    severity: "warning" as const,
    path: path.length > 1 ? formatPath(path) : undefined,
    where: `--config ${key}`,
    message: misfitText(why, "flag"),
  }));
  return [...inputs, ...settings];
}
