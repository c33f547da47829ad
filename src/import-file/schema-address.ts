/**
 * The JSON Schema of import files, as a file that imp writes names it for editors.
 */
import { isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

// A bundled file is two folders below the package's `dist`.
const schemaFolder = import.meta.url.endsWith(".ts") ? "./" : "../../../src/import-file/";

const modules = `${sep}node_modules${sep}`;

/**
 * The path from a folder to the schema of the imp that is installed in a project around it, with slashes.
 *
 * @param folder absolute
 * @param shipped the schema of the running imp; absolute
 * @returns `undefined` where imp is installed elsewhere: the path would be one of this machine alone.
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
