/** `imp terraform check FILE`: reports all errors in a Provider Code Specification. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import {
  specificationArgs,
  specificationFlags,
  specificationOptions,
} from "../../src/options/specification-options.ts";
import { readDocumentFile } from "../../src/sources/document-file.ts";
import { judgeSpecification } from "../../src/terraform/index.ts";

export default class Check extends BaseCommand {
  static override summary = "Check the Provider Code Specification of a Terraform provider.";
  static override description =
    "Reports all errors at once, with path, line, column, and rule: all errors that the official validator of version 0.1 reports, and some " +
    "others. Exits with 1 if there are errors; warnings do not affect the exit code.";
  static override examples = [
    "<%= config.bin %> terraform check provider-code-spec.json",
    "<%= config.bin %> terraform check provider-code-spec.json --json",
  ];
  static override args = specificationArgs;
  static override flags = specificationFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: specificationArgs, flags: specificationFlags(this) });
    const options = specificationOptions(args.file, flags, this);
    const { name, bytes } = await readDocumentFile(
      options.file,
      await this.outside(options.outside),
      "provider specification",
    );
    const { faults, more, errors, specification } = judgeSpecification(bytes);
    await this.reporter(options.format).show({
      kind: "specification",
      facts: {
        file: name,
        faults,
        more,
        errors,
        provider: specification?.provider.name,
        resources: specification?.resources.length,
        dataSources: specification?.dataSources.length,
      },
    });
    process.exitCode = errors > 0 ? 1 : 0;
  }
}
