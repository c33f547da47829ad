/**
 * A gRPC error -> the class of failure and the details that came with it; by code and details only, never by message text (provider-protocol.md §3.15).
 */
import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ServiceError } from "@grpc/grpc-js";
import { type Any, ConfigureErrorMissingKeysSchema, ErrorCauseSchema, StatusSchema } from "./proto/gen/errors_pb.ts";
import { ProviderError, type ProviderFailure } from "./provider.ts";

/** What a call failed with, with the code and the details that some methods give a meaning to. */
export class StatusError extends ProviderError {
  readonly code: number;
  readonly details: readonly Any[];

  constructor(
    failure: ProviderFailure,
    method: string,
    message: string,
    code: number,
    details: readonly Any[],
    missingKeys: readonly { readonly name: string; readonly description: string }[],
  ) {
    super(failure, method, message, missingKeys);
    this.code = code;
    this.details = details;
  }

  /** The first detail of a message type; `undefined` when there is none, or when its bytes are broken. */
  detail<D extends DescMessage>(schema: D): MessageShape<D> | undefined {
    return detailOf(this.details, schema);
  }
}

/**
 * Makes an error of what grpc-js reports.
 *
 * @param ended how the process ended, when it has.
 * @param redact takes secrets out of text.
 */
export function statusError(
  error: ServiceError,
  method: string,
  ended: string | undefined,
  redact: (text: string) => string,
): StatusError {
  const details = detailsOf(error);
  const failure = ended === undefined ? failureOf(error.code) : "died";
  const missing = detailOf(details, ConfigureErrorMissingKeysSchema)?.missingKeys ?? [];
  const cause = detailOf(details, ErrorCauseSchema)?.message;
  const text = cause === undefined || cause === "" ? error.details : `${error.details}: ${cause}`;
  return new StatusError(
    failure,
    method,
    failure === "died" ? `the plugin ended with ${ended}` : redact(text),
    error.code,
    details,
    missing.map(({ name, description }) => ({ name, description })),
  );
}

/** Numbers of the gRPC status codes that decide something. */
export const code = {
  cancelled: 1,
  unknown: 2,
  deadlineExceeded: 4,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const;

/** UNAVAILABLE of a plugin that lives means: the service behind it asks to try again later. */
function failureOf(status: number): ProviderFailure {
  const failures: Readonly<Record<number, ProviderFailure>> = {
    [code.cancelled]: "cancelled",
    3: "invalid",
    [code.deadlineExceeded]: "timeout",
    5: "not-found",
    7: "unauthorised",
    8: "throttled",
    9: "invalid",
    11: "invalid",
    [code.unimplemented]: "unimplemented",
    [code.unavailable]: "throttled",
    16: "unauthorised",
  };
  return failures[status] ?? "other";
}

function detailsOf(error: ServiceError): readonly Any[] {
  const bytes = error.metadata?.get("grpc-status-details-bin")[0];
  if (!(bytes instanceof Uint8Array)) return [];
  try {
    return fromBinary(StatusSchema, bytes).details;
  } catch {
    return [];
  }
}

/** Node servers leave the `type.googleapis.com` out of the type URL, or put it in: only the last part counts. */
function detailOf<D extends DescMessage>(details: readonly Any[], schema: D): MessageShape<D> | undefined {
  const any = details.find((detail) => detail.typeUrl.slice(detail.typeUrl.lastIndexOf("/") + 1) === schema.typeName);
  if (any === undefined) return undefined;
  try {
    return fromBinary(schema, any.value, { recursionLimit: 1000 });
  } catch {
    return undefined;
  }
}
