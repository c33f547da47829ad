/** Classifies a gRPC error by its code and details, never by its message (docs/providers.md#errors). */
import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { grpcCode } from "./grpc-code.ts";
import type { Reply } from "./grpc-thread.ts";
import {
  type Any,
  ConfigureErrorMissingKeysSchema,
  ErrorCauseSchema,
  RetryInfoSchema,
  type Status,
  StatusSchema,
} from "./proto/gen/errors_pb.ts";
import { type FailureDetails, type ProcessEnd, ProviderError, type ProviderFailure } from "./provider.ts";

export class StatusError extends ProviderError {
  readonly code: number;
  readonly details: readonly Any[];

  constructor(
    failure: ProviderFailure,
    method: string,
    message: string,
    code: number,
    details: readonly Any[],
    more: Partial<FailureDetails>,
  ) {
    super(failure, method, message, more);
    this.code = code;
    this.details = details;
  }

  /** Returns the first detail of a message type, or undefined if it is missing or cannot be decoded. */
  detail<D extends DescMessage>(schema: D): MessageShape<D> | undefined {
    return detailOf(this.details, schema);
  }
}

export interface CallEnd {
  readonly ended: ProcessEnd | undefined;
  /** The errors that the plugin logged during the call. Used as the reason if the response states none. */
  readonly logged: readonly string[];
  readonly redact: (text: string) => string;
}

export function statusError(error: Reply, method: string, { ended, logged, redact }: CallEnd): StatusError {
  const status = packedStatus(error);
  const details = status?.details ?? [];
  const failure = ended === undefined ? failureKind(statusCode(error, status), details) : "died";
  const missing = detailOf(details, ConfigureErrorMissingKeysSchema);
  const cause = detailOf(details, ErrorCauseSchema)?.message ?? "";
  const reason =
    appendCause(error.details.trim(), cause) ||
    logged.join("\n") ||
    `the plugin returned status ${error.code} without a message`;
  const text = ended === undefined ? redact(reason) : `the plugin ended with ${ended.status}`;
  return new StatusError(failure, method, text, error.code, details, {
    missingKeys: (missing?.missingKeys ?? []).map(({ name, description }) => ({ name, description })),
    retryAfterMs: retryAfter(details),
    fromOutside: ended?.fromOutside ?? false,
  });
}

/** Returns the code of the response. If it is UNKNOWN, returns the more precise code of the packed status. */
function statusCode(error: Reply, status: Status | undefined): number {
  return error.code === grpcCode.unknown && status !== undefined && status.code !== 0 ? status.code : error.code;
}

/** Error details in Google's error model that ask the caller to try again later. */
const retryInfo = "google.rpc.RetryInfo";
const quotaFailure = "google.rpc.QuotaFailure";

/** Classifies a failure. A running plugin returns UNAVAILABLE if its service is overloaded, and ABORTED if a concurrent call interfered. */
function failureKind(status: number, details: readonly Any[]): ProviderFailure {
  if (details.some((detail) => [retryInfo, quotaFailure].includes(typeNameOf(detail)))) return "throttled";
  const failures: Readonly<Record<number, ProviderFailure>> = {
    3: "invalid",
    [grpcCode.deadlineExceeded]: "timeout",
    5: "not-found",
    [grpcCode.permissionDenied]: "unauthorised",
    8: "throttled",
    10: "throttled",
    11: "invalid",
    [grpcCode.unimplemented]: "unimplemented",
    [grpcCode.unavailable]: "throttled",
    [grpcCode.unauthenticated]: "unauthorised",
  };
  return failures[status] ?? "other";
}

function appendCause(message: string, cause: string): string {
  if (message === "") return cause;
  return message.includes(cause) ? message : `${message}: ${cause}`;
}

function retryAfter(details: readonly Any[]): number {
  const delay = detailOf(details, RetryInfoSchema, retryInfo)?.retryDelay;
  return delay === undefined ? 0 : Math.max(0, Number(delay.seconds) * 1000 + delay.nanos / 1e6);
}

function packedStatus(error: Reply): Status | undefined {
  if (error.bytes.length === 0) return undefined;
  try {
    return fromBinary(StatusSchema, error.bytes);
  } catch {
    return undefined;
  }
}

function detailOf<D extends DescMessage>(
  details: readonly Any[],
  schema: D,
  typeName: string = schema.typeName,
): MessageShape<D> | undefined {
  const any = details.find((detail) => typeNameOf(detail) === typeName);
  if (any === undefined) return undefined;
  try {
    return fromBinary(schema, any.value, { recursionLimit: 1000 });
  } catch {
    return undefined;
  }
}

/** Returns the type name from the type URL. Node servers may omit the prefix `type.googleapis.com/`, so only the last part counts. */
function typeNameOf({ typeUrl }: Any): string {
  return typeUrl.slice(typeUrl.lastIndexOf("/") + 1);
}
