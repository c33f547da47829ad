/** Returns the operating system's code (`EACCES`), never the message. Throws every other error again. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}
