/**
 * The bytes of a file -> a state of Terraform; whatever is none is refused with what to do.
 */
import { ImpError } from "../../errors.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import { findSyntaxError } from "../../json/scan.ts";
import type { TerraformState } from "./model.ts";
import { Places } from "./places.ts";
import { readShown } from "./read-shown.ts";
import { readVersion4 } from "./read-version-4.ts";

/**
 * Reads a state of version 4, or what `terraform show -json` prints of a state.
 *
 * @param file what to call it in messages.
 * @throws TERRAFORM_MALFORMED with the mistakes and their places; TERRAFORM_REFUSED for a file of another kind: encrypted, of an older
 * version, the pointer to a backend, a plan, no state at all. No message repeats a value.
 */
export function readTerraformState(bytes: Uint8Array, file: string): TerraformState {
  const text = inUtf8(bytes);
  const root = parseState(text, file);
  const places = new Places(file, text);
  const refusal = isJsonObject(root) ? stateRefusal(root) : foreignFile;
  if (refusal !== undefined) throw ImpError.of("TERRAFORM_REFUSED", { file, ...refusal });
  const state = root as JsonObject;
  return Object.hasOwn(state, "format_version") ? readShown(state, places) : readVersion4(state, places);
}

/** Says whether a file looks like a state, without reading it: for a directory that has several. */
export function looksLikeState(bytes: Uint8Array): boolean {
  const head = Buffer.from(inUtf8(bytes.subarray(0, 8192))).toString("latin1");
  return head.includes('"terraform_version"');
}

/** The text without a byte order mark. PowerShell writes what a command prints in UTF-16. */
function inUtf8(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder("utf-16le").decode(bytes));
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder("utf-16be").decode(bytes));
  return bytes;
}

function parseState(bytes: Uint8Array, file: string): unknown {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (/^\s*$/.test(text.slice(0, 4096)) && text.trim() === "")
    throw ImpError.of("TERRAFORM_REFUSED", { file, ...emptyFile });
  try {
    return JSON.parse(wellFormed(text));
  } catch {
    const refusal = otherText(text);
    if (refusal !== undefined) throw ImpError.of("TERRAFORM_REFUSED", { file, ...refusal });
    // The parser's own message quotes the text, which may hold a secret.
    const { line, column, isEnd } = findSyntaxError(bytes);
    throw malformedState(file, line, column, isEnd ? "The file ends too early." : "It stops being JSON here.");
  }
}

/**
 * JSON in which no escape is half of a pair of surrogates, which is no text in Pulumi. Every place stays where it is. The one look at the whole
 * file takes a tenth of the time of one at every text.
 */
function wellFormed(json: string): string {
  if (!json.includes("\\ud") && !json.includes("\\uD")) return json;
  return json.replace(escapePattern, (found) => (/^\\u[dD][89a-fA-F]..$/.test(found) ? "\\ufffd" : found));
}

/** A pair of surrogates, another code, or any other escape. */
const escapePattern = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])/g;

function malformedState(file: string, line: number, column: number, message: string): ImpError {
  return ImpError.of("TERRAFORM_MALFORMED", { problems: [{ file, line, column, message }], more: 0 });
}

interface Refusal {
  readonly why: string;
  readonly hint: string;
}

const emptyFile: Refusal = {
  why: "The file is empty.",
  hint: "`terraform state pull > terraform.tfstate` writes the state of the backend in use.",
};

const foreignFile: Refusal = {
  why: "It is no state of Terraform.",
  hint: "Name a terraform.tfstate of version 4, or what `terraform show -json` prints.",
};

/** How blocks of a configuration begin, and those that `terraform show` prints for a person. */
const blockStart =
  /^(?:\s|#[^\n]*\n|\/\/[^\n]*\n)*(?:terraform|resource|provider|module|variable|data|output|locals|import|moved|removed|check)(?:\s+"[^"\n]*")*\s*\{/;

/** A file of Terraform that is no JSON. */
function otherText(text: string): Refusal | undefined {
  if (text.startsWith("PK\u0003\u0004")) {
    return {
      why: "It is a plan that `terraform plan -out` wrote.",
      hint: "`terraform state pull > state.json` writes the state; then name that file.",
    };
  }
  if (blockStart.test(text)) {
    return {
      why: "It is HCL: a configuration, or what `terraform show` prints without -json.",
      hint: "`terraform state pull > state.json` writes the state; then name that file.",
    };
  }
  return undefined;
}

/** Why a document is not read; `undefined`: it is read. The order matters: an encrypted state has a version too. */
function stateRefusal(root: JsonObject): Refusal | undefined {
  const own = (key: string): unknown => memberAt(root, key);
  if (isEncrypted(root)) {
    return {
      why: "OpenTofu encrypted this state.",
      hint: "`tofu state pull > state.json` prints it decrypted, where the key is configured; delete that file afterwards.",
    };
  }
  if (own("planned_values") !== undefined || own("resource_changes") !== undefined) {
    return {
      why: "It is a plan.",
      hint: "`terraform show -json` without a file of a plan prints the state.",
    };
  }
  if (own("provider_schemas") !== undefined) {
    return { why: "These are the schemas of providers.", hint: foreignFile.hint };
  }
  if (isJsonObject(own("backend")) && own("resources") === undefined) {
    return {
      why: "It only names the backend that has the state; `terraform init` writes such a file into .terraform.",
      hint: "`terraform state pull > state.json` writes the state of the backend; then name that file.",
    };
  }
  if (typeof own("format_version") === "string") return shownRefusal(root);
  if (own("deployment") !== undefined || own("checkpoint") !== undefined) {
    return { why: "It is a state of Pulumi.", hint: "--from-stack takes the resources of another stack." };
  }
  const version = own("version");
  if (version === 4) return undefined;
  if (version === 1 || version === 2 || version === 3) {
    return {
      why: `It is a state of version ${version}, which Terraform 0.11 and older write.`,
      hint: "`terraform state pull` of a newer Terraform, next to its configuration, prints it in version 4.",
    };
  }
  if (typeof version === "number" && own("terraform_version") !== undefined) {
    return { why: `It is a state of version ${version}; imp reads version 4.`, hint: "Look for a newer imp." };
  }
  return foreignFile;
}

/** A state that was encrypted has its payload and how to decrypt it, in place of resources (opentofu `internal/encryption`). */
function isEncrypted(root: JsonObject): boolean {
  return ["encrypted_data", "encryption_version", "encrypted"].some((key) => Object.hasOwn(root, key));
}

function shownRefusal(root: JsonObject): Refusal | undefined {
  const major = String(memberAt(root, "format_version")).split(".")[0];
  if (major !== "0" && major !== "1") {
    return { why: "Its `format_version` is newer than 1; imp reads 0 and 1.", hint: "Look for a newer imp." };
  }
  const values = memberAt(root, "values");
  if (values === undefined && memberAt(root, "terraform_version") === undefined) {
    return {
      why: "It has no values: the state is empty, or there is none.",
      hint: "Run `terraform show -json` where the state is.",
    };
  }
  return undefined;
}
