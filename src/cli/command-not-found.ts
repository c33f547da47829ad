/** The oclif hook for unknown commands. Suggests a similar command. */
import type { Hook } from "@oclif/core";
import { ImpError } from "../domain/errors.ts";
import { renderError } from "./render.ts";
import { nearestWord } from "./usage-error.ts";

/** Prints the error on stderr and exits with 2. */
const commandNotFound: Hook.CommandNotFound = async function ({ id, argv, config }) {
  const words = [...id.split(":"), ...(argv ?? [])].filter((word) => !word.startsWith("-"));
  const ids = config.commandIDs.map((commandId) => commandId.replaceAll(":", " "));
  const meant = nearestWord(words.slice(0, 2).join(" "), ids) ?? nearestWord(words[0] ?? "", ids);
  const isTopic = ids.some((commandId) => commandId.startsWith(`${words[0]} `));
  const { code, explanation } = ImpError.of("USAGE", {
    message: `Unknown command ${JSON.stringify(words.slice(0, isTopic ? 2 : 1).join(" ") || id)}.`,
    hint: `${meant === undefined ? "" : `Did you mean \`imp ${meant}\`? `}Run \`imp --help\` to list all commands.`,
  });
  const { isTTY, columns } = process.stderr;
  process.stderr.write(
    renderError(code, explanation, { width: columns ?? 80, colour: isTTY === true && !process.env.NO_COLOR }),
  );
  this.exit(2);
};

export default commandNotFound;
