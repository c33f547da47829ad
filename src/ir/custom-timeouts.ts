/**
 * The option `customTimeouts` of a resource.
 */
/** How long an operation may take, in seconds; absent: as long as the provider lets it. */
export interface CustomTimeouts {
  readonly create?: number;
  readonly update?: number;
  readonly delete?: number;
  readonly read?: number;
}
