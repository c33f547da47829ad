/** Returns the errno of a system error, such as `EACCES`. Rethrows any other error. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
