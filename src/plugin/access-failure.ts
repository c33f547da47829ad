/**
 * Recognizes access failures, such as missing credentials, by the provider's message, because most providers return the gRPC code UNKNOWN for all
 * errors.
 */
import { grpcCode } from "./grpc-code.ts";
import { ProviderError } from "./provider.ts";
import { StatusError } from "./status.ts";

export type AccessFailureKind = "login" | "permission" | "connection";

export interface AccessFailure {
  readonly kind: AccessFailureKind;
  /** The words or the code in the message that show the kind. */
  readonly sign: string;
}

/** @param message the error message without values of the resource, because a value may look like an access failure */
export function accessFailureOf(error: unknown, message: string): AccessFailure | undefined {
  if (!(error instanceof ProviderError) || error.failure === "cancelled" || error.failure === "died") return undefined;
  for (const [kind, signs] of accessMessages) {
    const sign = signs.exec(message)?.[0];
    if (sign !== undefined) return { kind, sign: sign.toLowerCase() };
  }
  const kind = error instanceof StatusError ? accessCodes.get(error.code) : undefined;
  if (kind !== undefined) return { kind, sign: "code" };
  return error.failure === "timeout" ? { kind: "connection", sign: "timeout" } : undefined;
}

const accessCodes: ReadonlyMap<number, AccessFailureKind> = new Map([
  [grpcCode.unauthenticated, "login"],
  [grpcCode.permissionDenied, "permission"],
  [grpcCode.unavailable, "connection"],
]);

/** The patterns of each kind. The first match counts, so `login` comes first, because clouds also return 403 for a wrong key. */
const accessMessages: readonly (readonly [AccessFailureKind, RegExp])[] = [
  [
    "login",
    anyPattern(
      /\bunauthori[sz]ed\b/,
      /\bunauthenticated\b/,
      /\b(?:status|code|http|error)\W{0,12}401\b/,
      /\bauthentication (?:failed|failure|error|required)\b/,
      /\b(?:could not|cannot|failed to|unable to) (?:authenticate|log ?in|sign in)\b/,
      /\b(?:login|logon|sign-in) failed\b/,
      /\b(?:invalid|bad|wrong|incorrect|expired|missing|no|no valid) (?:user ?name or |user or )?(?:credentials?|password|passphrase|api.?key|access.?key|secret.?key)\b/,
      /\b(?:invalid|bad|wrong|expired|missing|no) (?:api|access|auth|authentication|bearer|security|session|oauth|refresh|id)[ _-]?token\b/,
      /\bcredentials? (?:are |is |has |have |were )?(?:been )?(?:invalid|incorrect|expired|revoked|required|missing|not found|not set)\b/,
      /\btoken (?:included in the request )?(?:is |has |was )?(?:been )?(?:invalid|expired|revoked)\b/,
      /\bcould not find (?:default |any )?credentials\b/,
      /\basked for the client to provide credentials\b/,
      /\baccess denied for user\b/,
      /\b(?:invalidclienttokenid|signaturedoesnotmatch|unrecognizedclient|expiredtoken|authfailure|invalidauthenticationtoken|nocredentialproviders|invalid_grant|invalid_client)/,
      /\bAADSTS\d+/,
    ),
  ],
  [
    "connection",
    anyPattern(
      /\bconnection (?:was )?(?:refused|reset|timed out|closed|aborted)\b/,
      /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|NOTFOUND|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)\b/,
      /\bno such host\b/,
      /\bname or service not known\b/,
      /\b(?:could not|cannot|failed to|unable to) (?:connect|reach|resolve)\b/,
      /\bname resolution\b/,
      /\bdial (?:tcp|udp|unix)\b/,
      /\bi\/o timeout\b/,
      /\bno route to host\b/,
      /\b(?:unreachable|not reachable)\b/,
      /\bTLS handshake\b/,
      /\bx509:/,
      /\btls: /,
      /\bcertificate (?:verify|signed|has expired|is not trusted)\b/,
      /\bserver gave HTTP response to HTTPS client\b/,
      /\bdeadline exceeded\b/,
      /\bClient\.Timeout\b/,
      /\btimed out\b/,
      /\bproxyconnect\b/,
      /\b(?:502 Bad Gateway|503 Service Unavailable|504 Gateway Time-?out)\b/,
      /(?:^|: )(?:unexpected )?EOF\b/,
    ),
  ],
  [
    "permission",
    anyPattern(
      /\b(?:status|code|http|error)\W{0,12}403\b/,
      /\bforbidden\b/,
      /\b(?:permission|access) ?denied\b/,
      /\bnot (?:authori[sz]ed|permitted)\b/,
      /\b(?:UnauthorizedOperation|AuthorizationFailed|AccessDeniedException)\b/,
      /\binsufficient (?:privileges|permissions?)\b/,
    ),
  ],
];

function anyPattern(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "i");
}
