/**
 * The default that a description names in words, where it is `false` or 0: such a value is what a resource has when nobody sets it.
 */

/** "Defaults to `false`", "The default value is 0.", "(default: false)", "Default `0`". */
const naming = /\bdefault(?:s|ed)?(?:\s+value)?(?:\s+(?:is|of|to)|\s*[:=])?\s+[`'"]*(false|0)(?![\w.,:/%-]*\w)/i;

/** `undefined` where the description names no default, or another one. */
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
