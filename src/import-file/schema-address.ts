import { isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

// A bundled file is two directories below the package's `dist`.
const schemaFolder = import.meta.url.endsWith(".ts") ? "./" : "../../../src/import-file/";

const modules = `${sep}node_modules${sep}`;

/**
 * Returns the value of `$schema` for an import file: the relative path, with slashes, to the JSON Schema of the imp in the project's
 * `node_modules`. Returns undefined if imp is installed elsewhere, because the path would be valid only on this machine.
 *
 * @param folder the absolute path of the import file's directory
 * @param shipped the absolute path of the running imp's schema
 */
export function schemaAddress(
  folder: string,
  shipped: string = fileURLToPath(new URL(`${schemaFolder}import-file.schema.json`, import.meta.url)),
): string | undefined {
  const [project, ...below] = shipped.split(modules);
  const inPackage = below.at(-1);
  if (project === undefined || inPackage === undefined) return undefined;
  const inside = relative(project, folder);
  if (isAbsolute(inside) || inside.split(sep)[0] === "..") return undefined;
  const address = relative(folder, join(project, modules, inPackage))
    .split(sep)
    .join("/");
  return address.startsWith(".") ? address : `./${address}`;
}
