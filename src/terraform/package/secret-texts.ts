import { maxJsonDepth } from "../../json/nesting.ts";
import type { Sensitive } from "../state/model.ts";

/** The minimum length of a secret. Shorter texts, such as a port or a zone, also occur in other values. */
const shortestSecret = 6;

/** Returns the texts in the sensitive parts of a value, except for texts that are nested too deeply. */
export function textsOfSensitive(json: unknown, sensitive: Sensitive | undefined): ReadonlySet<string> {
  return sensitive === undefined ? noSecretTexts : new Set(sensitiveTexts(json, sensitive, maxJsonDepth));
}

const noSecretTexts: ReadonlySet<string> = new Set();

function* sensitiveTexts(json: unknown, sensitive: Sensitive, levels: number): Iterable<string> {
  if (typeof json === "string") {
    if (json.length >= shortestSecret) yield json;
    return;
  }
  if (typeof json !== "object" || json === null || levels === 0) return;
  for (const [key, value] of Object.entries(json)) {
    const inside = sensitive === true ? true : (sensitive.get(key) ?? sensitive.get(Number(key)));
    if (inside !== undefined) yield* sensitiveTexts(value, inside, levels - 1);
  }
}
