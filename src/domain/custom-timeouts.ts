/** Timeouts of operations, in seconds. Omitted operations have the provider's default. */
export interface CustomTimeouts {
  readonly create?: number;
  readonly update?: number;
  readonly delete?: number;
  readonly read?: number;
}
