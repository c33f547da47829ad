/**
 * A gRPC error -> the class of failure and the details that came with it; by code and details only, never by message text
 * (docs/providers.md#errors).
 */
import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { code } from "./grpc-code.ts";
import type { Reply } from "./grpc-thread.ts";
import {
  type Any,
  ConfigureErrorMissingKeysSchema,
  ErrorCauseSchema,
  RetryInfoSchema,
  type Status,
  StatusSchema,
} from "./proto/gen/errors_pb.ts";
import { type FailureFacts, type ProcessEnd, ProviderError, type ProviderFailure } from "./provider.ts";

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
    more: Partial<FailureFacts>,
  ) {
    super(failure, method, message, more);
    this.code = code;
    this.details = details;
  }

  /** The first detail of a message type; `undefined` when there is none, or when its bytes are broken. */
  detail<D extends DescMessage>(schema: D): MessageShape<D> | undefined {
    return detailOf(this.details, schema.typeName, schema);
  }
}

/** What is known of a call that failed besides its answer. */
export interface CallEnd {
  /** How the process ended, when it has. */
  readonly ended: ProcessEnd | undefined;
  /** What the plugin logged as errors during the call: the reason where the answer has none. */
  readonly logged: readonly string[];
  /** Takes secrets out of text. */
  readonly redact: (text: string) => string;
}

/** Makes an error of how a call ended. */
export function statusError(error: Reply, method: string, { ended, logged, redact }: CallEnd): StatusError {
  const status = statusOf(error);
  const details = status?.details ?? [];
  const failure = ended === undefined ? failureOf(codeOf(error, status), details) : "died";
  const missing = detailOf(details, ConfigureErrorMissingKeysSchema.typeName, ConfigureErrorMissingKeysSchema);
  const cause = detailOf(details, ErrorCauseSchema.typeName, ErrorCauseSchema)?.message ?? "";
  const said =
    withCause(error.details.trim(), cause) || logged.join("\n") || `no reason was given (status ${error.code})`;
  const text = ended === undefined ? redact(said) : `the plugin ended with ${ended.status}`;
  return new StatusError(failure, method, text, error.code, details, {
    missingKeys: (missing?.missingKeys ?? []).map(({ name, description }) => ({ name, description })),
    retryAfterMs: retryAfter(details),
    fromOutside: ended?.fromOutside ?? false,
  });
}

/** Servers that know no codes answer UNKNOWN and pack the status that they were given themselves: its code says more. */
function codeOf(error: Reply, status: Status | undefined): number {
  return error.code === code.unknown && status !== undefined && status.code !== 0 ? status.code : error.code;
}

/** Details by which Google's error model says "too much, try again later". */
const retryInfo = "google.rpc.RetryInfo";
const quotaFailure = "google.rpc.QuotaFailure";

/** UNAVAILABLE of a plugin that lives means: the service behind it asks to try again later. ABORTED: somebody else was faster. */
function failureOf(status: number, details: readonly Any[]): ProviderFailure {
  if (details.some((detail) => [retryInfo, quotaFailure].includes(typeNameOf(detail)))) return "throttled";
  const failures: Readonly<Record<number, ProviderFailure>> = {
    3: "invalid",
    [code.deadlineExceeded]: "timeout",
    5: "not-found",
    7: "unauthorised",
    8: "throttled",
    10: "throttled",
    11: "invalid",
    [code.unimplemented]: "unimplemented",
    [code.unavailable]: "throttled",
    16: "unauthorised",
  };
  return failures[status] ?? "other";
}

/** The cause is told once, also where the message has it already. */
function withCause(message: string, cause: string): string {
  if (message === "") return cause;
  return message.includes(cause) ? message : `${message}: ${cause}`;
}

function retryAfter(details: readonly Any[]): number {
  const delay = detailOf(details, retryInfo, RetryInfoSchema)?.retryDelay;
  return delay === undefined ? 0 : Math.max(0, Number(delay.seconds) * 1000 + delay.nanos / 1e6);
}

function statusOf(error: Reply): Status | undefined {
  if (error.bytes.length === 0) return undefined;
  try {
    return fromBinary(StatusSchema, error.bytes);
  } catch {
    return undefined;
  }
}

function detailOf<D extends DescMessage>(
  details: readonly Any[],
  typeName: string,
  schema: D,
): MessageShape<D> | undefined {
  const any = details.find((detail) => typeNameOf(detail) === typeName);
  if (any === undefined) return undefined;
  try {
    return fromBinary(schema, any.value, { recursionLimit: 1000 });
  } catch {
    return undefined;
  }
}

/** Node servers leave the `type.googleapis.com` out of the type URL, or put it in: only the last part counts. */
function typeNameOf({ typeUrl }: Any): string {
  return typeUrl.slice(typeUrl.lastIndexOf("/") + 1);
}
