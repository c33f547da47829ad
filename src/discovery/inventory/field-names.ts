/** The names of fields in inventories. */

/** Field names in the order in which they are tried. */
export const fieldNames = {
  identity: [
    ...["ResourceARN", "resourceARN", "Arn", "arn", "ARN", "PhysicalResourceId", "selfLink", "self_link"],
    ...["resourceId", "resource_id", "ResourceId", "id", "Id", "ID", "uid"],
  ],
  type: ["ResourceType", "resourceType", "resource_type", "assetType", "asset_type", "type", "Type", "kind"],
  name: [
    ...["LogicalResourceId", "resourceName", "ResourceName", "display_name", "displayName", "name", "Name", "title"],
    ...["identifier", "username", "user"],
  ],
  tags: ["Tags", "tags", "labels", "Labels"],
} as const;
