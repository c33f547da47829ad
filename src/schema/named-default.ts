/** Matches "Defaults to `false`", "The default value is 0.", "(default: false)", "Default `0`". */
const naming = /\bdefault(?:s|ed)?(?:\s+value)?(?:\s+(?:is|of|to)|\s*[:=])?\s+[`'"]*(false|0)(?![\w.,:/%-]*\w)/i;

/** Returns the default in a description if it is `false` or 0: the value of a resource whose program does not set the property. */
export function namedDefault(description: string | undefined): false | 0 | undefined {
  switch (naming.exec(description ?? "")?.[1]?.toLowerCase()) {
    case "false":
      return false;
    case "0":
      return 0;
    default:
      return undefined;
  }
}
