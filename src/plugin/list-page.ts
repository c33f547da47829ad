import type { ListResponse } from "./proto/gen/provider_pb.ts";
import { type ListItem, type ListPage, ProviderError } from "./provider.ts";

/** The objects on a page. An interrupted listing continues after the last complete page. 100 is the lowest maximum of known providers. */
export const pageSize = 100;

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
          "the plugin returned a computed result, although the query has no unknown values",
        );
      case undefined:
        break;
    }
  }
  return { items, continuation };
}
