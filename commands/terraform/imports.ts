/** `imp terraform imports FILE`: prints an import file for a Terraform state. */
import { languages } from "../../generators/index.ts";
import { BaseCommand } from "../../src/cli/base-command.ts";
import { importsArgs, importsFlags, importsOptions } from "../../src/options/terraform-options.ts";
import { terraformImports } from "../../src/run/terraform-imports.ts";

export default class Imports extends BaseCommand {
  static override summary = "Print an import file for a Terraform state.";
  static override description =
    "Lists the Pulumi type, name, and import ID of each managed resource, with modules as components. Does not print values, which may be " +
    "secret; `imp run --from-terraform` reads them from the state. Stdout contains only the import file.";
  static override examples = [
    "<%= config.bin %> terraform imports terraform.tfstate > specs.json",
    "terraform state pull | <%= config.bin %> terraform imports -",
  ];
  static override args = importsArgs;
  static override flags = importsFlags();

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Imports);
    const options = importsOptions(args.file, flags, languages);
    const { document, notes } = await terraformImports(options, await this.outside(options.outside));
    for (const note of notes) process.stderr.write(`${note}\n`);
    await this.show(JSON.stringify(document, undefined, 2));
  }
}
