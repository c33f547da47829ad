/**
 * `imp terraform check FILE`: reports every fault of a Provider Code Specification.
 */
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
  static override summary = "Check a Provider Code Specification of a Terraform provider.";
  static override description =
    "Shows every fault at once, with its path, line, column and rule. Refuses what the published validator of version 0.1 refuses, and a few " +
    "things more that it overlooks. Ends with 1 where there is an error; warnings change nothing.";
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
