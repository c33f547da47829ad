import { ImpError } from "../errors.ts";

/** Loads the optional client of a backend. Throws CLIENT_MISSING if the package is not installed. */
export async function loadClient<T>(name: string, scheme: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw ImpError.of("CLIENT_MISSING", { name, scheme });
    throw error;
  }
}
