import { ImpError } from "../../domain/errors.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../value/json/object.ts";
import { findSyntaxError } from "../../value/json/scan.ts";
import { JsonLocations } from "./locations.ts";
import type { TerraformState } from "./model.ts";
import { readShown } from "./read-shown.ts";
import { readVersion4 } from "./read-version-4.ts";

/**
 * Reads a state of version 4, or the output of `terraform show -json` for a state.
 *
 * @param file the name of the file in messages
 * @throws TERRAFORM_MALFORMED with the problems and their locations; TERRAFORM_REFUSED for other files, such as encrypted or older states, pointers
 * to a backend, and plans. Messages do not contain values.
 */
export function readTerraformState(bytes: Uint8Array, file: string): TerraformState {
  const text = inUtf8(bytes);
  const root = parseState(text, file);
  const locations = new JsonLocations(file, text);
  const refusal = isJsonObject(root) ? stateRefusal(root) : foreignFile;
  if (refusal !== undefined) throw ImpError.of("TERRAFORM_REFUSED", { file, ...refusal });
  const state = root as JsonObject;
  return Object.hasOwn(state, "format_version") ? readShown(state, locations) : readVersion4(state, locations);
}

/** Returns true if the first bytes of a file look like a state. */
export function looksLikeState(bytes: Uint8Array): boolean {
  const head = Buffer.from(inUtf8(bytes.subarray(0, 8192))).toString("latin1");
  return head.includes('"terraform_version"');
}

/** Returns the text as UTF-8 without a byte order mark. Also accepts UTF-16, because PowerShell writes the output of commands in it. */
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
    return JSON.parse(replaceUnpairedSurrogates(text));
  } catch {
    const refusal = otherText(text);
    if (refusal !== undefined) throw ImpError.of("TERRAFORM_REFUSED", { file, ...refusal });
    // Don't use the parser's message, because it quotes the text, which can contain a secret.
    const { line, column, isEnd } = findSyntaxError(bytes);
    throw malformedState(file, line, column, isEnd ? "Unexpected end of file." : "Invalid JSON.");
  }
}

/** Replaces unpaired surrogate escapes, which are not valid text in Pulumi. Doing this for the whole file is faster than for each string. */
function replaceUnpairedSurrogates(json: string): string {
  if (!json.includes("\\ud") && !json.includes("\\uD")) return json;
  return json.replace(escapePattern, (match) => (/^\\u[dD][89a-fA-F]..$/.test(match) ? "\\ufffd" : match));
}

/** Matches a pair of surrogates, another code unit, or any other escape. */
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
  hint: "To write the state of the backend to a file, run `terraform state pull > terraform.tfstate`.",
};

const foreignFile: Refusal = {
  why: "The file is not a Terraform state.",
  hint: "Pass a terraform.tfstate file of version 4, or the output of `terraform show -json`.",
};

/** Matches the first block of a configuration, and of the output of `terraform show`. */
const blockStart =
  /^(?:\s|#[^\n]*\n|\/\/[^\n]*\n)*(?:terraform|resource|provider|module|variable|data|output|locals|import|moved|removed|check)(?:\s+"[^"\n]*")*\s*\{/;

/** Recognizes Terraform files that are not JSON. */
function otherText(text: string): Refusal | undefined {
  if (text.startsWith("PK\u0003\u0004")) {
    return {
      why: "The file is a plan from `terraform plan -out`.",
      hint: "Run `terraform state pull > state.json`, then pass state.json.",
    };
  }
  if (blockStart.test(text)) {
    return {
      why: "The file is HCL: a configuration, or the output of `terraform show` without -json.",
      hint: "Run `terraform state pull > state.json`, then pass state.json.",
    };
  }
  return undefined;
}

/** Returns why a document cannot be read, or undefined if it can. Tests for encryption first, because an encrypted state also has a version. */
function stateRefusal(root: JsonObject): Refusal | undefined {
  const field = (key: string): unknown => memberAt(root, key);
  if (isEncrypted(root)) {
    return {
      why: "OpenTofu encrypted this state.",
      hint: "If the key is configured, run `tofu state pull > state.json` to decrypt the state, and pass state.json. Delete the file afterwards.",
    };
  }
  if (field("planned_values") !== undefined || field("resource_changes") !== undefined) {
    return {
      why: "The file is a Terraform plan.",
      hint: "Run `terraform show -json` without a plan file to print the state.",
    };
  }
  if (field("provider_schemas") !== undefined) {
    return { why: "The file contains provider schemas instead of a state.", hint: foreignFile.hint };
  }
  if (isJsonObject(field("backend")) && field("resources") === undefined) {
    return {
      why: "The file contains only the configuration of the backend. `terraform init` writes such a file to .terraform.",
      hint: "Run `terraform state pull > state.json`, then pass state.json.",
    };
  }
  if (typeof field("format_version") === "string") return shownRefusal(root);
  if (field("deployment") !== undefined || field("checkpoint") !== undefined) {
    return {
      why: "The file is a Pulumi state.",
      hint: "To import resources of another Pulumi stack, use --from-stack.",
    };
  }
  const version = field("version");
  if (version === 4) return undefined;
  if (version === 1 || version === 2 || version === 3) {
    return {
      why: `Unsupported state version ${version}: it was written by Terraform 0.11 or older.`,
      hint: "Run `terraform state pull` with a newer Terraform in the directory of the configuration, which writes version 4.",
    };
  }
  if (typeof version === "number" && field("terraform_version") !== undefined) {
    return { why: `Unsupported state version ${version}: imp reads version 4.`, hint: "Update imp." };
  }
  return foreignFile;
}

/** Returns true for an encrypted state, which has a payload and encryption settings instead of resources (opentofu `internal/encryption`). */
function isEncrypted(root: JsonObject): boolean {
  return ["encrypted_data", "encryption_version", "encrypted"].some((key) => Object.hasOwn(root, key));
}

function shownRefusal(root: JsonObject): Refusal | undefined {
  const major = String(memberAt(root, "format_version")).split(".")[0];
  if (major !== "0" && major !== "1") {
    return { why: "Unsupported `format_version`: imp reads 0 and 1.", hint: "Update imp." };
  }
  const values = memberAt(root, "values");
  if (values === undefined && memberAt(root, "terraform_version") === undefined) {
    return {
      why: "The file has no `values`: the state is empty or does not exist.",
      hint: "Run `terraform show -json` in the directory of the configuration.",
    };
  }
  return undefined;
}
