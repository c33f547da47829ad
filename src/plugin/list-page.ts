/**
 * Reads the answer of List.
 */
import type { ListResponse } from "./proto/gen/provider_pb.ts";
import { type ListItem, type ListPage, ProviderError } from "./provider.ts";

/** Objects of a page: an interrupted listing goes on from the last one that was whole. Providers have the least limits from here up. */
export const pageSize = 100;

/** Every result of a stream; of several continuations the last one counts. */
export function listPage(responses: readonly ListResponse[]): ListPage {
  const items: ListItem[] = [];
  let continuation = "";
  for (const { response } of responses) {
    switch (response.case) {
      case "result":
        items.push({ id: response.value.id, name: response.value.name });
        break;
      case "continuation":
        continuation = response.value.continuationToken;
        break;
      case "computed":
        throw new ProviderError(
          "malformed",
          "List",
          "the plugin does not know yet what there is, though nothing unknown was asked",
        );
      case undefined:
        break;
    }
  }
  return { items, continuation };
}
