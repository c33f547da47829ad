/** The catalog of errors and warnings: what failed, where, why, and what to do. Sections follow the directories of src/. */

export interface ErrorExplanation {
  /** 1: nothing was imported, or the command failed. 2: wrong usage. 3: partly imported. 130: interrupted. */
  readonly exit: 1 | 2 | 3 | 130;
  /** Set if the resource is imported despite the problem. Omitted for an error. */
  readonly severity?: "warning";
  /** What failed: a sentence without a full stop. */
  readonly what: string;
  /** `file:line:column`, a resource (`type name`), or a URN. */
  readonly where?: string;
  /** One or more sentences. */
  readonly why: string;
  /** The next step, with a command if possible. */
  readonly hint: string;
  /** Commands of the hint, one for each missing value. Omitted if the hint contains the commands. */
  readonly commands?: readonly string[];
  /** The URN of the resource that fails. Omitted if the whole command fails. */
  readonly failing?: string;
}

/** One mistake in a file. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

interface ResourceDetails {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** The provider's name, package, version, and region, as shown to the user. */
  readonly provider?: string;
}

interface CallDetails extends ResourceDetails {
  readonly method: string;
  /** The provider's message. */
  readonly reason: string;
}

const catalog = {
  // --- cli
  USAGE: (f: { message: string; hint: string }): ErrorExplanation => ({
    exit: 2,
    what: "Invalid command line",
    why: f.message,
    hint: f.hint,
  }),
  INTERRUPTED: (f: { signal: string }): ErrorExplanation => ({
    exit: 130,
    what: "Interrupted",
    why: `imp received ${f.signal} and stopped. Nothing was written.`,
    hint: "Run the same command again to start over.",
  }),
  OUTPUT_UNWRITABLE: (f: { code: string }): ErrorExplanation => ({
    exit: 1,
    what: "Cannot write to standard output",
    why: `${systemReason(f.code)} The report is incomplete.`,
    hint: "Redirect the output to another file or disk. Before you run the command again, check whether this run already wrote the program and the state.",
  }),
  INTERNAL: (f: { message: string }): ErrorExplanation => ({
    exit: 1,
    what: "Internal error in imp",
    why: f.message.startsWith("invariant: ")
      ? `This internal check failed: ${f.message.replace("invariant: ", "")}.`
      : asSentence(f.message),
    hint: "This is a bug in imp. Please report it with the command and its input files; IMP_DEBUG=1 adds a stack trace.",
  }),
  /** `files` is omitted if the command fails before it knows them. */
  NOT_CONFIRMED: (f: { files?: readonly string[]; look: "--plan-only" | "--dry-run" }): ErrorExplanation => ({
    exit: 2,
    what: "Confirmation required",
    why: `${f.files === undefined ? "An import" : `Writing ${f.files.join(", ")}`} needs confirmation, and imp cannot prompt without a terminal. Nothing was written.`,
    hint: `Pass --yes to write without a prompt, or ${f.look} to see the changes without writing them.`,
  }),
  // --- spec
  SPEC_UNREADABLE: (f: { path: string; reason: string }): ErrorExplanation => ({
    exit: 2,
    what: "The import file cannot be read",
    where: f.path,
    why: systemReason(f.reason),
    hint:
      f.reason === "EISDIR"
        ? "Pass the files in the directory instead, for example DIRECTORY/*.json."
        : "Check the path and its permissions.",
  }),
  TERRAFORM_STATE: (f: { file: string }): ErrorExplanation => ({
    exit: 2,
    what: "The file is a Terraform state, not an import file or a Pulumi state",
    where: f.file,
    why: "The file contains `terraform_version`.",
    hint: `\`imp run --from-terraform ${f.file}\` imports the resources of the Terraform state; \`imp terraform imports ${f.file}\` writes an import file for them.`,
  }),
  TERRAFORM_UNREADABLE: (f: { path: string; reason: string; states: readonly string[] }): ErrorExplanation => ({
    exit: 2,
    what: "The Terraform state cannot be read",
    where: f.path,
    why:
      f.reason !== "directory"
        ? systemReason(f.reason)
        : f.states.length === 0
          ? "The directory has no terraform.tfstate and no other state file."
          : `The directory has several state files: ${f.states.join(", ")}.`,
    hint:
      f.reason === "directory" && f.states.length === 0
        ? "Run `terraform state pull > state.json` to download the state from its backend, then pass that file."
        : f.states.length > 0
          ? "Pass one of these files instead of the directory."
          : "Check the path and its permissions.",
  }),
  TERRAFORM_REFUSED: (f: { file: string; why: string; hint: string }): ErrorExplanation => ({
    exit: 2,
    what: "Unsupported Terraform state",
    where: f.file,
    why: f.why,
    hint: f.hint,
  }),
  TERRAFORM_NOTHING: (f: {
    file: string;
    leftOut: readonly { readonly address: string; readonly why: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "Nothing to import from this Terraform state",
    where: f.file,
    why: nothingLeft(
      f.leftOut.map(({ address, why }) => `${address}: ${why}`),
      "The state has no resources.",
    ),
    hint: "`terraform state list` lists the resources of a state; `terraform state pull` prints the state of the current backend.",
  }),
  TERRAFORM_MALFORMED: (f: { problems: readonly Problem[]; more: number }): ErrorExplanation => ({
    ...explainProblems("The Terraform state", f.problems, f.more),
    hint: "If the file was edited by hand, download the original with `terraform state pull`.",
  }),
  DOCUMENT_UNREADABLE: (f: { path: string; reason: string; noun: string }): ErrorExplanation => ({
    exit: 2,
    what: `The ${f.noun} cannot be read`,
    where: f.path,
    why: f.reason === "ERR_FS_FILE_TOO_LARGE" ? "The file is larger than 256 MiB." : systemReason(f.reason),
    hint:
      f.reason === "EISDIR"
        ? "Pass a file instead of a directory."
        : "Check the path and its permissions, or pass another file.",
  }),
  CONVERSION_SOURCE: (f: { file: string; message: string }): ErrorExplanation => ({
    exit: 1,
    what: "The schema or specification cannot be converted",
    where: f.file,
    why: f.message,
    hint:
      "Pass a Provider Code Specification, a Pulumi package schema (`pulumi package get-schema PACKAGE`), the output of `terraform providers schema -json`, " +
      "or a provider's response to GetMapping. --to selects the output format.",
  }),
  OVERLAY_SOURCE: (f: {
    file: string;
    message: string;
    checked?: { readonly file: string; readonly errors: number };
  }): ErrorExplanation => ({
    exit: 2,
    what: "The file does not describe a provider",
    where: f.file,
    why: f.message,
    hint:
      f.checked === undefined
        ? "Pass a Provider Code Specification, the output of `terraform providers schema -json`, a provider's response to GetMapping, or a Pulumi " +
          "package schema. Or omit --schema (in the import file: `schemas`)."
        : `Run \`imp terraform check ${f.checked.file}\` to see ${f.checked.errors === 1 ? "the error" : `all ${f.checked.errors} errors`}, or omit the file from --schema.`,
  }),
  CONVERSION_PROVIDER: (f: { file: string; asked?: string; providers: readonly string[] }): ErrorExplanation => ({
    exit: 2,
    what:
      f.asked === undefined
        ? "The provider to convert is not specified"
        : `The document has no provider ${JSON.stringify(f.asked)}`,
    where: f.file,
    why:
      f.providers.length === 0
        ? "The document does not describe a provider."
        : `The document describes ${f.providers.join(", ")}.`,
    hint:
      f.providers.length === 0
        ? "Run `terraform providers schema -json` in a directory whose configuration requires the provider, after `terraform init`."
        : "Select one of them with --provider NAME.",
  }),
  CONVERSION_UNWRITTEN: (f: { path: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The converted document cannot be written",
    where: f.path,
    why: systemReason(f.reason),
    hint: "Choose another file with --out. No file was changed.",
  }),
  TERRAFORM_PROVIDERS: (f: {
    file: string;
    providers: readonly {
      readonly provider: string;
      readonly type: string;
      readonly name: string;
      readonly count: number;
    }[];
  }): ErrorExplanation => ({
    exit: 2,
    what: "Missing configuration of Terraform providers",
    where: f.file,
    why: [
      "A Terraform state contains the names of provider configurations, but not their settings. imp needs the settings of:",
      ...f.providers.map(({ provider, count }) => `${provider} (${count === 1 ? "1 resource" : `${count} resources`})`),
    ].join("\n"),
    hint:
      "Also pass an import file with these settings as the `inputs` of providers: " +
      `\`${JSON.stringify({ resources: f.providers.map(({ type, name }) => ({ type, name, inputs: { "…": "…" } })) })}\`. ` +
      "If the stack already has such a provider, add the URN of the provider to `nameTable` in the import file instead.",
  }),
  SPEC_INVALID: (f: { problems: readonly Problem[]; more?: number }): ErrorExplanation =>
    explainProblems("The import file", f.problems, f.more),
  CHOICE_UNKNOWN: (f: {
    unknown: readonly { readonly text: string; readonly near?: string }[];
    count: number;
  }): ErrorExplanation => ({
    exit: 2,
    what: f.unknown.length === 1 ? "A filter or name matches no resource" : "Some filters or names match no resource",
    why: `${f.count === 1 ? "The only resource does not match" : `None of the ${f.count} resources matches`}:${bulleted(
      f.unknown.map(({ text, near }) => (near === undefined ? text : `${text} (did you mean ${near}?)`)),
    )}`,
    hint: "Correct the filters or resource names on the command line. In a filter, `*` matches any text and `?` matches one character. Quote filters, so that the shell does not expand them.",
  }),
  CHOICE_IMPOSSIBLE: (f: { problems: readonly Problem[] }): ErrorExplanation =>
    explainProblems("The resource selection", f.problems.slice(0, 200), Math.max(0, f.problems.length - 200)),
  CHOICE_EMPTY: (f: { count: number }): ErrorExplanation => ({
    exit: 2,
    what: "No resource is selected",
    why: `The filters exclude ${f.count === 1 ? "the only resource" : `all ${f.count} resources`}.`,
    hint: "Change --only, --exclude, or --leave-out.",
  }),
  FILE_NOT_OURS: (f: { file: string; flag: "--rest" | "--save" | "--report" | "--out" }): ErrorExplanation => ({
    exit: 2,
    what: "The file already exists",
    where: f.file,
    why: "imp did not write this file, or the file was edited after imp wrote it.",
    hint: `Choose another file with ${f.flag}, or add --force to overwrite it.`,
  }),
  PLAN_UNWRITTEN: (f: { file: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The plan cannot be saved",
    where: f.file,
    why: systemReason(f.reason),
    hint: "Choose another file with --save. Nothing was written.",
  }),
  PLAN_BROKEN: (f: { file: string; reason: "changed" | "version" | "alone" }): ErrorExplanation => ({
    exit: 2,
    what: "The saved plan cannot be used",
    where: f.file,
    why: planBroken[f.reason],
    hint:
      f.reason === "alone"
        ? "Pass the plan as the only file: `imp run PLAN`."
        : "Save a new plan with `imp run FILE --plan-only --save PLAN`.",
  }),
  PLAN_OUTDATED: (f: { file: string; changes: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The plan is out of date",
    where: f.file,
    why: `Changed since the plan was saved:${bulleted(f.changes)}`,
    hint: "Save a new plan, or accept these changes with --accept-changes.",
  }),
  // --- discovery
  /** `types` are the requested types. */
  LIST_UNSUPPORTED: (f: { package: string; version?: string; types: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The provider cannot list resources",
    where: f.version === undefined ? f.package : `${f.package} ${f.version}`,
    why: `The provider plugin does not implement List ${f.types.length === 1 ? `for ${f.types[0]}` : `for any of the ${f.types.length} requested types`}.`,
    hint:
      "Import from a Terraform state (`imp run --from-terraform FILE`), or from a list that the cloud's CLI prints: " +
      "`imp discover --from FILE`.",
  }),
  LIST_FAILED: (f: { type: string; provider: string; failure: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resources of a type cannot be listed",
    where: f.type,
    why: asSentence(`${f.provider} returned an error from List: ${f.reason}`),
    hint: `${failureHints.get(f.failure) ?? "The message is from the provider."} \`--exclude type=${f.type}\` skips the type.`,
  }),
  LIST_ENDLESS: (f: { type: string; provider: string; pages: number }): ErrorExplanation => ({
    exit: 1,
    what: "The provider returns an endless list of resources",
    where: f.type,
    why: asSentence(
      `${f.provider} always returns a token for another page, but ${f.pages === 1 ? "the last page" : `the last ${f.pages} pages`} contained no new resources`,
    ),
    hint: `Report this to the provider's authors. \`--exclude type=${f.type}\` skips the type, and --limit N sets the maximum number of resources.`,
  }),
  LIST_MALFORMED: (f: { problems: readonly Problem[]; more: number }): ErrorExplanation =>
    explainProblems("The list", f.problems, f.more),
  /** `packages` are the packages that imp searched for the types. */
  LIST_UNMAPPED: (f: { file: string; types: readonly string[]; packages: readonly string[] }): ErrorExplanation => ({
    exit: 2,
    what: "No Pulumi type found for any type in the list",
    where: f.file,
    why: `The list contains ${candidateList(f.types)}. ${f.packages.length === 0 ? "imp could not look up their Pulumi types, because no package was specified" : `imp found no matching Pulumi types in ${f.packages.join(", ")}`}.`,
    hint: "Specify the package (`imp discover aws --from …`), or map the types: --type-map 'AWS::S3::Bucket=aws:s3:Bucket', or --types FILE.",
  }),
  INVENTORY_WITHOUT_PACKAGE: (f: { file: string }): ErrorExplanation => ({
    exit: 2,
    what: "The package of the objects is unknown",
    where: f.file,
    why: "The objects have no ARNs, Azure IDs, or Google names, so imp does not know which provider to ask about them.",
    hint: "Specify the package: `imp discover rabbitmq --from …`. If the objects have no types, add --type, as in --type rabbitmq:index:Queue.",
  }),
  IDS_MALFORMED: (f: { file: string; reason: string }): ErrorExplanation => ({
    exit: 2,
    what: "The file with the forms of import IDs is invalid",
    where: f.file,
    why: `imp cannot use the file, because ${f.reason}. It contains a list "ids" of objects with the texts "kind", "type", and "id".`,
    hint: "Correct the file, or delete it so that imp finds the forms again.",
  }),
  // --- fleets

  FLEET_INVALID: (f: { problems: readonly Problem[]; more: number }): ErrorExplanation =>
    explainProblems("The fleet file", f.problems, f.more),
  FLEET_INTERRUPTED: (f: { signal: string; file: string; done: number; targets: number }): ErrorExplanation => ({
    exit: 130,
    what: "Interrupted",
    where: f.file,
    why: `imp received ${f.signal}. ${f.done} of ${f.targets} targets have ended, and their results are written.`,
    hint: "Run the same command again to continue. `imp fleet report` shows the results.",
  }),
  FLEET_FILE_TAKEN: (f: { file: string }): ErrorExplanation => ({
    exit: 2,
    what: "The file already exists",
    where: f.file,
    why: "`imp fleet` did not write this file.",
    hint: "Choose another directory with --results, or another file with --html.",
  }),
  FLEET_UNWRITTEN: (f: { file: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "A result of the fleet cannot be written",
    where: f.file,
    why: systemReason(f.reason),
    hint: "Choose another directory with --results, or another file with --html.",
  }),

  // --- discovery

  DISCOVERY_UNWRITTEN: (f: { file: string; reason: string; flag?: "--ids" }): ErrorExplanation => ({
    exit: 1,
    what:
      f.flag === undefined
        ? "The import file cannot be written"
        : "The file with the forms of import IDs cannot be written",
    where: f.file,
    why: systemReason(f.reason),
    hint: `Choose another file with ${f.flag ?? "--out"}.`,
  }),
  DISCOVERY_INTERRUPTED: (f: { signal: string; file: string; objects: number }): ErrorExplanation => ({
    exit: 130,
    what: "Interrupted",
    where: f.file,
    why: `imp received ${f.signal} and stopped before it wrote the import file. The objects listed so far (${f.objects}) are in ${f.file}.`,
    hint: "Run the same command again to continue the discovery, or add --fresh to start over.",
  }),
  UNKNOWN_RESOURCE_TYPE: (f: {
    where: string;
    name: string;
    type: string;
    package: string;
    version?: string;
    suggestions: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: `Unknown resource type for ${f.name}`,
    where: f.where,
    why: `Package ${f.package}${f.version === undefined ? "" : ` ${f.version}`} has no resource type ${f.type}.`,
    hint:
      f.suggestions.length > 0
        ? `Did you mean ${f.suggestions.join(" or ")}?`
        : "Check the type in the package's documentation, or set `version` in the import file to a package version that has the type.",
  }),
  TYPE_AMBIGUOUS: (f: {
    where: string;
    word: string;
    package: string;
    tokens: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: `Ambiguous resource type ${f.word}`,
    where: f.where,
    why: `The name matches several types of package ${f.package}: ${candidateList(f.tokens)}.`,
    hint: `Use the full type token, for example ${f.tokens[0] ?? "PACKAGE:MODULE:TYPE"}.`,
  }),
  TOKEN_UNKNOWN: (f: { word: string; schema: string; suggestions: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: `No match for ${JSON.stringify(f.word)}`,
    where: f.schema,
    why: `The package has no resource, function, or type with this name.`,
    hint:
      f.suggestions.length > 0
        ? `Did you mean ${f.suggestions.join(" or ")}?`
        : "Run `imp schema show` with only the package to list its modules.",
  }),
  WORDS_NOT_FOUND: (f: {
    words: readonly string[];
    schema: string;
    suggestions: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: `No match for ${JSON.stringify(f.words.join(" "))}`,
    where: f.schema,
    why: `No token, property, or description in the package contains ${f.words.length === 1 ? "this word" : "all of these words"}.`,
    hint:
      f.suggestions.length > 0
        ? `Did you mean ${f.suggestions.join(" or ")}?`
        : "Search for fewer words, or run `imp schema show` with only the package to list its modules.",
  }),
  ID_NOT_GIVEN: (f: { where: string; name: string; type: string }): ErrorExplanation => ({
    exit: 1,
    what: `Missing import ID of ${f.type} ${f.name}`,
    where: f.where,
    why: "The import file has a placeholder instead of the ID.",
    hint: "Write the ID into the import file, or run the command in a terminal and enter the ID when prompted.",
  }),
  UNKNOWN_INPUT: (f: {
    where: string;
    name: string;
    type: string;
    input: string;
    near?: string;
  }): ErrorExplanation => ({
    exit: 1,
    what: `Unknown property in the import file entry of ${f.type} ${f.name}`,
    where: f.where,
    why: `The schema of ${f.type} has no property ${JSON.stringify(f.input)}.`,
    hint: f.near === undefined ? "Remove the property from the entry." : `Did you mean ${JSON.stringify(f.near)}?`,
  }),
  REMOTE_COMPONENT: (f: { where: string; name: string; type: string }): ErrorExplanation => ({
    exit: 1,
    what: `Remote component ${f.name} cannot be imported`,
    where: f.where,
    why: `${f.type} is a remote component. Its plugin can construct a new one, but cannot read an existing one.`,
    hint:
      "Import the component from another stack that contains it (--from-stack). Or import its children without `parent`, or with a local " +
      "component as `parent`: an entry with `component: true` and a type that is not in any package.",
  }),
  COMPONENT_INPUTS: (f: { urn: string; inputs: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The state lacks required inputs of a remote component",
    where: f.urn,
    why: `The component requires ${f.inputs.join(", ")}, but the state has no values for these inputs, because the plugin did not record them.`,
    hint: "Exclude the component with --exclude, and add it to the program by hand.",
  }),
  COMPONENT_UNRECORDED: (f: { urn: string }): ErrorExplanation => ({
    exit: 1,
    what: "The state has no inputs for a remote component",
    where: f.urn,
    why: "Plugins released before September 2025 did not record the inputs of components, so imp does not know which inputs the program must set. With different inputs, the next `pulumi up` may replace the component's children.",
    hint: "In the component's stack, run `imp generate`, add the missing inputs of the component to the program, and run `pulumi up` to record them. Or exclude the component with --exclude.",
  }),
  COMPONENT_PARTS: (f: { urn: string; parts: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "A remote component cannot be imported without all of its children",
    where: f.urn,
    why: `The component's plugin creates all of its children. The following children in the source stack were not imported, so the next \`pulumi up\` would create them again: ${f.parts.join(", ")}.`,
    hint: "Fix the errors reported for these resources, or pass the component to --target, then run again.",
  }),
  COMPONENT_UNSENT: (f: { type: string; name: string; version: string }): ErrorExplanation => ({
    exit: 1,
    severity: "warning",
    what: "A preview would show an update",
    where: `${f.type} ${f.name}`,
    why: `Pulumi compares the inputs of a component with the state, but @pulumi/pulumi ${f.version} does not send them to the engine.`,
    hint: "Run `npm install @pulumi/pulumi@latest`: version 3.202.0 and later send the inputs of components.",
  }),
  COMPONENT_PROVIDER: (f: { urn: string; package: string }): ErrorExplanation => ({
    exit: 1,
    what: "The provider of a remote component is ambiguous",
    where: f.urn,
    why: `The state has several providers of package ${f.package}, and does not record which of them constructed the component.`,
    hint: "Select the other resources with --target, and add the component to the program by hand.",
  }),
  PROVIDER_INHERITED: (f: { urn: string; provider: string; ancestor: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resource's provider differs from its parent's",
    where: f.urn,
    why: `In the state, the resource uses the default provider. In a program, it would inherit the provider ${f.provider} from ${f.ancestor}, and no resource option prevents this.`,
    hint: "If both providers manage the same account, set the inherited provider as the `provider` of the resource in the state (`pulumi state edit`). Otherwise, select only the other resources with --target.",
  }),
  TYPE_NOT_IMPORTABLE: (f: { where: string; name: string; type: string; why: string }): ErrorExplanation => ({
    exit: 1,
    what: `Resource ${f.name} of type ${f.type} cannot be imported`,
    where: f.where,
    why: asSentence(f.why),
    hint: "Add the resource to the program by hand, and remove its entry from the import file.",
  }),
  // --- workspace, secrets
  PROJECT_NOT_FOUND: (f: { directory: string }): ErrorExplanation => ({
    exit: 2,
    what: "No Pulumi project found",
    where: f.directory,
    why: "Neither this directory nor a parent directory has a Pulumi.yaml, Pulumi.yml, or Pulumi.json.",
    hint: "Change to the project's directory, pass it with --cwd DIR, create a project with --new or `pulumi new`, or pass a state file with --state FILE.",
  }),
  SETTINGS_INVALID: (f: Problem): ErrorExplanation => ({
    exit: 1,
    what: "Invalid settings file",
    where: `${f.file}:${f.line}:${f.column}`,
    why: f.message,
    hint: f.hint ?? "Correct the file and run the command again.",
  }),
  /** `reason` is an errno, `irregular` (for example a pipe), or `in-the-way` (a file where imp needs a directory). */
  FILE_UNREADABLE: (f: { path: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "A file cannot be read",
    where: f.path,
    why:
      f.reason === "irregular"
        ? "The path is not a regular file."
        : f.reason === "in-the-way"
          ? "imp needs a directory with this name, but the path is a file."
          : systemReason(f.reason),
    hint:
      f.reason === "in-the-way"
        ? "Move or rename the file."
        : "Check that the path is a file and that you have permission to read it.",
  }),
  NAME_INVALID: (f: { kind: "project" | "stack"; name: string; where: string }): ErrorExplanation => ({
    exit: 2,
    what: `Invalid ${f.kind} name`,
    where: f.where,
    why: f.name.endsWith("..")
      ? `${JSON.stringify(f.name)} ends with two dots, so its files would be in another directory.`
      : `${JSON.stringify(f.name)} must have 1 to 100 characters, and only letters (A-Z, a-z), digits, "_", ".", and "-".`,
    hint: f.kind === "project" ? "Choose another name." : "Choose another name, or use organization/PROJECT/STACK.",
  }),
  PROJECT_MISMATCH: (f: { expected: string; found: string; where: string; hint: string }): ErrorExplanation => ({
    exit: 2,
    what: "Conflicting project names",
    where: f.where,
    why: `The stack belongs to project ${JSON.stringify(f.found)}, but imp runs in project ${JSON.stringify(f.expected)}. URNs contain the project name.`,
    hint: f.hint,
  }),
  STACK_MISMATCH: (f: {
    expected: string;
    found: string;
    where: string;
    kept: "file" | "backend";
  }): ErrorExplanation => ({
    exit: 2,
    what: "Conflicting stack names",
    where: f.where,
    why: `The state belongs to stack ${JSON.stringify(f.found)}, but ${f.kept === "file" ? "--stack-name is" : "is stored as stack"} ${JSON.stringify(f.expected)}. URNs contain the stack name.`,
    hint:
      f.kept === "file"
        ? `Omit --stack-name, or pass --stack-name ${f.found}.`
        : `Restore the state of stack ${f.expected}. To rename the stack, run \`pulumi stack rename ${f.expected} --stack ${f.found}\` instead of copying its state.`,
  }),
  STACK_NOT_SELECTED: (f: { project: string; where: string }): ErrorExplanation => ({
    exit: 2,
    what: "No stack is selected",
    where: f.where,
    why: `Neither --stack nor PULUMI_STACK is set, and no stack of project ${f.project} is selected.`,
    hint: "Pass --stack NAME, or run `pulumi stack select NAME`; `pulumi stack ls` lists the stacks. To create a stack, run `pulumi stack init NAME`, or `imp run` with --create-stack.",
  }),
  STACK_NOT_FOUND: (f: { project: string; stack: string; backend: string }): ErrorExplanation => ({
    exit: 1,
    what: `No stack named ${JSON.stringify(f.stack)} found`,
    where: f.backend,
    why: `The backend has no stack ${f.stack} in project ${f.project}.`,
    hint: `Choose another stack with --stack; \`pulumi stack ls\` lists the stacks. To create the stack, run \`pulumi stack init ${f.stack}\`, or \`imp run\` with --create-stack.`,
  }),
  OTHER_STACK_NOT_FOUND: (f: {
    stack: string;
    directory: string;
    stacks: readonly string[];
    flag: string;
  }): ErrorExplanation => ({
    exit: 1,
    what: "The stack does not exist",
    where: f.directory,
    why: `${f.flag} names the stack ${f.stack}, which is not in the backend.`,
    hint: [
      ...(f.stacks.length > 0
        ? [
            `The backend has the stacks ${f.stacks.slice(0, longestList).join(", ")}${f.stacks.length > longestList ? ", …" : ""}.`,
          ]
        : []),
      f.flag === "--from-stack"
        ? "To pass a state file, use a path that starts with ./ or ends in .json."
        : "Import the resources of the other stack first, or remove the flag.",
    ].join(" "),
  }),
  OTHER_STACK_SAME: (f: { project: string; stack: string; file: string; flag: string }): ErrorExplanation => ({
    exit: 2,
    what: "Both flags select the same stack",
    where: f.file,
    why: `${f.flag} and --stack both select stack ${f.stack} of project ${f.project}.`,
    hint: `Choose another stack with ${f.flag} or --stack. To restore a stack from its export, use \`pulumi stack import\`.`,
  }),
  OTHER_STACK_EMPTY: (f: { stack: string; file: string; flag: string }): ErrorExplanation => ({
    exit: 1,
    what: "The other stack is empty",
    where: f.file,
    why: `The state of ${f.stack} has no resources.`,
    hint: `Choose another stack with ${f.flag}.`,
  }),
  STACK_REFERENCE_CYCLE: (f: { other: string; own: string }): ErrorExplanation => ({
    exit: 2,
    what: "The stacks would refer to each other",
    where: f.other,
    why: `The stack ${f.other} already reads outputs of ${f.own}, directly or through other stacks. If stacks read outputs of each other, none of them can be deployed first.`,
    hint: `Remove --stack-reference ${f.other}. The program then contains literal values.`,
  }),
  OTHER_STACK_NOTHING: (f: {
    stack: string;
    leftOut: readonly { readonly urn: string; readonly why: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "Nothing to import from the stack",
    where: f.stack,
    why: nothingLeft(
      f.leftOut.map(({ urn, why }) => `${urn}: ${why}`),
      "The stack has only resources that the Pulumi engine creates.",
    ),
    hint: "Select other resources with --target; `pulumi stack --show-urns` lists them.",
  }),
  OTHER_STACK_UNSETTLED: (f: { stack: string; file: string; operations: number }): ErrorExplanation => ({
    exit: 1,
    what: "The other stack has an interrupted update",
    where: f.file,
    why: `An interrupted update left ${f.operations === 1 ? "1 pending operation" : `${f.operations} pending operations`}. The state does not show whether ${f.operations === 1 ? "it" : "they"} succeeded.`,
    hint: `Run \`pulumi refresh --stack ${f.stack}\` first.`,
  }),
  OTHER_PASSPHRASE_WRONG: (f: { where: string }): ErrorExplanation => ({
    exit: 1,
    what: "Incorrect passphrase for the source stack",
    where: f.where,
    why: "The passphrase does not decrypt the secrets of the source stack.",
    hint: "Set IMP_FROM_PASSPHRASE or IMP_FROM_PASSPHRASE_FILE to the passphrase of the source stack. For this stack, they take precedence over PULUMI_CONFIG_PASSPHRASE.",
  }),
  TARGET_UNKNOWN: (f: {
    stack: string;
    unknown: readonly { readonly target: string; readonly near?: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: f.unknown.length === 1 ? "A URN matches no resource" : "Some URNs match no resource",
    where: f.stack,
    why: `The stack has no resource with ${f.unknown.length === 1 ? "this URN" : "these URNs"}:${bulleted(
      f.unknown.map(({ target, near }) => (near === undefined ? target : `${target} (did you mean ${near}?)`)),
    )}`,
    hint: "Correct the URN: `pulumi stack --show-urns` lists the URNs of a stack. `*` matches any text without a colon, and `**` matches any text.",
  }),
  TARGET_PARENT: (f: { urn: string; parent: string }): ErrorExplanation => ({
    exit: 1,
    what: "A resource cannot be imported without its parent",
    where: f.urn,
    why: `The parent ${f.parent} is not selected. Only parents that are components can be omitted.`,
    hint: `Add --target '${f.parent}', which also selects all resources under this parent, or do not select the resource.`,
  }),
  OTHER_CONFIGURATION: (f: { urn: string; there: string; paths: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The providers of the two stacks have different configurations",
    where: f.urn,
    why: `${f.there} has a different configuration${f.paths.length > 0 ? ` (${f.paths.join(", ")})` : ""}, so the same ID may identify another object in this stack.`,
    hint: "Set the same provider configuration as in the source stack, with --config KEY=VALUE or `pulumi config set`.",
  }),
  STATE_NAMES_MISSING: (f: { path: string; missing: "project" | "stack" | "project and stack" }): ErrorExplanation => ({
    exit: 2,
    what: `The new state needs a ${f.missing.replace(" and ", " name and a ")} name`,
    where: f.path,
    why: `The state file has no resource whose URN shows the ${f.missing}.`,
    hint: "Pass --project NAME and --stack-name NAME, or run inside a project and pass --stack-name NAME.",
  }),
  BACKEND_UNSUPPORTED: (f: { url: string; where: string }): ErrorExplanation => ({
    exit: 1,
    what: "Unsupported backend",
    where: f.where,
    why: `The stack's state is at ${f.url}. imp reads only directories and buckets (file://, s3://, gs://, azblob://) directly.`,
    hint: "Run `pulumi stack export --file state.json`, then the same command with --state state.json, then `pulumi stack import --file state.json`.",
  }),
  BACKEND_URL: (f: { url: string; why: string }): ErrorExplanation => ({
    exit: 1,
    what: "Invalid backend URL",
    where: f.url,
    why: `${f.why[0]?.toUpperCase()}${f.why.slice(1)}.`,
    hint: "Correct PULUMI_BACKEND_URL or backend.url, or run `pulumi login URL`.",
  }),
  CLI_MISSING: (f: { where: string }): ErrorExplanation => ({
    exit: 1,
    what: "The pulumi command is not installed",
    where: f.where,
    why: "imp reads and writes the state of this backend with `pulumi stack export` and `pulumi stack import`, and opens environments with `pulumi config` and `pulumi env open`.",
    hint: "Install the Pulumi CLI (https://www.pulumi.com/docs/install), or use a local backend (`PULUMI_BACKEND_URL=file://~`). Or run `pulumi stack export --file state.json` on a machine that has the CLI, run imp here with --state state.json, and run `pulumi stack import --file state.json` on that machine.",
  }),
  CLI_FAILED: (f: { where: string; command: string; output: string }): ErrorExplanation => ({
    exit: 1,
    what: "The pulumi command failed",
    where: f.where,
    why:
      f.output === ""
        ? `\`${f.command}\` failed without an error message.`
        : `\`${f.command}\` printed: ${asSentence(f.output.split("\n").slice(0, longestList).join("\n"))}`,
    hint: f.command.startsWith("pulumi env")
      ? "Correct `environment` in the stack file, or the environment. `pulumi env ls` lists your environments."
      : "Run `pulumi whoami` and `pulumi stack ls` to check the backend and its stacks.",
  }),
  CLIENT_MISSING: (f: { name: string; scheme: string }): ErrorExplanation => ({
    exit: 1,
    what: "The client for this backend is not installed",
    where: `${f.scheme}://`,
    why: `For ${f.scheme}:// backends, imp needs the npm package ${f.name}.`,
    hint: `Run \`npm install ${f.name}\` where imp is installed (with --global if imp is installed globally).`,
  }),
  STORE_REFUSED: (f: { where: string; reason: string; status?: number }): ErrorExplanation => ({
    exit: 1,
    what: "The backend returned an error",
    where: f.where,
    why: f.status === undefined ? serviceMeaning(f.reason) : `The service returned status ${f.status}: ${f.reason}.`,
    hint: systemErrors.has(f.reason)
      ? "Check that you have permission to read and write this path."
      : f.status === 401 || f.status === 403
        ? "Check the credentials. imp uses the same credentials as `pulumi`. They need permission to read, list, and write."
        : f.status !== undefined && f.status >= 500
          ? "Run the same command again: the error is in the backend's service and may be temporary."
          : "Check the URL, the region, and the credentials. imp uses the same credentials as `pulumi`.",
  }),
  BACKEND_NOT_FOUND: (f: { url: string; directory: string }): ErrorExplanation => ({
    exit: 1,
    what: "The backend's directory does not exist",
    where: f.directory,
    why: `The backend URL ${f.url} refers to this directory.`,
    hint: "Create the directory, or correct PULUMI_BACKEND_URL or backend.url, or run `pulumi login file://DIRECTORY`.",
  }),
  BACKEND_LAYOUT: (f: { path: string; version: number }): ErrorExplanation => ({
    exit: 1,
    what: "Unsupported backend layout",
    where: f.path,
    why: `The backend has layout version ${f.version}; imp supports version 0 (no project directories) and version 1 (a directory for each project).`,
    hint: "Run `pulumi stack export --file state.json`, then run imp with --state state.json.",
  }),
  CHECKPOINT_COMPRESSION: (f: { path: string; reason: "zstd" | "damaged" }): ErrorExplanation => ({
    exit: 1,
    what: "The stack's checkpoint cannot be decompressed",
    where: f.path,
    why:
      f.reason === "zstd"
        ? "The checkpoint is compressed with zstd, which imp does not support."
        : "The gzip data of the checkpoint is damaged.",
    hint:
      f.reason === "zstd"
        ? "Run `pulumi stack export --file state.json` and run imp with --state state.json, or unset PULUMI_DIY_BACKEND_ZSTD and run a command that writes the state again, such as `pulumi refresh`."
        : "Restore the checkpoint from the .bak file next to it, or pass another state with --state FILE.",
  }),
  ENVIRONMENT_UNSUPPORTED: (f: { path: string } & UnsupportedEnvironment): ErrorExplanation => ({
    exit: 1,
    where: f.path,
    ...unsupportedEnvironment(f),
  }),
  ENVIRONMENT_UNREADABLE: (f: { path: string; command: string; keys: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The stack's environments could not be opened",
    where: f.path,
    why:
      f.keys.length === 0
        ? `\`${f.command}\` did not print JSON.`
        : `\`${f.command}\` did not print ${f.keys.join(", ")} of \`environment\`. It omits environments that it cannot open.`,
    hint: "Run `pulumi preview` to see why the environments cannot be opened.",
  }),
  CONFIG_KEY_INVALID: (f: { key: string; where: string }): ErrorExplanation => ({
    exit: 2,
    what: "Invalid configuration key",
    where: f.where,
    why: `${JSON.stringify(f.key)} is neither NAME nor NAMESPACE:NAME.`,
    hint: "Use a key such as region or aws:region.",
  }),
  CONFIG_MISSING: (f: { path: string; keys: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "Missing required configuration values",
    where: f.path,
    why: `The project declares these keys without a default, and the stack does not set them: ${f.keys.join(", ")}.`,
    hint: `Run \`pulumi config set ${f.keys[0] ?? "KEY"} VALUE\`, or pass --config ${f.keys[0] ?? "KEY"}=VALUE.`,
  }),
  PASSPHRASE_MISSING: (f: { where: string }): ErrorExplanation => ({
    exit: 1,
    what: "A passphrase is required",
    where: f.where,
    why: "The stack's secrets are encrypted with a passphrase, and no passphrase is set.",
    hint: "Set PULUMI_CONFIG_PASSPHRASE (it can be empty) or PULUMI_CONFIG_PASSPHRASE_FILE, or run imp in a terminal and enter the passphrase when prompted.",
  }),
  PASSPHRASE_WRONG: (f: { where: string }): ErrorExplanation => ({
    exit: 1,
    what: "Incorrect passphrase",
    where: f.where,
    why: "The passphrase does not decrypt the secrets of this stack.",
    hint: "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to the stack's passphrase. Spaces around the passphrase are part of it in the variable, but are ignored in the file.",
  }),
  PASSPHRASE_FILE_UNREADABLE: (f: { path: string }): ErrorExplanation => ({
    exit: 1,
    what: "The passphrase file cannot be read",
    where: f.path,
    why: "The file in PULUMI_CONFIG_PASSPHRASE_FILE does not exist, is not readable, or is not UTF-8 text.",
    hint: "Correct PULUMI_CONFIG_PASSPHRASE_FILE, or set PULUMI_CONFIG_PASSPHRASE.",
  }),
  SALT_MALFORMED: (f: { where: string }): ErrorExplanation => ({
    exit: 1,
    what: "Invalid encryption salt",
    where: f.where,
    why: "The salt does not have the form v1:SALT:v1:NONCE:CIPHERTEXT in base64.",
    hint: "Restore `encryptionsalt` (stack file) or `secrets_providers.state.salt` (state) from a backup or version control.",
  }),
  SECRET_UNREADABLE: (f: { where: string; reason: "malformed" | "key" }): ErrorExplanation => ({
    exit: 1,
    what: "A secret cannot be decrypted",
    where: f.where,
    why:
      f.reason === "malformed"
        ? "The ciphertext does not have the form v1:NONCE:CIPHERTEXT in base64."
        : "The secret was encrypted with another salt or passphrase, or it was modified.",
    hint: "Set the value again with `pulumi config set --secret`, or restore the file that contains it.",
  }),
  SECRETS_PROVIDER_UNSUPPORTED: (f: { provider: string; where: string }): ErrorExplanation => ({
    exit: 1,
    what: "Unsupported secrets provider",
    where: f.where,
    why: `This command must encrypt or decrypt secrets, and imp cannot do this with the secrets provider ${JSON.stringify(f.provider)}. imp can only keep values that are already encrypted.`,
    hint: "Run `pulumi stack change-secrets-provider passphrase`. Or move the state to a stack that uses a passphrase: `pulumi stack export --show-secrets`, then `pulumi stack import`.",
  }),
  STACK_LOCKED: (f: {
    stack: string;
    holder: string;
    pid: number | undefined;
    since: string;
    path: string;
  }): ErrorExplanation => ({
    exit: 1,
    what: "The stack is currently locked",
    where: f.path,
    why: `${f.holder}${f.pid === undefined ? "" : ` (pid ${f.pid})`} has held the lock of stack ${f.stack} since ${f.since}.`,
    hint: `Wait for that process to end. If it is no longer running, run \`pulumi cancel ${f.stack}\`.`,
  }),
  STATE_FILE_LOCKED: (f: {
    holder: string;
    pid: number | undefined;
    since: string;
    path: string;
  }): ErrorExplanation => ({
    exit: 1,
    what: "The state file is currently locked",
    where: f.path,
    why: `${f.holder}${f.pid === undefined ? "" : ` (pid ${f.pid})`} has held the lock since ${f.since}.`,
    hint: "Wait for that process to end. If it is no longer running, delete the lock file.",
  }),
  LOCK_FAILED: (f: { path: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The lock file cannot be created or removed",
    where: f.path,
    why: systemReason(f.reason),
    hint: `${remedyOf(f.reason)}.`,
  }),
  PROGRAM_CHANGED: (f: { path: string; printedFor?: string }): ErrorExplanation => ({
    exit: 1,
    what:
      f.printedFor === undefined
        ? "The program was not written by imp, or was edited later"
        : "The program belongs to another stack",
    where: f.path,
    why:
      f.printedFor === undefined
        ? "imp does not overwrite code that it did not write."
        : `imp wrote this program for stack ${f.printedFor}. If imp replaces it, the next \`pulumi up\` of stack ${f.printedFor} deletes the resources that the program no longer contains.`,
    hint: "Insert the code into a TypeScript program with --into FILE, write it to a file next to the program with --append-file NAME, or write it to another directory with --out DIR. --force overwrites the file.",
  }),
  PROGRAM_UNREADABLE: (f: { place: string; why: string; hint: string }): ErrorExplanation => ({
    exit: 1,
    what: "imp cannot add code to the edited program",
    where: f.place,
    why: f.why,
    hint: f.hint,
  }),
  PROGRAM_ELSEWHERE: (f: { path: string; file: string }): ErrorExplanation => ({
    exit: 1,
    what: "The project's YAML program is in another file",
    where: f.path,
    why: `Pulumi runs only the first of Main.json, Main.yaml, and Pulumi.yaml. If there is also a program in ${f.file}, Pulumi ignores one of the two programs and deletes its resources.`,
    hint: "Write the new resources to a separate file with --append-file NAME and copy them into your program, or write to another directory with --out DIR.",
  }),
  /** `appended` are files that earlier runs wrote, by their names for --append-file. */
  PROGRAM_INCOMPLETE: (f: {
    directory: string;
    count: number;
    example: string;
    appended: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "The state has resources that are not in a program written by imp",
    where: f.directory,
    why: `The program would contain only the new resources, so the next \`pulumi up\` would delete ${f.count === 1 ? f.example : `${f.count} other resources, for example ${f.example}`}.`,
    hint:
      f.appended.length === 0
        ? "Write the new resources to a file next to your program with --append-file NAME."
        : `Add the new resources to the file that an earlier run wrote next to your program: ${f.appended.map((name) => `--append-file ${name}`).join(", or ")}.`,
  }),
  STATE_CHANGED: (f: { path: string; conflict?: { kind: StateConflict; urn?: string } }): ErrorExplanation => ({
    exit: 1,
    what: "Another process changed the state during the run",
    where: f.path,
    why: `${f.conflict === undefined ? "The results of this run may not apply to the new state." : stateConflicts[f.conflict.kind](f.conflict.urn ?? "")} Nothing was written.`,
    hint: "Run the same command again.",
  }),
  RECORD_UNUSABLE: (f: { path: string }): ErrorExplanation => ({
    exit: 1,
    what: "imp's record of the program cannot be read",
    where: f.path,
    why: "The record is damaged, or another version of imp wrote it.",
    hint: "Restore the record from version control. Or delete it, and write new resources to a separate file with --append-file NAME.",
  }),
  RUN_RECORD_UNUSABLE: (f: { path: string }): ErrorExplanation => ({
    exit: 1,
    what: "imp's record of a run cannot be read",
    where: f.path,
    why: "The record is damaged, or another version of imp wrote it. The run cannot be undone.",
    hint: "Delete the file. The records of other runs are not affected.",
  }),
  /** `before` is the run that `imp undo` would undo next. Omitted if there is none. */
  UNDO_RECOVERED: (f: { stack: string; before?: string }): ErrorExplanation => ({
    exit: 1,
    what: "Only the interrupted run was undone",
    where: `stack ${f.stack}`,
    why: "The last run was killed before it completed. imp restored the files from before that run, and did not undo an earlier run.",
    hint:
      f.before === undefined
        ? "There is nothing else to undo."
        : `To undo the run before it, run \`imp undo\` again, or \`imp undo ${f.before}\`.`,
  }),
  UNDO_NOTHING: (f: { stack: string; directory: string }): ErrorExplanation => ({
    exit: 1,
    what: "Nothing to undo",
    where: f.directory,
    why: `This directory has no record of a run that wrote to stack ${f.stack}.`,
    hint: "Run `imp undo` in the directory in which you ran the import, with the same --stack or --state. imp can undo the last 10 runs of a stack.",
  }),
  UNDO_UNKNOWN: (f: { run: string; known: readonly string[] }): ErrorExplanation => ({
    exit: 2,
    what: "Unknown run ID",
    where: f.run,
    why: `The stack has records of these runs: ${f.known.join(", ")}.`,
    hint: "Pass one of these IDs: `imp undo --list` shows what each run imported.",
  }),
  UNDO_NEEDED: (f: {
    run: string;
    dependents: readonly { readonly urn: string; readonly how: string; readonly on: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "The run cannot be undone, because other resources depend on its resources",
    where: f.run,
    why: `Nothing was undone:${bulleted(f.dependents.map(({ urn, how, on }) => `${urn} ${how} ${on}`))}`,
    hint: "Undo the later runs first (`imp undo --list`), or remove the dependent resources from their program and run `pulumi up`.",
  }),
  UNDO_REPLACED: (f: {
    run: string;
    resources: readonly { readonly urn: string; readonly was: string; readonly is: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "The run cannot be undone, because resources were replaced",
    where: f.run,
    why: `Pulumi would no longer manage the new objects if imp removed these resources from the state. After the run, an update replaced:${bulleted(
      f.resources.map(({ urn, was, is }) => `${urn}: the ID was ${was} and is now ${is}`),
    )}`,
    hint: "To delete a resource in the cloud, remove it from the program and run `pulumi up`. To remove it only from the state, run `pulumi state delete`.",
  }),
  UNDO_ENTRIES_LOST: (f: { run: string; urns: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The state entries that the run replaced cannot be restored",
    where: f.run,
    why: `The state changed after the run, so the old entries of these resources are no longer available:${bulleted(f.urns)}`,
    hint: "Undo the later runs first (`imp undo --list`), or import the old objects again with --replace-entry.",
  }),
  UNDO_MANAGED: (f: { run: string; urns: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The run cannot be undone, because the next `pulumi up` would delete resources",
    where: f.run,
    why: `These resources were imported into the state, or renamed, after the run. Without their code, \`pulumi up\` would delete them in the cloud:${bulleted(f.urns)}`,
    hint: "To undo the run anyway, first remove the resources from the state with `pulumi state delete`.",
  }),
  INSERTION_REFUSED: (f: { path: string; why: string; hint: string }): ErrorExplanation => ({
    exit: 1,
    what: "The code cannot be inserted into the file",
    where: f.path,
    why: f.why,
    hint: f.hint,
  }),
  UNDO_PROGRAM_CHANGED: (f: { run: string; path: string; isKnown: boolean; reason?: string }): ErrorExplanation => ({
    exit: 1,
    what: f.isKnown ? "The program was edited after the run" : "imp's record of the program is missing",
    where: f.path,
    why: f.isKnown
      ? (f.reason ?? "Undoing the run would overwrite these edits.")
      : "imp needs the record in `.imp/` to know which code to remove.",
    hint: f.isKnown ? "Revert your edits, or overwrite them with --force." : "Restore `.imp/` from version control.",
  }),
  UNDO_OUTSIDE: (f: { run: string; path: string }): ErrorExplanation => ({
    exit: 1,
    what: "The record of the run names a file outside the project",
    where: f.path,
    why: `Undoing run ${f.run} would write or delete this file. The record may come from another machine, so imp requires --force.`,
    hint: "If the run wrote this file, for example with --out, add --force.",
  }),
  MEANING_CHANGED: (f: { problems: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The generated code differs from the program that imp checked",
    why: f.problems.join("\n"),
    hint: "This is a bug in imp. Please report it. Nothing was written.",
  }),
  OUT_NOT_EMPTY: (f: { path: string; example: string }): ErrorExplanation => ({
    exit: 1,
    what: "A new project needs an empty directory",
    where: f.path,
    why: `The directory contains ${JSON.stringify(f.example)}.`,
    hint: "Choose another directory with --out DIR, or omit --new to write only the program.",
  }),
  QUICKSTART_FOREIGN: (f: { path: string; example: string }): ErrorExplanation => ({
    exit: 1,
    what: "The quickstart needs an empty directory or an existing quickstart",
    where: f.path,
    why: `The directory contains ${JSON.stringify(f.example)}, but no cloud.json of a quickstart.`,
    hint: "Pass another directory: `imp quickstart DIR`.",
  }),
  QUICKSTART_UNWRITTEN: (f: { path: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The quickstart project cannot be written",
    where: f.path,
    why: systemReason(f.reason),
    hint: "Pass another directory: `imp quickstart DIR`.",
  }),
  GENERATE_NOTHING: (f: {
    file: string;
    isThere: boolean;
    leftOut: readonly { readonly urn: string; readonly why: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "No resources to generate a program for",
    where: f.file,
    why: f.isThere
      ? nothingLeft(
          f.leftOut.map(({ urn, why }) => `${urn}: ${why}`),
          "The state has only resources that the Pulumi engine creates.",
        )
      : "The state does not exist.",
    hint: "Choose another state with --state FILE or --stack NAME; `pulumi stack --show-urns` lists the resources of a stack.",
  }),
  // --- verify
  VERIFY_RUNTIME: (f: { file: string; runtime: string }): ErrorExplanation => ({
    exit: 1,
    what: f.runtime === "" ? "The project has no runtime" : `imp cannot run ${f.runtime} programs here`,
    where: f.file,
    why:
      f.runtime === ""
        ? "The project file does not set `runtime`."
        : `The language host pulumi-language-${f.runtime} is not on the PATH, next to pulumi, or in Pulumi's home directory.`,
    hint:
      f.runtime === ""
        ? "Set `runtime` in the project file, for example `runtime: nodejs`."
        : `Install Pulumi, which includes the language hosts of common runtimes, or add pulumi-language-${f.runtime} to the PATH.`,
  }),
  VERIFY_CHANGED: (f: { where: string; changes: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The next update would make unexpected changes",
    where: f.where,
    why: `After the import, the next update would also do this:\n${f.changes.slice(0, longestList).join("\n")}`,
    hint: "Nothing was written. Correct the program, leave out the resource with --leave-out, or import it anyway with --no-verify.",
  }),
  VERIFY_BROKEN: (f: { where: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The program fails with the imported resources",
    where: f.where,
    why: f.reason,
    hint: "Nothing was written. Correct the program, or import the resources anyway with --no-verify.",
  }),
  VERIFY_NOT_INSTALLED: (f: { directory: string }): ErrorExplanation => ({
    exit: 1,
    what: "The dependencies of the program are not installed",
    where: f.directory,
    why: "@pulumi/pulumi was not found in this directory.",
    hint: "Install the dependencies, for example with `npm install`, and run the command again.",
  }),
  VERIFY_NO_STATE: (f: { file: string }): ErrorExplanation => ({
    exit: 1,
    what: "There is no state to compare the program with",
    where: f.file,
    why: "The stack has never been updated, and no resources were imported into it.",
    hint: "Choose another stack with --stack NAME.",
  }),
  // --- sync
  SYNC_REFUSED: (f: { where: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "The program cannot be synced",
    where: f.where,
    why: f.reason,
    hint: "Nothing was written. Correct the program so that `imp verify` can run it, and sync again.",
  }),
  SYNC_UNPROVEN: (f: { where: string; changes: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The changed program would not match the cloud",
    where: f.where,
    why: `After the sync, the next update would still do this:\n${f.changes.slice(0, longestList).join("\n")}`,
    hint: "Nothing was written. Leave out these resources with --exclude and change their code by hand, or use --take program.",
  }),
  // --- plugin
  PLUGIN_NOT_FOUND: (f: {
    name: string;
    version?: string;
    downloadUrl?: string;
    /** Directories and files, in search order. */
    looked: readonly string[];
    /** Versions in the plugin cache. */
    installed: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${[f.name, f.version].filter(Boolean).join(" ")} is not installed`,
    why: `imp looked in ${f.looked.join(", ")}.${f.installed.length > 0 ? ` Installed versions: ${f.installed.join(", ")}.` : ""}`,
    hint: `Run \`${["pulumi plugin install resource", f.name, f.version, f.downloadUrl && `--server ${f.downloadUrl}`].filter(Boolean).join(" ")}\`, or pass an executable with --provider ${f.name}=PATH.`,
  }),
  PLUGIN_NOT_RUNNABLE: (f: {
    name: string;
    path: string;
    reason: "missing" | "permission" | "source" | "format" | "directory";
  }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} cannot be started`,
    where: f.path,
    why: {
      missing: "The file does not exist.",
      permission: "The file is not executable.",
      source: "The plugin is source code (PulumiPlugin.yaml), which only Pulumi's language hosts can run.",
      format: "Exec format error: the operating system cannot run this file.",
      directory: "The directory does not exist.",
    }[f.reason],
    hint: {
      missing: `Install the plugin again with \`pulumi plugin install resource ${f.name} VERSION --reinstall\`, or correct --provider or Pulumi.yaml.`,
      permission: `Run \`chmod +x '${f.path}'\`.`,
      source: `Build an executable and pass it with --provider ${f.name}=PATH.`,
      format:
        "Check that the plugin was built for this operating system and processor. If it is a script, check that its interpreter is installed.",
      directory: "Correct `plugins.providers` in Pulumi.yaml.",
    }[f.reason],
  }),
  PLUGIN_EXITED: (f: { name: string; path: string; status: string }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} exited during startup`,
    where: f.path,
    why: `The plugin ended with ${f.status} before it accepted connections.`,
    hint: `Run the plugin by hand to see its output: '${f.path}' 127.0.0.1:1`,
  }),
  PLUGIN_NO_PORT: (f: { name: string; path: string; reason: "closed" | "invalid" }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} did not print its port`,
    where: f.path,
    why:
      f.reason === "closed"
        ? "The plugin closed its output without printing a line."
        : "The first line of the plugin's output is not a port number from 1 to 65535.",
    hint: `The first line of the output must be the port number only. Run the plugin by hand to see its output: '${f.path}' 127.0.0.1:1`,
  }),
  PLUGIN_START_TIMEOUT: (f: {
    name: string;
    path: string;
    seconds: number;
    waitedFor: "port" | "answer";
  }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} did not start in time`,
    where: f.path,
    why:
      f.waitedFor === "port"
        ? `The plugin printed no port within ${f.seconds} seconds.`
        : `The plugin printed a port, but did not respond to calls on this port within ${f.seconds} seconds.`,
    hint: `Run the plugin by hand to see its output: '${f.path}' 127.0.0.1:1`,
  }),
  PLUGIN_HANDSHAKE: (f: { name: string; path: string; method: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} cannot be used`,
    where: f.path,
    why: `The plugin started, but ${f.method} failed: ${f.reason.replace(/\.$/, "")}.`,
    hint: "Check that the file is a Pulumi resource provider. If it is, install another version.",
  }),
  PLUGIN_VERSION: (f: { name: string; path: string; method: string }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} has no valid version`,
    where: f.path,
    why: `The version in the response to ${f.method} is not a semantic version such as 1.2.3.`,
    hint: "Install another version of the plugin.",
  }),
  PLUGIN_NOT_EXTENDED: (f: { plugin: string; extension: string }): ErrorExplanation => ({
    exit: 1,
    what: `The plugin does not have the extension ${f.extension}`,
    where: f.plugin,
    why: "The plugin accepted the parameter, but its schema has no `extensionParameterization`.",
    hint: "If the package has its own provider, use `parameterization` instead of `extension` in the import file. Otherwise, check `value`.",
  }),
  PLUGIN_PARAMETERIZED: (f: { name: string; path: string; wanted: string; answered: string }): ErrorExplanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} does not serve package ${f.wanted}`,
    where: f.path,
    why: `imp requested package ${f.wanted} with Parameterize, but the plugin returned package ${JSON.stringify(f.answered)}.`,
    hint: "Add the package again with `pulumi package add`, so that its name matches its parameters.",
  }),
  // --- schema
  /** `document` is the file or package that the user named. */
  SCHEMA_BROKEN: (f: { package?: string; document?: string; place: string; message: string }): ErrorExplanation => ({
    exit: 1,
    what:
      f.package === undefined ? "A package schema cannot be read" : `The schema of package ${f.package} cannot be read`,
    where: f.document === undefined ? f.place : `${f.document}, ${f.place}`,
    why: asSentence(f.message),
    hint:
      f.document === undefined
        ? "The schema comes from the provider plugin. Try another version of the plugin, and report the schema to its authors."
        : "Run `imp schema check` to list every error in the schema with its location.",
  }),
  // --- import
  PACKAGE_FAILED: (f: { package: string; method: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: `The plugin of package ${f.package} failed during ${f.method}`,
    where: `package ${f.package}`,
    why: asSentence(f.reason),
    hint: "The message is from the plugin. Try another version of the plugin, or report the error to its authors.",
  }),
  PACKAGE_MISSING: (f: { urn: string; package: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resource cannot be read",
    where: f.urn,
    why: `The plugin of package ${f.package} failed, so imp did not read the resource.`,
    hint: `Fix the error reported for package ${f.package}, then run again.`,
  }),
  PROVIDER_UNKNOWN: (f: { urn: string }): ErrorExplanation => ({
    exit: 1,
    what: "Unknown provider",
    where: f.urn,
    why: "Neither the state nor the import file has a provider resource with this URN.",
    hint: 'Add an entry of type "pulumi:providers:PACKAGE" with its "inputs" to the import file, or correct the URN in its "nameTable".',
  }),
  /** `type` is omitted if the state doesn't contain the URN. `wanted` is the package on the command line, if the provider is of another package. */
  PROVIDER_URN_UNFIT: (f: {
    urn: string;
    type?: string;
    wanted?: string;
    explicit: readonly string[];
  }): ErrorExplanation => ({
    exit: 2,
    what: "Invalid --provider-urn",
    where: f.urn,
    why: providerUrnReason(f),
    hint:
      f.explicit.length > 0
        ? `Omit the flag to use the default provider, or choose an explicit provider of the state:${bulleted(f.explicit)}`
        : `The state has no explicit provider${f.wanted === undefined ? "" : ` of package ${f.wanted}`}. Omit the flag to use the default provider with the stack's configuration.`,
  }),
  PROVIDER_REPLACED: (f: { urn: string; paths: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The provider and every resource that uses it would be replaced",
    where: f.urn,
    why:
      f.paths.length > 0
        ? `These settings differ from the state: ${f.paths.join(", ")}.`
        : "Its configuration differs from the state.",
    hint: "Change the stack configuration back to the values in the state, or add an explicit provider with the new configuration to the import file.",
  }),
  PROVIDER_CONFIG_REFUSED: (f: {
    urn: string;
    failures: readonly { readonly property: string; readonly reason: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "The provider rejected its configuration",
    where: f.urn,
    why: failureText(f.failures),
    hint: 'Correct the configuration with `pulumi config set PACKAGE:KEY VALUE`, with --config PACKAGE:KEY=VALUE, or in the provider\'s "inputs" in the import file.',
  }),
  PROVIDER_CONFIG_MISSING: (f: {
    urn: string;
    keys: readonly { readonly name: string; readonly description: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "Missing required provider configuration",
    where: f.urn,
    why: `The provider requires ${f.keys
      .map(({ name, description }) =>
        description === "" ? shownConfigKey(name) : `${shownConfigKey(name)} (${description.replace(/\.$/, "")})`,
      )
      .join("; ")}.`,
    hint: `Pass ${f.keys.map(({ name }) => `--config ${shownConfigKey(name)}=VALUE`).join(" ")}, or run ${f.keys.map(({ name }) => `\`pulumi config set ${shownConfigKey(name)} VALUE\``).join(" and ")} in the project.`,
  }),
  PROVIDER_FAILED: (f: { urn: string; method: string; failure: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: `The provider failed during ${f.method}${failureWords.get(f.failure) ?? ""}`,
    where: f.urn,
    why: asSentence(f.reason),
    hint:
      failureHints.get(f.failure) ??
      "Check the provider's configuration and credentials. The message is from the provider.",
  }),
  /** `reads` is the number of failed reads after which imp stopped using the provider. `reason` does not contain names of resources. */
  PROVIDER_ACCESS: (f: {
    provider: string;
    package: string;
    isDefault: boolean;
    kind: "login" | "permission" | "connection";
    reason: string;
    reads: number;
    settings: readonly { readonly name: string; readonly environment: readonly string[] }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: accessWords[f.kind],
    where: f.provider,
    why: `${asSentence(f.reason)}\nThe first ${f.reads} reads with this provider failed for this reason, so imp stopped reading resources with it.`,
    hint: accessHint(f),
  }),
  RESOURCE_NOT_FOUND: (f: ResourceDetails & { reason?: string; others?: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The resource does not exist in the cloud",
    where: describedObject(f),
    why:
      f.others === undefined
        ? asSentence(f.reason ?? "The provider found no resource with this ID")
        : `The provider found no resource with this ID. These providers did not find it either: ${f.others.join(", ")}.`,
    hint:
      f.others === undefined
        ? "Check the ID, the ID format of this resource type, and the provider's region and account."
        : "Check the ID and the ID format of this resource type. If the resource is in another region or account, add a provider for this region or account to the import file.",
  }),
  WRONG_PROVIDER: (f: ResourceDetails & { found: string; use?: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resource is in another region or account",
    where: describedObject(f),
    why: `This provider found no resource with this ID, but ${f.found} found one.`,
    hint:
      f.use === undefined
        ? 'To import the resource that was found, remove "provider" from the entry in the import file (and from its parents).'
        : `To import the resource that was found, add "provider": ${JSON.stringify(f.use)} to the entry in the import file.`,
  }),
  /** `isUndescribed` is set if the package documents import for most of its types, but not for this one. */
  NOT_IMPORTABLE: (f: ResourceDetails & { reason?: string; isUndescribed?: true }): ErrorExplanation => ({
    exit: 1,
    what:
      f.isUndescribed === true
        ? "Resources of this type cannot be imported by ID"
        : "The provider does not support import of this type",
    where: describedObject(f),
    why:
      f.reason === undefined
        ? "The provider read the resource, but returned no inputs for it."
        : `${asSentence(f.reason)}${f.isUndescribed === true ? " The package documents import for most of its types, but not for this type." : ""}`,
    hint:
      f.isUndescribed === true
        ? 'If the resource exists, set "outputs" (and "inputs") of its entry in the import file, so that imp does not read it. Otherwise, remove the entry.'
        : 'Try a newer version of the plugin, set "outputs" of the resource\'s entry in the import file, or remove the entry.',
  }),
  URN_TAKEN: (f: { urn: string; id: string; existing: string; canReplace?: boolean }): ErrorExplanation => ({
    exit: 1,
    what: "The state has another resource with this URN",
    where: f.urn,
    why: `The resource has the ID ${JSON.stringify(f.id)} in the import file, and ${JSON.stringify(f.existing)} in the state.`,
    hint: f.canReplace
      ? `Change "name" in the import file, or replace the old resource in the state with --replace-entry '${f.urn}', which deletes nothing in the cloud.`
      : 'Change "name" in the import file, or remove the old resource from the state with `pulumi state delete`.',
  }),
  ASSET_UNHASHED: (f: { type: string; name: string; reason: string }): ErrorExplanation => ({
    exit: 1,
    what: "An asset cannot be compared with the cloud",
    where: `${f.type} ${f.name}`,
    why: `imp cannot compute the hash of the asset: ${f.reason}.`,
    hint: 'Set the content as text, or as a file path relative to the program, in "inputs" of the entry in the import file.',
  }),
  SAME_OBJECT: (f: { type: string; name: string; id: string; other: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resource is already managed under another name",
    where: `${f.type} ${f.name}`,
    why: `In the state, the ID ${JSON.stringify(f.id)} belongs to ${f.other}.`,
    hint: "Remove the entry from the import file, or first remove the other resource from the state with `pulumi state delete`.",
  }),
  SAME_OBJECT_TWICE: (f: { type: string; id: string; urns: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "Several entries of the import file refer to the same resource",
    where: `${f.type} (ID ${JSON.stringify(f.id)})`,
    why: `The provider read the same resource for each of these URNs:\n${f.urns.join("\n")}`,
    hint: "Keep only one of these entries.",
  }),
  URN_DECLARED_TWICE: (f: {
    type: string;
    name: string;
    urn: string;
    places: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "Duplicate resource URN in your program",
    where: `${f.type} ${f.name}`,
    why: `Pulumi rejects a second resource with the URN ${f.urn}. Your program constructs it in ${f.places.join(" and ")}.`,
    hint: "Remove one of the statements, or change the name or parent of one of the resources.",
  }),
  REVIEW_NO_CODE: (f: { urn: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resource has no code",
    where: f.urn,
    why: "imp does not import the resource: it failed, you left it out, or your program already declares it.",
    hint: "Open the details of the resource to see the reason, or press d to see the available decisions.",
  }),
  REVIEW_UNCHANGED: (f: { names: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The edit was undone, because it does not make the preview clean",
    where: f.names.join(", "),
    why: "imp checked the program with the edit, and the preview did not improve.",
    hint: "Open the details of the resource to see the reason, or leave the resource out.",
  }),
  REVIEW_OTHER_PLUGINS: (f: { language: string }): ErrorExplanation => ({
    exit: 1,
    what: "The language needs different plugin versions from the ones in this review",
    where: `--language ${f.language}`,
    why: "The SDKs that are installed next to the program determine the plugin versions, and imp checked the resources with other versions.",
    hint: `Quit the review with q, and run again with --language ${f.language}.`,
  }),
  CALL_UNAUTHORISED: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: `Not authorized: the cloud denied ${f.method}`,
    hint: "Check the provider's credentials and their permissions.",
  }),
  CALL_THROTTLED: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: `Too many requests: the cloud throttled ${f.method}`,
    hint: "Run again with a smaller --parallel, or a larger --max-retries.",
  }),
  CALL_TIMEOUT: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: `Timeout: the plugin did not respond to ${f.method} in time`,
    hint: "Run again with a larger --timeout, or remove the entry from the import file.",
  }),
  PLUGIN_DIED: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: `The plugin exited during ${f.method}`,
    hint: "Remove the entry from the import file, and report the crash to the provider's authors.",
  }),
  ANSWER_MALFORMED: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: `Invalid response from the plugin to ${f.method}`,
    hint: "Report the response to the provider's authors. Until it is fixed, remove the entry from the import file.",
  }),
  ID_REFUSED: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: "The provider rejected the import ID",
    hint: "Look up the format of import IDs in the documentation of the resource type. An import ID often has more parts than the resource's ID.",
  }),
  PROVIDER_REFUSED: (f: CallDetails): ErrorExplanation => ({
    ...callFailed(f),
    what: `The provider returned an error from ${f.method}`,
    hint: "The message is from the provider. Check the ID, the region, and the account.",
  }),
  CHECK_REFUSED: (f: {
    type: string;
    name: string;
    failures: readonly { readonly property: string; readonly reason: string }[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "The provider rejected all inputs that imp tried",
    where: `${f.type} ${f.name}`,
    why: failureText(f.failures),
    hint: 'Set valid values in "inputs" of the entry in the import file. They override the values that the provider returned.',
  }),
  VALUE_DEMANDED: (f: {
    type: string;
    name: string;
    /** From each group, one input is required. */
    groups: readonly (readonly string[])[];
    /** Inputs for which Read returned a hash instead of the content. Omitted if there are none. */
    hashes?: readonly string[];
    failures: readonly { readonly property: string; readonly reason: string }[];
    placeholder: "possible" | "tried" | "impossible";
    /** Commands that set the inputs in the stack configuration. Empty if the inputs cannot be set there. */
    commands: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "Missing a required input",
    where: `${f.type} ${f.name}`,
    why: `The provider requires ${groupsText(f.groups)}, ${notReturned(f)}. The provider reports:\n${failureText(f.failures)}`,
    hint: missingInputHint(f),
    commands: f.commands.length > 0 ? f.commands : undefined,
  }),
  REPLACE_REFUSED: (f: {
    type: string;
    name: string;
    paths: readonly string[];
    /** Where the user's program declares the resource. Omitted if imp writes the code of the resource. */
    places?: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "The next `pulumi up` would replace the resource",
    where: `${f.type} ${f.name}`,
    why:
      f.paths.length > 0
        ? `${f.places === undefined ? "Even the best inputs that imp found differ" : `Your program's inputs in ${f.places.join(" and ")} differ`} from the cloud in ${f.paths.join(", ")}.`
        : "The provider does not report which property differs.",
    hint:
      f.places === undefined
        ? 'Set the correct values in "inputs" of the entry in the import file, or import the resource anyway with --allow-replace.'
        : "Change the inputs in your program, or import the resource anyway with --allow-replace.",
  }),
  CHECK_UNSTABLE: (f: { type: string; name: string; paths: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    severity: "warning",
    what: "A preview would show an update",
    where: `${f.type} ${f.name}`,
    why: `For the same inputs, Check returns ${f.paths.length > 0 ? `a different value of ${f.paths.join(", ")}` : "a different result"} each time, so no program has a clean preview.`,
    hint: "Report this to the provider's authors. `pulumi up` does not fix it.",
  }),
  INIT_FAILED: (f: ResourceDetails & { reasons: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    severity: "warning",
    what: "A preview would show an update",
    where: describedObject(f),
    why: `The provider reports that the resource exists, but that its initialization failed${f.reasons.length === 0 ? "" : `: ${f.reasons.join("; ")}`}.`,
    hint: "Run `pulumi up`, which tries the initialization again.",
  }),
  NOT_IN_PROGRAM: (f: { type: string; name: string; urn: string; place?: string }): ErrorExplanation => ({
    exit: 1,
    what: "The resource was not imported",
    where: `${f.type} ${f.name}`,
    why:
      f.place === undefined
        ? `The resource refers to ${f.urn}, which is in the state. imp found no variable for ${f.urn} in the scope of the new code.`
        : `The resource refers to ${f.urn}, which your program registers at ${f.place}. imp found no variable for it in the scope of the new code.`,
    hint: 'Insert the code into a TypeScript program with --into FILE[:LINE], where the variable is in scope; or name the variable in the import file, as in "nameTable": {"VARIABLE": "URN"}; or write no code with --state-only.',
  }),
  STRICT_REFUSED: (f: {
    type: string;
    name: string;
    paths: readonly string[];
    assumed: boolean;
  }): ErrorExplanation => ({
    exit: 1,
    what: "The resource is excluded by --strict",
    where: `${f.type} ${f.name}`,
    why: f.assumed
      ? `The preview is clean only if these settings, which the provider does not return, have their defaults: ${f.paths.join(", ")}.`
      : `The next \`pulumi up\` would change the resource${f.paths.length === 0 ? "" : `: ${f.paths.join(", ")}`}.`,
    hint: "Change the cloud or the program so that they match, or run without --strict.",
  }),
  IMPORT_OPTION_DIFFERS: (f: { type: string; name: string; paths: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "The resource cannot be imported with the `import` resource option",
    where: `${f.type} ${f.name}`,
    why: `\`pulumi up\` rejects the import, because the resource differs from the program${f.paths.length > 0 ? `: ${f.paths.join(", ")}` : ""}.`,
    hint: "Import the resource into the state instead: run without --emit import-option.",
  }),
  PARENT_FAILED: (f: {
    type: string;
    name: string;
    parent: string;
    /** Defaults to the parent. */
    role?: "provider";
    /** Omitted for an import. */
    source?: "state";
  }): ErrorExplanation => ({
    exit: 1,
    what: f.source === "state" ? "The resource is not in the program" : "The resource was not imported",
    where: `${f.type} ${f.name}`,
    why: `The resource's ${f.role ?? "parent"} ${f.parent} ${f.source === "state" ? "is not in the program" : "was not imported"} either.`,
    hint: `Fix the error reported for the ${f.role ?? "parent"}, then run again.`,
  }),
  CHILDREN_FAILED: (f: { type: string; name: string }): ErrorExplanation => ({
    exit: 1,
    what: "The component was not imported",
    where: `${f.type} ${f.name}`,
    why: "None of its children was imported, so the component would be empty.",
    hint: "Fix the errors reported for its children, then run again.",
  }),
  // --- state
  STATE_VALUE: (f: { where: string; why: string }): ErrorExplanation => ({
    exit: 1,
    what: "Invalid value in the state",
    where: f.where,
    why: `The value cannot be read: ${f.why}.`,
    hint: "Export the stack with `pulumi stack export`, correct the resource, and import the state with `pulumi stack import`.",
  }),
  STATE_MALFORMED: (f: { file: string; why: string }): ErrorExplanation => ({
    exit: 1,
    what: "The state cannot be read",
    where: f.file,
    why: `The file is not a Pulumi state: ${f.why}.`,
    hint: "Pass a checkpoint file of a Pulumi backend, or the output of `pulumi stack export`.",
  }),
  STATE_TOO_OLD: (f: { file: string; version: number }): ErrorExplanation => ({
    exit: 1,
    what: "Unsupported state version",
    where: f.file,
    why: `The state has schema version ${f.version}; imp supports versions 3 and 4.`,
    hint: "Upgrade the state: `pulumi stack export --file state.json`, then `pulumi stack import --file state.json`.",
  }),
  STATE_TOO_NEW: (f: { file: string; version: number }): ErrorExplanation => ({
    exit: 1,
    what: "Unsupported state version",
    where: f.file,
    why: `The state has schema version ${f.version}; imp supports versions 3 and 4.`,
    hint: "Use a newer version of imp.",
  }),
  STATE_FEATURE_UNKNOWN: (f: { file: string; features: readonly string[] }): ErrorExplanation => ({
    exit: 1,
    what: "Unsupported state feature",
    where: f.file,
    why: `The state requires these features: ${f.features.join(", ")}.`,
    hint: "Use a newer version of imp.",
  }),
  STATE_INTEGRITY: (f: { file: string; resource?: string | undefined; why: string }): ErrorExplanation => ({
    exit: 1,
    what: "The state fails Pulumi's integrity check",
    where: f.resource === undefined ? f.file : `${f.file}, ${f.resource}`,
    why: `Pulumi would reject this state too: ${f.why}.`,
    hint: "Run `imp state verify` to list all errors with their locations and how to repair them.",
  }),
  STATE_SECRETS_CLOSED: (f: { resource: string }): ErrorExplanation => ({
    exit: 1,
    what: "A secret cannot be encrypted",
    where: f.resource,
    why: "The resource has secret values, but there is no key to encrypt them.",
    hint: "Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the stack's passphrase and run again.",
  }),
  // --- commit
  COMMIT_CHANGED: (f: { path: string }): ErrorExplanation => ({
    exit: 1,
    what: "A file changed during the run",
    where: f.path,
    why: "The file changed after imp read it. Nothing was written.",
    hint: "Run the same command again. imp then uses the new content of the file.",
  }),
  COMMIT_FAILED: (f: { path: string; reason: string; undone: boolean }): ErrorExplanation => ({
    exit: 1,
    what: "The files cannot be written",
    where: f.path,
    why: `${systemReason(f.reason)} ${f.undone ? "Nothing was written." : "Some files were written; the journal of the run lists them."}`,
    hint: `${remedyOf(f.reason)}, then run the same command again${f.undone ? "" : "; imp then first finishes the interrupted run"}.`,
  }),
  COMMIT_UNSURE: (f: { where: string }): ErrorExplanation => ({
    exit: 1,
    what: "The state may or may not have been written",
    where: f.where,
    why: "The backend did not respond when imp wrote the state, or when imp read it afterwards. The local files are unchanged.",
    hint: "Run the same command again when the backend responds. imp then checks the state, and finishes or reverts the run.",
  }),
  COMMIT_ELSEWHERE: (f: { place: string }): ErrorExplanation => ({
    exit: 1,
    what: "An interrupted run wrote to another backend",
    where: f.place,
    why: "imp must finish or revert the interrupted run first. Only its backend shows whether the state was written.",
    hint: "Run the command again with the same PULUMI_BACKEND_URL and --stack as the interrupted run.",
  }),
  COMMIT_JOURNAL: (f: { path: string }): ErrorExplanation => ({
    exit: 1,
    what: "The journal of an interrupted run cannot be read",
    where: f.path,
    why: "imp did not write this journal, or the journal was edited later.",
    hint:
      "The interrupted run may have replaced only some of your files. Check your program, stack file, and state, and restore them from version " +
      "control or a backup if necessary. Files named `.*.imp-tmp` next to them contain the content that the run did not write yet. Then delete " +
      "these files and the journal.",
  }),
  COMMIT_CONFLICT: (f: {
    journal: string;
    written: readonly string[];
    changed: readonly string[];
  }): ErrorExplanation => ({
    exit: 1,
    what: "An interrupted run cannot be finished",
    where: f.journal,
    why: `${f.written.length === 0 ? "No local file has the new content." : `These files have the new content: ${f.written.join(", ")}.`} These files changed later, or their new content is missing: ${f.changed.join(", ")}.`,
    hint: "Check these files, and restore them from version control or a backup if necessary. Then delete the journal and run again.",
  }),
  // --- generators
  LOWER_CANNOT_EXPRESS: (f: {
    urn: string;
    resource: string;
    path: string;
    what: string;
    /** Omitted for an import. */
    source?: "state";
  }): ErrorExplanation => ({
    exit: 1,
    what: "A resource cannot be expressed in a program",
    where: f.resource,
    failing: f.urn,
    why: `${f.path} is ${f.what}, which no program can set.`,
    hint:
      f.source === "state"
        ? "Add this resource to the program by hand, and select the other resources with --target."
        : "Remove the resource from the import file, or list the other properties in `properties` of its entry.",
  }),
  GENERATOR_CANNOT_EXPRESS: (f: {
    urn: string;
    language: string;
    resource: string;
    path: string;
    what: string;
  }): ErrorExplanation => ({
    exit: 1,
    what: `A resource cannot be written in ${f.language}`,
    where: f.resource,
    failing: f.urn,
    why: `${f.path === "" ? "The resource" : f.path} ${f.what}.`,
    hint: "Choose another language with --language, or exclude the resource.",
  }),
} satisfies Record<string, (details: never) => ErrorExplanation>;

/**
 * Returns one line for each problem, so that the user can fix all at once.
 *
 * @param file the start of a sentence, such as `The import file`
 * @param more the number of problems that are not listed
 */
function explainProblems(file: string, problems: readonly Problem[], more = 0): ErrorExplanation {
  const [first] = problems;
  const total = problems.length + more;
  if (first !== undefined && total === 1) {
    return {
      exit: 2,
      what: `${file} has an error`,
      where: `${first.file}:${first.line}:${first.column}`,
      why: first.message,
      hint: first.hint ?? "Correct the error and run the same command again.",
    };
  }
  const lines = problems.map(
    (p) => `${p.file}:${p.line}:${p.column}: ${p.message}${p.hint === undefined ? "" : ` ${p.hint}`}`,
  );
  if (more > 0) lines.push(`and ${more} more`);
  return {
    exit: 2,
    what: `${file} has ${total} errors`,
    where: first?.file,
    why: lines.join("\n"),
    hint: "Correct the errors and run the same command again. Nothing was written.",
  };
}

function callFailed(f: CallDetails): ErrorExplanation {
  return { exit: 1, what: "", where: describedObject(f), why: asSentence(f.reason), hint: "" };
}

function describedObject({ type, name, id, provider }: ResourceDetails): string {
  return `${type} ${name} (ID ${JSON.stringify(id)})${provider === undefined ? "" : `, by ${provider}`}`;
}

const planBroken = {
  changed: "The file was edited after imp wrote it, so its recorded results may be wrong.",
  version: "Another version of imp wrote the plan.",
  alone:
    "The plan was passed with --file or together with other files, so imp would ignore the flags and results in the plan.",
} as const;

/** Returns the provider's reasons, one per line. */
function failureText(failures: readonly { readonly property: string; readonly reason: string }[]): string {
  const lines = failures.map(({ property, reason }) =>
    property === "" ? asSentence(reason) : `${property}: ${reason}`,
  );
  return [...new Set(lines)].join("\n");
}

/** Returns the groups as text: `password`, or `one of a, b and c`. */
function groupsText(groups: readonly (readonly string[])[]): string {
  return groups
    .map((names) => (names.length > 1 ? `one of ${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join()))
    .join(", and ");
}

function notReturned({
  groups,
  hashes = [],
}: {
  groups: readonly (readonly string[])[];
  hashes?: readonly string[];
}): string {
  return groups.every((group) => group.some((name) => hashes.includes(name)))
    ? "but returns only a hash of it"
    : "but does not return it";
}

function missingInputHint(f: {
  groups: readonly (readonly string[])[];
  placeholder: "possible" | "tried" | "impossible";
  commands: readonly string[];
}): string {
  const inputs = `{ ${f.groups.map(([name = ""]) => `${JSON.stringify(name)}: …`).join(", ")} }`;
  const add = `dd "inputs": ${inputs} (or "inputsFrom") to the entry in the import file`;
  const start =
    f.commands.length === 0
      ? `A${add}`
      : `Set the input in the stack configuration and run this command again, a${add}`;
  switch (f.placeholder) {
    case "possible":
      return `${start}, run in a terminal and enter the value when prompted, or use a placeholder with --placeholder.`;
    case "tried":
      return `${start}, or run in a terminal and enter the value when prompted. With a placeholder, the preview would not be clean.`;
    case "impossible":
      return `${start}. The provider does not accept a placeholder.`;
  }
}

type StateConflict = "appeared" | "changed" | "managed" | "unregistered" | "secrets" | "pending";

const stateConflicts: Readonly<Record<StateConflict, (urn: string) => string>> = {
  appeared: (urn) => `The state now has ${urn}, which this run was going to add.`,
  changed: (urn) => `${urn} changed, and a new resource of this run refers to it.`,
  managed: (urn) => `The state now has ${urn}, which manages an object that this run was going to import.`,
  unregistered: (urn) => `The state now has ${urn}, which the program of this run would delete.`,
  secrets: () => "The secrets provider of the state changed.",
  pending: () => "The state now has a pending operation.",
};

/** Maximum number of list lines in a message. */
const longestList = 20;

/** Returns the lines with a line break before each, for use after a colon. */
function bulleted(lines: readonly string[]): string {
  const shown = lines.slice(0, longestList).map((line) => `\n${line}`);
  return [...shown, ...(lines.length > longestList ? [`\nand ${lines.length - longestList} more`] : [])].join("");
}

/** Returns a message as a sentence: with a full stop, and with a capital if the first word is a plain word. */
function asSentence(text: string): string {
  const trimmed = text.trim().replace(/^[a-z]+(?=[ ,])/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

type UnsupportedEnvironment =
  | { reason: "backend" }
  /** `names` are environment variables, and `environment` is the full name of an environment. */
  | { reason: "files"; names: readonly string[]; environment: string }
  | { reason: "stackFile"; names: readonly string[] };

function unsupportedEnvironment(f: UnsupportedEnvironment): Pick<ErrorExplanation, "what" | "why" | "hint"> {
  const what = "Environment variables of the stack's environment are missing";
  switch (f.reason) {
    case "backend":
      return {
        what: "The stack imports Pulumi ESC environments",
        why: "A DIY backend cannot open the environments under the `environment` key of the stack file. Pulumi rejects this stack too.",
        hint: "Remove `environment` from the stack file, and set the values with `pulumi config set`.",
      };
    case "files":
      return {
        what,
        why: `${f.names.join(", ")} must contain paths of temporary files, to which imp does not write values of environments.`,
        hint: `Let Pulumi write the files: \`pulumi env run ${f.environment} -- imp …\`.`,
      };
    case "stackFile":
      return {
        what,
        why: `The stack file sets ${f.names.join(", ")} under \`environment.values\`, and the \`pulumi\` command does not print these values.`,
        hint: "Set these variables before you run imp, or move them to an environment that the stack file imports.",
      };
  }
}

/** Returns the meaning of an error from a service or from the network. */
function serviceMeaning(reason: string): string {
  if (systemErrors.has(reason)) return systemReason(reason);
  const meaning = serviceErrors.get(reason);
  return meaning === undefined ? `No response: ${asSentence(reason)}` : `${meaning} (${reason}).`;
}

const serviceErrors: ReadonlyMap<string, string> = new Map([
  ["CredentialsProviderError", "No credentials found"],
  ["CredentialUnavailableError", "No credentials found"],
  ["AggregateAuthenticationError", "No credentials found"],
  ["ECONNREFUSED", "Connection refused"],
  ["ENOTFOUND", "Host not found"],
  ["EAI_AGAIN", "Host not found"],
  ["ETIMEDOUT", "Connection timed out"],
  ["TimeoutError", "Connection timed out"],
]);

/** Returns the excluded resources with their reasons. Returns `none` if there are no excluded resources. */
function nothingLeft(leftOut: readonly string[], none: string): string {
  return leftOut.length > 0 ? `All resources are excluded:${bulleted(leftOut)}` : none;
}

/** Returns the meaning of an errno as a sentence that includes the errno, because people search for it. */
function systemReason(reason: string): string {
  const meaning = systemErrors.get(reason);
  return meaning === undefined ? `The operating system returned the error ${reason}.` : `${meaning} (${reason}).`;
}

const systemErrors: ReadonlyMap<string, string> = new Map([
  ["EACCES", "Permission denied"],
  ["EPERM", "Operation not permitted"],
  ["ENOENT", "No such file or directory"],
  ["EISDIR", "Is a directory"],
  ["ENOTDIR", "Part of the path is not a directory"],
  ["ENOSPC", "No space left on the device"],
  ["EDQUOT", "Disk quota exceeded"],
  ["EROFS", "Read-only file system"],
  ["EIO", "Input/output error"],
  ["ENAMETOOLONG", "File name too long"],
  ["EMFILE", "Too many open files"],
]);

/** Returns the remedy for a failed write, without a full stop. */
function remedyOf(reason: string): string {
  switch (reason) {
    case "ENOSPC":
    case "EDQUOT":
      return "Free disk space";
    case "ENOENT":
    case "ENOTDIR":
    case "EISDIR":
    case "ENAMETOOLONG":
      return "Choose another path";
    default:
      return "Make the directory writable";
  }
}

/** The text after "failed during METHOD". */
const failureWords: ReadonlyMap<string, string> = new Map([
  ["died", ": the plugin exited"],
  ["timeout", ": it did not respond in time"],
  ["unauthorised", ": not authorized"],
  ["throttled", ": too many requests"],
  ["unimplemented", ": not implemented"],
  ["malformed", ": invalid response"],
]);

const accessWords = {
  login: "The provider's credentials were rejected",
  permission: "Permission denied: the provider cannot read resources",
  connection: "The provider cannot connect to its service",
} as const;

/** Maximum number of settings in a hint. */
const namedSettings = 6;

function accessHint({
  package: name,
  isDefault,
  settings,
}: {
  package: string;
  isDefault: boolean;
  settings: readonly { readonly name: string; readonly environment: readonly string[] }[];
}): string {
  const settingHelp = isDefault
    ? `Set them with \`pulumi config set ${name}:KEY VALUE\` (--secret for a secret), or with --config ${name}:KEY=VALUE.`
    : 'These settings are in "inputs" of the provider, in the import file or in the state.';
  if (settings.length === 0)
    return "Check the provider's configuration, and the environment variables and files that contain its credentials.";
  const shown = settings.slice(0, namedSettings).map(({ name: key, environment }) => {
    const variables = environment.length === 0 ? "" : ` (or ${environment.join(", ")})`;
    return `${isDefault ? `${name}:` : ""}${key}${variables}`;
  });
  const more = settings.length > namedSettings ? `, and ${settings.length - namedSettings} more` : "";
  return `Check these settings: ${shown.join(", ")}${more}. ${settingHelp}`;
}

/** Hints by kind of failure. All other kinds have a general hint. */
const failureHints: ReadonlyMap<string, string> = new Map([
  ["died", "Try another version of the plugin, and report the crash to the provider's authors."],
  ["timeout", "Run again with a larger --timeout, and check that the provider can reach its service from here."],
  ["unauthorised", "Check the provider's credentials and their permissions."],
  ["throttled", "Run again later, or with a larger --max-retries."],
  ["malformed", "Try another version of the plugin, and report its response to the provider's authors."],
]);

/** Returns `aws:region` for `aws:config:region`. */
function shownConfigKey(name: string): string {
  return name.replace(/^([^:]+):config:/, "$1:");
}

function providerUrnReason({ type, wanted }: { type?: string; wanted?: string }): string {
  if (type === undefined) return "The state has no resource with this URN.";
  const [, packageName] = /^pulumi:providers:(.+)$/.exec(type) ?? [];
  return packageName === undefined || wanted === undefined
    ? `The URN is of a resource of type ${type}, not of a provider.`
    : `This is a provider of package ${packageName}, but this command lists resources of package ${wanted}.`;
}

/** Returns the first ten tokens, and how many more there are. */
function candidateList(tokens: readonly string[]): string {
  const more = tokens.length - 10;
  return more > 0 ? `${tokens.slice(0, 10).join(", ")} and ${more} more` : tokens.join(", ");
}

export type ErrorCode = keyof typeof catalog;
export type ErrorDetails<C extends ErrorCode> = Parameters<(typeof catalog)[C]>[0];

export const errorCodes = Object.keys(catalog) as readonly ErrorCode[];

/** Returns the catalog entry of a code, completed with the details. */
export function explainCode<C extends ErrorCode>(code: C, details: ErrorDetails<C>): ErrorExplanation {
  return (catalog[code] as (details: ErrorDetails<C>) => ErrorExplanation)(details);
}

/** An error that the user can act on. All other thrown errors are bugs. */
export class ImpError extends Error {
  readonly code: ErrorCode;
  readonly explanation: ErrorExplanation;
  /** Errors of other resources that failed in the same run. */
  readonly others: readonly ImpError[];

  private constructor(code: ErrorCode, explanation: ErrorExplanation, others: readonly ImpError[] = []) {
    super(`${explanation.what}: ${explanation.why}`);
    this.code = code;
    this.explanation = explanation;
    this.others = others;
  }

  static of<C extends ErrorCode>(code: C, details: ErrorDetails<C>): ImpError {
    return new ImpError(code, explainCode(code, details));
  }

  /** Returns the first error with the others attached. */
  static together(first: ImpError, others: readonly ImpError[]): ImpError {
    return others.length === 0 ? first : new ImpError(first.code, first.explanation, others);
  }

  /** Returns the error with one more sentence in its hint. */
  advised(sentence: string): ImpError {
    const { hint } = this.explanation;
    return new ImpError(this.code, { ...this.explanation, hint: `${hint} ${sentence}` }, this.others);
  }
}

/**
 * Returns the first error of each resource that fails, by URN.
 *
 * @throws the given error, unless it and its `others` are all about resources
 */
export function failingResources(error: unknown): ReadonlyMap<string, ImpError> {
  const failing = new Map<string, ImpError>();
  for (const resourceError of isImpError(error) ? [error, ...error.others] : []) {
    const urn = resourceError.explanation.failing;
    if (urn === undefined) throw error;
    if (!failing.has(urn)) failing.set(urn, resourceError);
  }
  if (failing.size === 0) throw error;
  return failing;
}

/** Returns true if this is an ImpError. Doesn't use `instanceof`, because a generator that is loaded on demand may have a copy of this module. */
function isImpError(error: unknown): error is ImpError {
  return error instanceof Error && "explanation" in error && "others" in error;
}

/** Throws if an internal condition does not hold, which is a bug. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}
