/**
 * `imp terraform imports FILE`: the import file of a state of Terraform on stdout, to be edited and run.
 */
import { languages } from "../../generators/index.ts";
import { BaseCommand } from "../../src/cli/base-command.ts";
import { importsArgs, importsFlags, importsOptions } from "../../src/options/terraform-options.ts";
import { terraformImports } from "../../src/run/terraform-imports.ts";

export default class Imports extends BaseCommand {
  static override summary = "Print the import file of a state of Terraform.";
  static override description =
    "Names each managed resource by its Pulumi type, its name and the id that its import takes, with modules as components. Values, secrets " +
    "among them, are left out: `imp run --from-terraform` takes those from the state. On stdout there is nothing else.";
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
