/**
 * The catalogue of everything that a user can act on: code -> exit code, what failed, where, why, what to do.
 * The facts of a code are the parameter of its entry, so the compiler demands them. Sections follow the folders of src/.
 */

/** Exit codes: 1 none or refused, 2 usage, 3 some, 130 interrupted. */
export interface Explanation {
  readonly exit: 1 | 2 | 3 | 130;
  /** The resource is imported all the same; absent: an error. */
  readonly severity?: "warning";
  /** The failure, a sentence without a full stop. */
  readonly what: string;
  /** `file:line:column`, a resource (`type name`) or a URN. */
  readonly where?: string;
  /** Why, one sentence or more. */
  readonly why: string;
  /** The next step; a command where there is one. */
  readonly hint: string;
  /** Commands that the hint speaks of, one for each value to give; absent: the hint has its own. */
  readonly commands?: readonly string[];
  /** URN of the one resource that fails: a run goes on without it. Omitted if the whole command fails. */
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

interface ObjectFacts {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** Who was asked, in words: name, package, version, region. */
  readonly provider?: string;
}

interface CallFacts extends ObjectFacts {
  readonly method: string;
  /** The provider's own words. */
  readonly reason: string;
}

const catalogue = {
  // --- cli
  USAGE: (f: { message: string; hint: string }): Explanation => ({
    exit: 2,
    what: "The command line is not understood",
    why: f.message,
    hint: f.hint,
  }),
  INTERRUPTED: (f: { signal: string }): Explanation => ({
    exit: 130,
    what: "Interrupted",
    why: `The run was ended by ${f.signal}. Nothing was written.`,
    hint: "Run the same command again to start over.",
  }),
  OUTPUT_UNWRITABLE: (f: { code: string }): Explanation => ({
    exit: 1,
    what: "The output cannot be written",
    why: `${f.code === "ENOSPC" ? "There is no space left where it goes" : `The system refuses it with ${f.code}`}, so that the report is not whole.`,
    hint: "Send the output to another place, then look at the files of the project before you run the command again.",
  }),
  INTERNAL: (f: { message: string }): Explanation => ({
    exit: 1,
    what: "imp failed by a mistake of its own",
    why: f.message.startsWith("invariant: ")
      ? `This should always hold, and did not: ${f.message.replace("invariant: ", "")}.`
      : asSentence(f.message),
    hint: "Please report it with the command and the files that lead here; IMP_DEBUG=1 adds a stack trace.",
  }),
  /** `files`: absent: the command is refused before it knows them. */
  NOT_CONFIRMED: (f: { files?: readonly string[]; look: "--plan-only" | "--dry-run" }): Explanation => ({
    exit: 2,
    what: "Nothing was written",
    why: `${f.files === undefined ? "An import" : `Writing ${f.files.join(", ")}`} needs a confirmation, and there is no terminal to ask on.`,
    hint: `Pass --yes to write, or ${f.look} to look only.`,
  }),
  // --- spec
  SPEC_UNREADABLE: (f: { path: string; reason: string }): Explanation => ({
    exit: 2,
    what: "The import file cannot be read",
    where: f.path,
    why: fileReason(f.reason),
    hint: f.reason === "EISDIR" ? "Name the files in it: DIRECTORY/*.json." : "Check the path and its permissions.",
  }),
  TERRAFORM_STATE: (f: { file: string }): Explanation => ({
    exit: 2,
    what: "This is a Terraform state",
    where: f.file,
    why: "It is neither an import file nor a state of Pulumi.",
    hint: `\`imp run --from-terraform ${f.file}\` imports its resources; \`imp terraform imports ${f.file}\` writes an import file of them.`,
  }),
  TERRAFORM_UNREADABLE: (f: { path: string; reason: string; states: readonly string[] }): Explanation => ({
    exit: 2,
    what: "The state of Terraform cannot be read",
    where: f.path,
    why:
      f.reason !== "directory"
        ? fileReason(f.reason)
        : f.states.length === 0
          ? "The directory has no terraform.tfstate, and no other state."
          : `The directory has several states: ${f.states.join(", ")}.`,
    hint:
      f.reason === "directory" && f.states.length === 0
        ? "`terraform state pull > state.json` writes the state of the backend in use; then name that file."
        : f.states.length > 0
          ? "Name the one that is meant."
          : "Check the path and its permissions.",
  }),
  TERRAFORM_REFUSED: (f: { file: string; why: string; hint: string }): Explanation => ({
    exit: 2,
    what: "This is no state of Terraform that imp reads",
    where: f.file,
    why: f.why,
    hint: f.hint,
  }),
  TERRAFORM_NOTHING: (f: {
    file: string;
    leftOut: readonly { readonly address: string; readonly why: string }[];
  }): Explanation => ({
    exit: 1,
    what: "There is nothing to import from this state of Terraform",
    where: f.file,
    why: nothingLeft(
      f.leftOut.map(({ address, why }) => `${address}: ${why}`),
      "It has no resources.",
    ),
    hint: "`terraform state list` shows what a state has; `terraform state pull` prints that of the backend in use.",
  }),
  TERRAFORM_MALFORMED: (f: { problems: readonly Problem[]; more: number }): Explanation => ({
    ...explainProblems("The state of Terraform", f.problems, f.more),
    hint: "`terraform state pull` prints the state as Terraform has it; a state that somebody edited is repaired there.",
  }),
  DOCUMENT_UNREADABLE: (f: { path: string; reason: string; noun: string }): Explanation => ({
    exit: 2,
    what: `The ${f.noun} cannot be read`,
    where: f.path,
    why: f.reason === "ERR_FS_FILE_TOO_LARGE" ? "It has more than 256 MiB." : fileReason(f.reason),
    hint: f.reason === "EISDIR" ? "Name the file in it." : "Check the path and its permissions, or name another file.",
  }),
  CONVERSION_SOURCE: (f: { file: string; message: string }): Explanation => ({
    exit: 1,
    what: "The document cannot be converted",
    where: f.file,
    why: f.message,
    hint:
      "Name a Provider Code Specification, a Pulumi package schema (`pulumi package get-schema PACKAGE`), what `terraform providers schema -json` " +
      "prints, or a provider's answer to GetMapping; --to names the other form.",
  }),
  OVERLAY_SOURCE: (f: {
    file: string;
    message: string;
    checked?: { readonly file: string; readonly errors: number };
  }): Explanation => ({
    exit: 2,
    what: "The document describes no provider",
    where: f.file,
    why: f.message,
    hint:
      f.checked === undefined
        ? "Name a Provider Code Specification, what `terraform providers schema -json` prints, a provider's answer to GetMapping, or a Pulumi " +
          "package schema; or leave --schema (`schemas` in the import file) out."
        : `Run \`imp terraform check ${f.checked.file}\` for ${f.checked.errors === 1 ? "the error" : `all ${f.checked.errors} errors`}, or leave the file out.`,
  }),
  CONVERSION_PROVIDER: (f: { file: string; asked?: string; providers: readonly string[] }): Explanation => ({
    exit: 2,
    what:
      f.asked === undefined
        ? "Which provider is converted is not known"
        : `The document has no provider ${JSON.stringify(f.asked)}`,
    where: f.file,
    why: f.providers.length === 0 ? "The document has no provider." : `The document has ${f.providers.join(", ")}.`,
    hint:
      f.providers.length === 0
        ? "Run `terraform providers schema -json` in a directory whose configuration requires the provider, after `terraform init`."
        : "Name one of them with --provider.",
  }),
  CONVERSION_UNWRITTEN: (f: { path: string; reason: string }): Explanation => ({
    exit: 1,
    what: "The converted document cannot be written",
    where: f.path,
    why: f.reason === "EISDIR" ? "It is a directory." : systemReason(f.reason),
    hint: "Name another file with --out; what was there is as it was.",
  }),
  TERRAFORM_PROVIDERS: (f: {
    file: string;
    providers: readonly {
      readonly provider: string;
      readonly type: string;
      readonly name: string;
      readonly count: number;
    }[];
  }): Explanation => ({
    exit: 2,
    what: "The settings of providers are not known",
    where: f.file,
    why: [
      "A state of Terraform names the configurations of its providers, and has none of their settings:",
      ...f.providers.map(
        ({ provider, count }) => `${provider}, of ${count === 1 ? "one resource" : `${count} resources`}`,
      ),
    ].join("\n"),
    hint:
      "Name an import file too that has them, with their settings as `inputs`: " +
      `\`${JSON.stringify({ resources: f.providers.map(({ type, name }) => ({ type, name, inputs: { "…": "…" } })) })}\`. ` +
      "A provider that the stack has is named by its URN in `nameTable`.",
  }),
  SPEC_INVALID: (f: { problems: readonly Problem[]; more?: number }): Explanation =>
    explainSpecProblems(f.problems, f.more ?? 0),
  CHOICE_UNKNOWN: (f: {
    unknown: readonly { readonly text: string; readonly near?: string }[];
    count: number;
  }): Explanation => ({
    exit: 2,
    what: f.unknown.length === 1 ? "A choice matches nothing" : "Some choices match nothing",
    why: `Among ${f.count === 1 ? "the one resource" : `the ${f.count} resources`} none is meant by:${bulleted(
      f.unknown.map(({ text, near }) => (near === undefined ? text : `${text} (did you mean ${near}?)`)),
    )}`,
    hint: "Correct it. In filters `*` stands for any text and `?` for one character; put them in quotes.",
  }),
  CHOICE_IMPOSSIBLE: (f: { problems: readonly Problem[] }): Explanation =>
    explainProblems("The choice of resources", f.problems.slice(0, 200), Math.max(0, f.problems.length - 200)),
  CHOICE_EMPTY: (f: { count: number }): Explanation => ({
    exit: 2,
    what: "Nothing is left to import",
    why: `The filters leave out ${f.count === 1 ? "the only resource" : `all ${f.count} resources`}.`,
    hint: "Change --only, --exclude or --leave-out.",
  }),
  FILE_NOT_OURS: (f: { file: string; flag: "--rest" | "--save" | "--report" | "--out" }): Explanation => ({
    exit: 2,
    what: "The file is there already",
    where: f.file,
    why: "imp did not write it, or somebody changed it since.",
    hint: `Name another file with ${f.flag}, or add --force to replace it.`,
  }),
  PLAN_UNWRITTEN: (f: { file: string; reason: string }): Explanation => ({
    exit: 1,
    what: "The plan cannot be saved",
    where: f.file,
    why: fileReason(f.reason),
    hint: "Name another file with --save; nothing was written.",
  }),
  PLAN_BROKEN: (f: { file: string; reason: "changed" | "version" | "alone" }): Explanation => ({
    exit: 2,
    what: "The plan cannot be carried out",
    where: f.file,
    why: planBroken[f.reason],
    hint:
      f.reason === "alone"
        ? "Run it alone: `imp run PLAN`."
        : "Save a new plan with `imp run FILE --plan-only --save PLAN`.",
  }),
  PLAN_OUTDATED: (f: { file: string; changes: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The plan is out of date",
    where: f.file,
    why: `Not all is as the plan found it:${bulleted(f.changes)}`,
    hint: "Save a new plan, or carry it out with what is there now: --accept-changes.",
  }),
  // --- discovery
  /** `types`: as many were asked for. */
  LIST_UNSUPPORTED: (f: { package: string; version?: string; types: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The provider does not list its objects",
    where: f.version === undefined ? f.package : `${f.package} ${f.version}`,
    why: `The plugin does not implement List ${f.types.length === 1 ? `for ${f.types[0]}` : `for any of the ${f.types.length} types that it was asked for`}.`,
    hint:
      "Take the objects from a state of Terraform (`imp run --from-terraform FILE`), or from a list that the cloud's own command prints: " +
      "`imp discover --from-json FILE --map id=Arn,type=ResourceType`.",
  }),
  LIST_FAILED: (f: { type: string; provider: string; failure: string; reason: string }): Explanation => ({
    exit: 1,
    what: "The objects of a type cannot be listed",
    where: f.type,
    why: asSentence(`${f.provider} answered List with: ${f.reason}`),
    hint: `${failureHints.get(f.failure) ?? "The reason is the provider's own."} \`--exclude type=${f.type}\` leaves the type out.`,
  }),
  LIST_ENDLESS: (f: { type: string; provider: string; pages: number }): Explanation => ({
    exit: 1,
    what: "The list of a type does not end",
    where: f.type,
    why: asSentence(
      `${f.provider} promises one more page each time, and ${f.pages === 1 ? "the last page" : `the last ${f.pages} pages`} had nothing new`,
    ),
    hint: `Report it to those who make the provider; \`--exclude type=${f.type}\` leaves the type out, and --limit N ends a list earlier.`,
  }),
  LIST_MALFORMED: (f: { problems: readonly Problem[]; more: number }): Explanation =>
    explainProblems("The list", f.problems, f.more),
  /** `packages`: whose types were looked through. */
  LIST_UNMAPPED: (f: { file: string; types: readonly string[]; packages: readonly string[] }): Explanation => ({
    exit: 2,
    what: "No type of the list is a type of Pulumi",
    where: f.file,
    why: `The list has ${candidateList(f.types)}; ${f.packages.length === 0 ? "no package was named that could have them" : `they are looked for in ${f.packages.join(", ")}`}.`,
    hint: "Name the package (`imp discover aws --from-json …`), or translate the types: --type-map 'AWS::S3::Bucket=aws:s3:Bucket', or --types FILE.",
  }),
  DISCOVERY_UNWRITTEN: (f: { file: string; reason: string }): Explanation => ({
    exit: 1,
    what: "The import file cannot be written",
    where: f.file,
    why: fileReason(f.reason),
    hint: "Name another file with --out.",
  }),
  DISCOVERY_INTERRUPTED: (f: { signal: string; file: string; objects: number }): Explanation => ({
    exit: 130,
    what: "Interrupted",
    where: f.file,
    why: `The discovery was ended by ${f.signal}. The import file was not written; this file keeps what is listed so far (${f.objects}).`,
    hint: "Run the same command again to go on from there, or with --fresh to begin anew.",
  }),
  UNKNOWN_RESOURCE_TYPE: (f: {
    where: string;
    name: string;
    type: string;
    package: string;
    version?: string;
    suggestions: readonly string[];
  }): Explanation => ({
    exit: 1,
    what: `The type of resource ${f.name} is not known`,
    where: f.where,
    why: `Package ${f.package}${f.version === undefined ? "" : ` ${f.version}`} has no resource type ${f.type}.`,
    hint:
      f.suggestions.length > 0
        ? `Did you mean ${f.suggestions.join(" or ")}?`
        : "Look the type up in the package's documentation, or give the `version` of the package that has it.",
  }),
  TYPE_AMBIGUOUS: (f: { where: string; word: string; package: string; tokens: readonly string[] }): Explanation => ({
    exit: 1,
    what: `${f.word} is the short form of several types`,
    where: f.where,
    why: `Package ${f.package} has ${candidateList(f.tokens)}.`,
    hint: "Write the whole type.",
  }),
  TOKEN_UNKNOWN: (f: { word: string; schema: string; suggestions: readonly string[] }): Explanation => ({
    exit: 1,
    what: `The package has no ${f.word}`,
    where: f.schema,
    why: `No resource, function or type of the package is called ${f.word}.`,
    hint:
      f.suggestions.length > 0
        ? `Did you mean ${f.suggestions.join(" or ")}?`
        : "Run `imp schema show` with the package alone: it lists its modules.",
  }),
  WORDS_NOT_FOUND: (f: { words: readonly string[]; schema: string; suggestions: readonly string[] }): Explanation => ({
    exit: 1,
    what: `Nothing of the package has ${f.words.length === 1 ? "the word" : "the words"} ${f.words.join(" ")}`,
    where: f.schema,
    why: "No token, property or description of a resource, function or type has all of it.",
    hint:
      f.suggestions.length > 0
        ? `Did you mean ${f.suggestions.join(" or ")}?`
        : "Name fewer words, or run `imp schema show` with the package alone: it lists its modules.",
  }),
  ID_NOT_GIVEN: (f: { where: string; name: string; type: string }): Explanation => ({
    exit: 1,
    what: `${f.type} ${f.name} has no id`,
    where: f.where,
    why: "The import file has a placeholder in its place, and nobody gave the id.",
    hint: "Write the id into the file, or run again and give it.",
  }),
  UNKNOWN_INPUT: (f: { where: string; name: string; type: string; input: string; near?: string }): Explanation => ({
    exit: 1,
    what: `${f.type} ${f.name} asks for a property that it does not have`,
    where: f.where,
    why: `The schema of ${f.type} has no such property: ${JSON.stringify(f.input)}.`,
    hint: f.near === undefined ? "Leave it out of the entry." : `Did you mean ${JSON.stringify(f.near)}?`,
  }),
  REMOTE_COMPONENT: (f: { where: string; name: string; type: string }): Explanation => ({
    exit: 1,
    what: `Remote component ${f.name} cannot be imported`,
    where: f.where,
    why: `${f.type} is a component whose children a plugin creates; a plugin can construct it anew but not read it.`,
    hint:
      "Take it over from a stack that has it (--from-stack), or import its children without this parent, or below a component of your own: " +
      "`component: true` with a type that no package has.",
  }),
  COMPONENT_INPUTS: (f: { urn: string; inputs: readonly string[] }): Explanation => ({
    exit: 1,
    what: "A remote component has too few inputs in the state",
    where: f.urn,
    why: `Its package requires ${f.inputs.join(", ")}, and its plugin recorded no value for that.`,
    hint: "Leave it out with --exclude, and write the component by hand.",
  }),
  COMPONENT_UNRECORDED: (f: { urn: string }): Explanation => ({
    exit: 1,
    what: "The inputs of a remote component are not in the state",
    where: f.urn,
    why: "Plugins before September 2025 recorded none. With other inputs the next `pulumi up` may replace what is below the component.",
    hint: "`imp generate` prints what the state proves: add the inputs that the component was given, and run `pulumi up` in its own stack, which records them. Or leave it out with --exclude.",
  }),
  COMPONENT_PARTS: (f: { urn: string; parts: readonly string[] }): Explanation => ({
    exit: 1,
    what: "A remote component was not taken over",
    where: f.urn,
    why: `The next \`pulumi up\` makes all of it, also what is below it in the other stack and is not imported: ${f.parts.join(", ")}.`,
    hint: "Fix the errors reported for these, or name the component itself with --target, then run again.",
  }),
  COMPONENT_UNSENT: (f: { type: string; name: string; version: string }): Explanation => ({
    exit: 1,
    severity: "warning",
    what: "A preview would show an update",
    where: `${f.type} ${f.name}`,
    why: `The engine compares a component's inputs, and @pulumi/pulumi ${f.version} does not send them.`,
    hint: "Run `npm install @pulumi/pulumi@latest`: version 3.202.0 and newer ones send them.",
  }),
  COMPONENT_PROVIDER: (f: { urn: string; package: string }): Explanation => ({
    exit: 1,
    what: "Several providers may have constructed a remote component",
    where: f.urn,
    why: `The state does not record which provider of package ${f.package} the component was given, and it has several.`,
    hint: "Name the other resources with --target, and write the component by hand.",
  }),
  PROVIDER_INHERITED: (f: { urn: string; provider: string; ancestor: string }): Explanation => ({
    exit: 1,
    what: "A resource has another provider than its parent gives it",
    where: f.urn,
    why: `It has the default provider. No program can set that: below ${f.ancestor} every SDK gives it the provider ${f.provider}.`,
    hint: "Where both mean the same cloud, give it that provider in the state (`pulumi state edit`); else leave it out, naming the others with --target.",
  }),
  TYPE_NOT_IMPORTABLE: (f: { where: string; name: string; type: string; why: string }): Explanation => ({
    exit: 1,
    what: `Resource ${f.name} of type ${f.type} cannot be imported`,
    where: f.where,
    why: asSentence(f.why),
    hint: "Write it in the program by hand, and leave the entry out of the import file.",
  }),
  EXTENSION_PACKAGE: (f: { where: string; name: string; extension: string }): Explanation => ({
    exit: 1,
    what: `Resource ${f.name} of an extension package cannot be imported`,
    where: f.where,
    why: `It needs the extension ${f.extension} applied to its provider, which is not supported.`,
    hint: "Leave the entry out of the import file; the other entries are not affected.",
  }),
  // --- workspace, secrets
  PROJECT_NOT_FOUND: (f: { directory: string }): Explanation => ({
    exit: 2,
    what: "No Pulumi project is here",
    where: f.directory,
    why: "Neither this directory nor one above it has a Pulumi.yaml, Pulumi.yml or Pulumi.json.",
    hint: "Change to the project's directory, name it with --cwd DIR, make one with --new or `pulumi new`, or name a state file with --state FILE.",
  }),
  SETTINGS_INVALID: (f: Problem): Explanation => ({
    exit: 1,
    what: "A settings file cannot be read",
    where: `${f.file}:${f.line}:${f.column}`,
    why: f.message,
    hint: f.hint ?? "Correct the file and run the command again.",
  }),
  /** `reason`: of the system; `irregular`: it is a pipe, for example; `in-the-way`: there has to be a directory. */
  FILE_UNREADABLE: (f: { path: string; reason: string }): Explanation => ({
    exit: 1,
    what: "A file cannot be read",
    where: f.path,
    why:
      f.reason === "irregular"
        ? "It is no regular file."
        : f.reason === "in-the-way"
          ? "It is a file, and imp keeps its records in a directory of this name."
          : systemReason(f.reason),
    hint:
      f.reason === "in-the-way" ? "Move it, or give it another name." : "Check that it is a file that you may read.",
  }),
  NAME_INVALID: (f: { kind: "project" | "stack"; name: string; where: string }): Explanation => ({
    exit: 2,
    what: `The ${f.kind} name is not valid`,
    where: f.where,
    why: f.name.endsWith("..")
      ? `${JSON.stringify(f.name)} ends with two dots: files of that name would lie in another folder.`
      : `${JSON.stringify(f.name)} is not made of 1 to 100 letters (A-Z, a-z), digits, "_", "." and "-".`,
    hint: f.kind === "project" ? "Use such a name." : "Use such a name, or organization/PROJECT/STACK with such names.",
  }),
  PROJECT_MISMATCH: (f: { expected: string; found: string; where: string; hint: string }): Explanation => ({
    exit: 2,
    what: "Two projects are named",
    where: f.where,
    why: `It belongs to project ${JSON.stringify(f.found)}, the project here is ${JSON.stringify(f.expected)}; the names of its resources contain the project.`,
    hint: f.hint,
  }),
  STACK_MISMATCH: (f: { expected: string; found: string; where: string; kept: "file" | "backend" }): Explanation => ({
    exit: 2,
    what: "Two stacks are named",
    where: f.where,
    why: `It belongs to stack ${JSON.stringify(f.found)}, ${f.kept === "file" ? "the command line says" : "and lies there as that of stack"} ${JSON.stringify(f.expected)}; the names of its resources contain the stack.`,
    hint:
      f.kept === "file"
        ? `Leave --stack-name out, or give --stack-name ${f.found}.`
        : `Put the state of stack ${f.expected} back there. To make one stack the other, run \`pulumi stack rename ${f.expected} --stack ${f.found}\` instead of copying its state.`,
  }),
  STACK_NOT_SELECTED: (f: { project: string; where: string }): Explanation => ({
    exit: 2,
    what: "No stack is selected",
    where: f.where,
    why: `Neither --stack nor PULUMI_STACK is given, and no stack of project ${f.project} is selected.`,
    hint: "Give --stack NAME, or run `pulumi stack select NAME`; `pulumi stack ls` lists them. `pulumi stack init NAME`, or `imp run` with --create-stack, makes one.",
  }),
  STACK_NOT_FOUND: (f: { project: string; stack: string; backend: string }): Explanation => ({
    exit: 1,
    what: "The stack does not exist",
    where: f.backend,
    why: `The backend has no stack ${f.stack} of project ${f.project}.`,
    hint: `Name another stack with --stack; \`pulumi stack ls\` lists them. \`pulumi stack init ${f.stack}\`, or \`imp run\` with --create-stack, makes it.`,
  }),
  OTHER_STACK_NOT_FOUND: (f: { stack: string; directory: string; stacks: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The stack to import from does not exist",
    where: f.directory,
    why: `The backend has no stack ${f.stack}.`,
    hint:
      f.stacks.length > 0
        ? `It has ${f.stacks.slice(0, longestList).join(", ")}${f.stacks.length > longestList ? ", …" : ""}. A file is named by a path that begins with ./ or ends in .json.`
        : "A file is named by a path that begins with ./ or ends in .json.",
  }),
  OTHER_STACK_SAME: (f: { project: string; stack: string; file: string }): Explanation => ({
    exit: 2,
    what: "The stack to import from is the one to import into",
    where: f.file,
    why: `Both are stack ${f.stack} of project ${f.project}, so that its resources would be taken from where they go.`,
    hint: "Name another stack with --from-stack or --stack. To restore a stack from its own export, use `pulumi stack import`.",
  }),
  OTHER_STACK_EMPTY: (f: { stack: string; file: string }): Explanation => ({
    exit: 1,
    what: "The stack to import from is empty",
    where: f.file,
    why: `The state of ${f.stack} has no resources.`,
    hint: "Name another stack with --from-stack.",
  }),
  OTHER_STACK_NOTHING: (f: {
    stack: string;
    leftOut: readonly { readonly urn: string; readonly why: string }[];
  }): Explanation => ({
    exit: 1,
    what: "There is nothing to import from the stack",
    where: f.stack,
    why: nothingLeft(
      f.leftOut.map(({ urn, why }) => `${urn}: ${why}`),
      "It has no resources but those that the engine makes itself.",
    ),
    hint: "Name other resources with --target; `pulumi stack --show-urns` lists them.",
  }),
  OTHER_STACK_UNSETTLED: (f: { stack: string; file: string; operations: number }): Explanation => ({
    exit: 1,
    what: "The stack to import from has an interrupted update",
    where: f.file,
    why: `${f.operations === 1 ? "An operation" : `${f.operations} operations`} of an interrupted update may have been done or not, and its state does not show which.`,
    hint: `Run \`pulumi refresh --stack ${f.stack}\` there first.`,
  }),
  OTHER_PASSPHRASE_WRONG: (f: { where: string }): Explanation => ({
    exit: 1,
    what: "The passphrase of the stack to import from is wrong",
    where: f.where,
    why: "It does not decrypt the secrets of that stack.",
    hint: "Set IMP_FROM_PASSPHRASE or IMP_FROM_PASSPHRASE_FILE, which go before Pulumi's variables for that stack only.",
  }),
  TARGET_UNKNOWN: (f: {
    stack: string;
    unknown: readonly { readonly target: string; readonly near?: string }[];
  }): Explanation => ({
    exit: 1,
    what: f.unknown.length === 1 ? "A URN names nothing" : "Some URNs name nothing",
    where: f.stack,
    why: `The stack has no resource of ${f.unknown.length === 1 ? "this URN" : "these URNs"}:${bulleted(
      f.unknown.map(({ target, near }) => (near === undefined ? target : `${target} (did you mean ${near}?)`)),
    )}`,
    hint: "Correct it: `pulumi stack --show-urns` lists them; `*` stands for any text without a colon, `**` for any text.",
  }),
  TARGET_PARENT: (f: { urn: string; parent: string }): Explanation => ({
    exit: 1,
    what: "A resource cannot be taken without its parent",
    where: f.urn,
    why: `Its parent ${f.parent} is no component and is not taken.`,
    hint: `Add --target '${f.parent}', which brings all that lies below it, or leave the resource where it is.`,
  }),
  OTHER_CONFIGURATION: (f: { urn: string; there: string; paths: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The provider here manages other resources than the one there",
    where: f.urn,
    why: `${f.there} is configured otherwise${f.paths.length > 0 ? `: ${f.paths.join(", ")}` : ""}; the same id would be another object here.`,
    hint: "Configure this stack as that one is, with --config KEY=VALUE or `pulumi config set`.",
  }),
  STATE_NAMES_MISSING: (f: { path: string; missing: "project" | "stack" | "project and stack" }): Explanation => ({
    exit: 2,
    what: "The names for the new state are missing",
    where: f.path,
    why: `There is no resource in this state file that shows the ${f.missing}, and nothing else names ${f.missing === "project and stack" ? "them" : "it"}.`,
    hint: "Give --project NAME and --stack-name NAME, or run inside a project (the stack still needs --stack-name).",
  }),
  BACKEND_UNSUPPORTED: (f: { url: string; where: string }): Explanation => ({
    exit: 1,
    what: "This backend is not supported",
    where: f.where,
    why: `The stack's state is kept at ${f.url}; only directories and buckets (file://, s3://, gs://, azblob://) are read directly.`,
    hint: "Run `pulumi stack export --file state.json`, then the same command with --state state.json, then `pulumi stack import --file state.json`.",
  }),
  BACKEND_URL: (f: { url: string; why: string }): Explanation => ({
    exit: 1,
    what: "The backend's URL is not valid",
    where: f.url,
    why: `${f.why[0]?.toUpperCase()}${f.why.slice(1)}.`,
    hint: "Correct PULUMI_BACKEND_URL or backend.url, or run `pulumi login URL`.",
  }),
  CLI_MISSING: (f: { where: string }): Explanation => ({
    exit: 1,
    what: "The pulumi command is not installed",
    where: f.where,
    why: "A state that is kept there is read and written by `pulumi stack export` and `pulumi stack import`.",
    hint: "Install it (https://www.pulumi.com/docs/install); or keep states in files (`PULUMI_BACKEND_URL=file://~`); or run `pulumi stack export --file state.json` on a machine that has it, imp here with --state state.json, and `pulumi stack import --file state.json` there.",
  }),
  CLI_FAILED: (f: { where: string; command: string; output: string }): Explanation => ({
    exit: 1,
    what: "The pulumi command failed",
    where: f.where,
    why:
      f.output === ""
        ? `\`${f.command}\` says nothing about why.`
        : `\`${f.command}\` says: ${asSentence(f.output.split("\n").slice(0, longestList).join("\n"))}`,
    hint: "Run `pulumi whoami` and `pulumi stack ls` to see where you are logged in and which stacks there are.",
  }),
  CLIENT_MISSING: (f: { name: string; scheme: string }): Explanation => ({
    exit: 1,
    what: "The client for this backend is not installed",
    where: `${f.scheme}://`,
    why: `Backends of this kind are reached by the package ${f.name}, which is optional.`,
    hint: `Run \`npm install ${f.name}\` where imp is installed (with --global if it is there).`,
  }),
  STORE_REFUSED: (f: { where: string; reason: string; status?: number }): Explanation => ({
    exit: 1,
    what: "The backend refuses",
    where: f.where,
    why: f.status === undefined ? serviceMeaning(f.reason) : `It answers ${f.status} ${f.reason}.`,
    hint: systemErrors.has(f.reason)
      ? "Check that you may read and write there."
      : f.status === 401 || f.status === 403
        ? "Check the credentials: they are those that `pulumi` uses, and need to read, list and write there."
        : f.status !== undefined && f.status >= 500
          ? "Run the same command again: the service has trouble of its own."
          : "Check the URL, the region and the credentials: they are those that `pulumi` uses.",
  }),
  BACKEND_NOT_FOUND: (f: { url: string; directory: string }): Explanation => ({
    exit: 1,
    what: "The backend's directory does not exist",
    where: f.directory,
    why: `The backend ${f.url} points there.`,
    hint: "Create the directory, or correct PULUMI_BACKEND_URL or backend.url, or run `pulumi login file://DIRECTORY`.",
  }),
  BACKEND_LAYOUT: (f: { path: string; version: number }): Explanation => ({
    exit: 1,
    what: "The backend's layout is not supported",
    where: f.path,
    why: `Its layout has version ${f.version}; imp supports version 0 (no folders for projects) and version 1 (a folder for each project).`,
    hint: "Run `pulumi stack export --file state.json`, then use --state state.json.",
  }),
  CHECKPOINT_COMPRESSION: (f: { path: string; reason: "zstd" | "damaged" }): Explanation => ({
    exit: 1,
    what: "The stack's checkpoint cannot be decompressed",
    where: f.path,
    why: f.reason === "zstd" ? "It is compressed with zstd, which is not supported." : "Its gzip data is damaged.",
    hint:
      f.reason === "zstd"
        ? "Run `pulumi stack export --file state.json` and use --state state.json, or write it again uncompressed with PULUMI_DIY_BACKEND_ZSTD unset."
        : "Restore it from its .bak file, or use --state FILE.",
  }),
  ENVIRONMENT_UNSUPPORTED: (f: { path: string; opens: "nobody" | "service" }): Explanation => ({
    exit: 1,
    what: "The stack file imports environments",
    where: f.path,
    why:
      f.opens === "nobody"
        ? "A backend of your own cannot open the environments that its `environment` key names; Pulumi refuses this stack too."
        : "Only Pulumi's service opens the environments that its `environment` key names; without their values providers would be configured otherwise than by `pulumi up`.",
    hint: "Remove `environment` from the stack file and set the values with `pulumi config set`.",
  }),
  CONFIG_KEY_INVALID: (f: { key: string; where: string }): Explanation => ({
    exit: 2,
    what: "A configuration key is not valid",
    where: f.where,
    why: `${JSON.stringify(f.key)} is neither NAME nor NAMESPACE:NAME.`,
    hint: "Use a key such as region or aws:region.",
  }),
  CONFIG_MISSING: (f: { path: string; keys: readonly string[] }): Explanation => ({
    exit: 1,
    what: "Configuration values are missing",
    where: f.path,
    why: `The project declares these keys without a default, and the stack has no value: ${f.keys.join(", ")}.`,
    hint: `Run \`pulumi config set ${f.keys[0] ?? "KEY"} VALUE\`, or give --config ${f.keys[0] ?? "KEY"}=VALUE.`,
  }),
  PASSPHRASE_MISSING: (f: { where: string }): Explanation => ({
    exit: 1,
    what: "A passphrase is needed",
    where: f.where,
    why: "The stack's secrets are kept under a passphrase, and none is set.",
    hint: "Set PULUMI_CONFIG_PASSPHRASE (empty counts too) or PULUMI_CONFIG_PASSPHRASE_FILE, or run on a terminal to be asked.",
  }),
  PASSPHRASE_WRONG: (f: { where: string }): Explanation => ({
    exit: 1,
    what: "The passphrase is wrong",
    where: f.where,
    why: "It does not decrypt the secrets of this stack.",
    hint: "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to the stack's passphrase; spaces around it count in the variable, not in the file.",
  }),
  PASSPHRASE_FILE_UNREADABLE: (f: { path: string }): Explanation => ({
    exit: 1,
    what: "The passphrase file cannot be read",
    where: f.path,
    why: "PULUMI_CONFIG_PASSPHRASE_FILE names it, but it is missing, may not be read, or is not UTF-8 text.",
    hint: "Correct PULUMI_CONFIG_PASSPHRASE_FILE, or set PULUMI_CONFIG_PASSPHRASE.",
  }),
  SALT_MALFORMED: (f: { where: string }): Explanation => ({
    exit: 1,
    what: "The salt of the secrets is damaged",
    where: f.where,
    why: "It does not have the form v1:SALT:v1:NONCE:CIPHERTEXT in base64.",
    hint: "Restore `encryptionsalt` (stack file) or `secrets_providers.state.salt` (state) from a backup or version control.",
  }),
  SECRET_UNREADABLE: (f: { where: string; reason: "malformed" | "key" }): Explanation => ({
    exit: 1,
    what: "A secret cannot be decrypted",
    where: f.where,
    why:
      f.reason === "malformed"
        ? "Its ciphertext does not have the form v1:NONCE:CIPHERTEXT in base64."
        : "It was encrypted under another salt or passphrase, or it was altered.",
    hint: "Set the value again with `pulumi config set --secret`, or restore the file that holds it.",
  }),
  SECRETS_PROVIDER_UNSUPPORTED: (f: { provider: string; where: string }): Explanation => ({
    exit: 1,
    what: "This secrets provider is not supported",
    where: f.where,
    why: `Secrets are kept by ${JSON.stringify(f.provider)}, which only Pulumi itself can ask; what is encrypted already stays as it is, but here is something to encrypt or decrypt.`,
    hint: "Run `pulumi stack change-secrets-provider passphrase`, or export the state with --show-secrets into a stack that uses a passphrase.",
  }),
  STACK_LOCKED: (f: {
    stack: string;
    holder: string;
    pid: number | undefined;
    since: string;
    path: string;
  }): Explanation => ({
    exit: 1,
    what: "The stack is locked",
    where: f.path,
    why: `${f.holder}${f.pid === undefined ? "" : ` (pid ${f.pid})`} has held the lock of stack ${f.stack} since ${f.since}.`,
    hint: `Wait for that process to end; if it is gone, run \`pulumi cancel ${f.stack}\`.`,
  }),
  STATE_FILE_LOCKED: (f: { holder: string; pid: number | undefined; since: string; path: string }): Explanation => ({
    exit: 1,
    what: "Another process holds the lock",
    where: f.path,
    why: `${f.holder}${f.pid === undefined ? "" : ` (pid ${f.pid})`} has held the lock since ${f.since}.`,
    hint: "Wait for that process to end; if it is gone, delete the lock file.",
  }),
  LOCK_FAILED: (f: { path: string; reason: string }): Explanation => ({
    exit: 1,
    what: "The lock cannot be taken",
    where: f.path,
    why: systemReason(f.reason),
    hint: `${remedyOf(f.reason)}.`,
  }),
  PROGRAM_CHANGED: (f: { path: string; printedFor?: string }): Explanation => ({
    exit: 1,
    what:
      f.printedFor === undefined
        ? "The program was not written by imp, or a person changed it since"
        : "The program is that of another stack",
    where: f.path,
    why:
      f.printedFor === undefined
        ? "imp never overwrites code that is not its own."
        : `imp wrote it for stack ${f.printedFor}, whose next \`pulumi up\` would delete what it no longer has.`,
    hint: "Insert the code into a TypeScript program with --into FILE, write it next to the program with --append-file NAME, or to another directory with --out DIR; --force overwrites the file.",
  }),
  PROGRAM_UNREADABLE: (f: { place: string; why: string; hint: string }): Explanation => ({
    exit: 1,
    what: "The program that imp printed and a person changed cannot be continued",
    where: f.place,
    why: f.why,
    hint: f.hint,
  }),
  PROGRAM_ELSEWHERE: (f: { path: string; file: string }): Explanation => ({
    exit: 1,
    what: "The project's YAML program is in another file",
    where: f.path,
    why: `Pulumi runs one file: Main.json, or else Main.yaml, or else Pulumi.yaml. Next to ${f.file} one of the two programs would not be run, and what it has would be deleted.`,
    hint: "Print with --append-file NAME and copy the resources over, or write to another directory with --out DIR.",
  }),
  /** `appended`: files next to the program that earlier runs wrote, by their names for --append-file. */
  PROGRAM_INCOMPLETE: (f: {
    directory: string;
    count: number;
    example: string;
    appended: readonly string[];
  }): Explanation => ({
    exit: 1,
    what: "The state has resources that no program of imp registers",
    where: f.directory,
    why: `A program of the new resources alone would delete ${f.count === 1 ? f.example : `${f.count} others, for example ${f.example}`}.`,
    hint:
      f.appended.length === 0
        ? "Write the new resources next to your own program with --append-file NAME."
        : `Add the new resources to the file that an earlier run wrote next to your own program: ${f.appended.map((name) => `--append-file ${name}`).join(", or ")}.`,
  }),
  STATE_CHANGED: (f: { path: string; conflict?: { kind: StateConflict; urn?: string } }): Explanation => ({
    exit: 1,
    what: "The state was changed by another process during the run",
    where: f.path,
    why: `${f.conflict === undefined ? "The findings of this run may not hold for the new state." : stateConflicts[f.conflict.kind](f.conflict.urn ?? "")} Nothing was written.`,
    hint: "Run the same command again.",
  }),
  RECORD_UNUSABLE: (f: { path: string }): Explanation => ({
    exit: 1,
    what: "imp's record of the program cannot be read",
    where: f.path,
    why: "It is damaged, or of another version of imp.",
    hint: "Restore it from version control, or delete it and use --append-file NAME for new resources.",
  }),
  RUN_RECORD_UNUSABLE: (f: { path: string }): Explanation => ({
    exit: 1,
    what: "imp's record of a run cannot be read",
    where: f.path,
    why: "It is damaged, or of another version of imp; that run cannot be undone.",
    hint: "Delete the file; the runs before and after it are not affected.",
  }),
  /** `before`: the run that would be undone next. Omitted if there is none. */
  UNDO_RECOVERED: (f: { stack: string; before?: string }): Explanation => ({
    exit: 1,
    what: "The interrupted run was taken back, and no other run is undone",
    where: `stack ${f.stack}`,
    why: "The last run was killed before it was complete. Its files are as they were before it.",
    hint:
      f.before === undefined
        ? "There is nothing else to undo."
        : `To undo the run before it, run \`imp undo\` again, or name it: \`imp undo ${f.before}\`.`,
  }),
  UNDO_NOTHING: (f: { stack: string; directory: string }): Explanation => ({
    exit: 1,
    what: "There is nothing to undo",
    where: f.directory,
    why: `No run that wrote to stack ${f.stack} is recorded there.`,
    hint: "Undo a run where it was made, with the same --stack or --state. The last 10 runs of a stack can be undone.",
  }),
  UNDO_UNKNOWN: (f: { run: string; known: readonly string[] }): Explanation => ({
    exit: 2,
    what: "This run is not known",
    where: f.run,
    why: `The recorded runs of the stack are ${f.known.join(", ")}.`,
    hint: "`imp undo --list` shows what each of them did.",
  }),
  UNDO_NEEDED: (f: {
    run: string;
    dependents: readonly { readonly urn: string; readonly how: string; readonly on: string }[];
  }): Explanation => ({
    exit: 1,
    what: "Other resources need resources of the run",
    where: f.run,
    why: `Nothing was undone:${bulleted(f.dependents.map(({ urn, how, on }) => `${urn} ${how} ${on}`))}`,
    hint: "Undo the later runs first (`imp undo --list`), or take what needs it out of its program and run `pulumi up`.",
  }),
  UNDO_REPLACED: (f: {
    run: string;
    resources: readonly { readonly urn: string; readonly was: string; readonly is: string }[];
  }): Explanation => ({
    exit: 1,
    what: "A resource that the run imported is another object now",
    where: f.run,
    why: `An update replaced it since, and the new object would be forgotten:${bulleted(
      f.resources.map(({ urn, was, is }) => `${urn} was ${was} and is ${is}`),
    )}`,
    hint: "Take it out of the program and run `pulumi up` to delete it, or `pulumi state delete` to forget it.",
  }),
  UNDO_ENTRIES_LOST: (f: { run: string; urns: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The entries that the run replaced cannot be put back",
    where: f.run,
    why: `The state changed since the run, and only the state as the run left it has the old entries of:${bulleted(f.urns)}`,
    hint: "Undo the later runs first (`imp undo --list`), or import the old objects again with --replace-entry.",
  }),
  UNDO_MANAGED: (f: { run: string; urns: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The state has what the run put into the program",
    where: f.run,
    why: `It was taken up since, and \`pulumi up\` would delete in the cloud what no program registers:${bulleted(f.urns)}`,
    hint: "Take it out of the state first, with `pulumi state delete`.",
  }),
  INSERTION_REFUSED: (f: { path: string; why: string; hint: string }): Explanation => ({
    exit: 1,
    what: "The code cannot be inserted into the file",
    where: f.path,
    why: f.why,
    hint: f.hint,
  }),
  UNDO_PROGRAM_CHANGED: (f: { run: string; path: string; isKnown: boolean; reason?: string }): Explanation => ({
    exit: 1,
    what: "The program was changed since",
    where: f.path,
    why: f.isKnown
      ? (f.reason ?? "A person changed it; undoing the run would overwrite that.")
      : "imp's record of it is gone, so that nothing shows what is to be taken out.",
    hint: f.isKnown
      ? "Take your changes back, or let --force overwrite them."
      : "Restore `.imp/` from version control.",
  }),
  UNDO_OUTSIDE: (f: { run: string; path: string }): Explanation => ({
    exit: 1,
    what: "The record of the run names a file outside of the project",
    where: f.path,
    why: `Undoing run ${f.run} would write or remove it, and a record that came here with a project must not do that by itself.`,
    hint: "If that run wrote it, with --out for example, let --force take it back.",
  }),
  MEANING_CHANGED: (f: { problems: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The program would not mean what was proven",
    why: f.problems.join("\n"),
    hint: "This is a mistake of imp: please report it. Nothing was written.",
  }),
  OUT_NOT_EMPTY: (f: { path: string; example: string }): Explanation => ({
    exit: 1,
    what: "A new project needs an empty directory",
    where: f.path,
    why: `There is ${JSON.stringify(f.example)} already.`,
    hint: "Name another directory with --out DIR, or leave --new out: only the program is written then.",
  }),
  QUICKSTART_FOREIGN: (f: { path: string; example: string }): Explanation => ({
    exit: 1,
    what: "The quickstart needs an empty directory, or one that it made before",
    where: f.path,
    why: `There is ${JSON.stringify(f.example)}, and no cloud.json of a quickstart.`,
    hint: "Name another directory: imp quickstart DIR.",
  }),
  QUICKSTART_UNWRITTEN: (f: { path: string; reason: string }): Explanation => ({
    exit: 1,
    what: "The project of the quickstart cannot be written",
    where: f.path,
    why: systemReason(f.reason),
    hint: "Name another directory: imp quickstart DIR.",
  }),
  GENERATE_NOTHING: (f: {
    file: string;
    isThere: boolean;
    leftOut: readonly { readonly urn: string; readonly why: string }[];
  }): Explanation => ({
    exit: 1,
    what: "There is nothing to print a program for",
    where: f.file,
    why: !f.isThere
      ? "There is no such state."
      : f.leftOut.length > 0
        ? `Everything in the state was left out:${bulleted(f.leftOut.map(({ urn, why }) => `${urn}: ${why}`))}`
        : "The state has no resources but those that the engine makes itself.",
    hint: "Name another state with --state FILE or --stack NAME; `pulumi stack --show-urns` lists what a stack has.",
  }),
  // --- verify
  VERIFY_RUNTIME: (f: { runtime: string }): Explanation => ({
    exit: 1,
    what: f.runtime === "" ? "The project has no runtime" : `Programs of runtime ${f.runtime} cannot be verified yet`,
    why: "imp runs Node.js programs itself, and no others.",
    hint: "Run `pulumi preview` instead.",
  }),
  VERIFY_NOT_INSTALLED: (f: { directory: string }): Explanation => ({
    exit: 1,
    what: "The dependencies of the program are not installed",
    where: f.directory,
    why: "@pulumi/pulumi was not found there.",
    hint: "Install them, for example with `npm install`, and run the command again.",
  }),
  VERIFY_NO_STATE: (f: { file: string }): Explanation => ({
    exit: 1,
    what: "There is no state to compare the program with",
    where: f.file,
    why: "The stack has never been updated, and no resources were imported into it.",
    hint: "Name another stack with --stack NAME.",
  }),
  // --- plugin
  PLUGIN_NOT_FOUND: (f: {
    name: string;
    version?: string;
    downloadUrl?: string;
    /** Directories and files, in the order they were looked at. */
    looked: readonly string[];
    /** Versions that are in the cache. */
    installed: readonly string[];
  }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${[f.name, f.version].filter(Boolean).join(" ")} is not installed`,
    why: `Looked in ${f.looked.join(", ")}.${f.installed.length > 0 ? ` Installed versions: ${f.installed.join(", ")}.` : ""}`,
    hint: `Run \`${["pulumi plugin install resource", f.name, f.version, f.downloadUrl && `--server ${f.downloadUrl}`].filter(Boolean).join(" ")}\`, or name an executable with --provider ${f.name}=PATH.`,
  }),
  PLUGIN_NOT_RUNNABLE: (f: {
    name: string;
    path: string;
    reason: "missing" | "permission" | "source" | "format" | "directory";
  }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} cannot be started`,
    where: f.path,
    why: {
      missing: "There is no such file.",
      permission: "The file is not executable.",
      source: "The plugin is source code (PulumiPlugin.yaml), which only Pulumi's language hosts run.",
      format: "The operating system does not run this file.",
      directory: "The directory does not exist.",
    }[f.reason],
    hint: {
      missing: `Install the plugin again with \`pulumi plugin install resource ${f.name} VERSION --reinstall\`, or correct --provider or Pulumi.yaml.`,
      permission: `Run \`chmod +x '${f.path}'\`.`,
      source: `Build it to an executable and name that with --provider ${f.name}=PATH.`,
      format:
        "Check that the plugin was built for this operating system and processor, and that a script names an interpreter that is there.",
      directory: "Correct `plugins.providers` in Pulumi.yaml.",
    }[f.reason],
  }),
  PLUGIN_EXITED: (f: { name: string; path: string; status: string }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} ended while it started`,
    where: f.path,
    why: `It ended with ${f.status} before it served anything.`,
    hint: `Run it by hand to see what it says: '${f.path}' 127.0.0.1:1`,
  }),
  PLUGIN_NO_PORT: (f: { name: string; path: string; reason: "closed" | "invalid" }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} does not say where it listens`,
    where: f.path,
    why:
      f.reason === "closed"
        ? "It closed its output without a line."
        : "The first line that it printed is not a port number from 1 to 65535.",
    hint: `The first line on its output has to be the port and nothing else. Run it by hand to see what it says: '${f.path}' 127.0.0.1:1`,
  }),
  PLUGIN_START_TIMEOUT: (f: {
    name: string;
    path: string;
    seconds: number;
    waitedFor: "port" | "answer";
  }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} did not start in time`,
    where: f.path,
    why:
      f.waitedFor === "port"
        ? `It printed no port within ${f.seconds} seconds.`
        : `It named a port, but nothing answered there within ${f.seconds} seconds.`,
    hint: `Run it by hand to see what it says: '${f.path}' 127.0.0.1:1`,
  }),
  PLUGIN_HANDSHAKE: (f: { name: string; path: string; method: string; reason: string }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} cannot be used`,
    where: f.path,
    why: `It started, but ${f.method} failed: ${f.reason.replace(/\.$/, "")}.`,
    hint: "Check that the file is a Pulumi resource provider, and install another version of it if it is.",
  }),
  PLUGIN_VERSION: (f: { name: string; path: string; method: string }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} has no valid version`,
    where: f.path,
    why: `The answer to ${f.method} is not a semantic version such as 1.2.3.`,
    hint: "Install another version of the plugin.",
  }),
  PLUGIN_PARAMETERIZED: (f: { name: string; path: string; wanted: string; answered: string }): Explanation => ({
    exit: 1,
    what: `The provider plugin ${f.name} does not serve package ${f.wanted}`,
    where: f.path,
    why: `Asked for package ${f.wanted}, it answered with package ${JSON.stringify(f.answered)}.`,
    hint: "Add the package again with `pulumi package add`, so that its parameters and its name agree.",
  }),
  // --- schema
  /** `document`: the schema that a person named, a file or a package. */
  SCHEMA_BROKEN: (f: { package?: string; document?: string; place: string; message: string }): Explanation => ({
    exit: 1,
    what:
      f.package === undefined ? "A package schema cannot be read" : `The schema of package ${f.package} cannot be read`,
    where: f.document === undefined ? f.place : `${f.document}, ${f.place}`,
    why: asSentence(f.message),
    hint:
      f.document === undefined
        ? "The schema comes from the provider plugin: try another version of the plugin, and report the schema to its authors."
        : "Run `imp schema check` with it: it lists every fault with its place.",
  }),
  // --- import
  PACKAGE_FAILED: (f: { package: string; method: string; reason: string }): Explanation => ({
    exit: 1,
    what: `The plugin of package ${f.package} failed at ${f.method}`,
    where: `package ${f.package}`,
    why: asSentence(f.reason),
    hint: "The reason is the plugin's own: try another version of it, or report it to its authors.",
  }),
  PACKAGE_MISSING: (f: { urn: string; package: string }): Explanation => ({
    exit: 1,
    what: "The resource cannot be read",
    where: f.urn,
    why: `The plugin of package ${f.package} could not be used.`,
    hint: `Fix the error reported for package ${f.package}, then run again.`,
  }),
  PROVIDER_UNKNOWN: (f: { urn: string }): Explanation => ({
    exit: 1,
    what: "The resource's provider is not known",
    where: f.urn,
    why: "Neither the state nor the import file has a provider resource with this URN.",
    hint: 'Add an entry of type "pulumi:providers:PACKAGE" with its "inputs" to the import file, or correct its "nameTable".',
  }),
  /** `type`: of the resource with this URN; absent: the state has none. `wanted`: a package that the command line names and that is not the provider's. */
  PROVIDER_URN_UNFIT: (f: {
    urn: string;
    type?: string;
    wanted?: string;
    explicit: readonly string[];
  }): Explanation => ({
    exit: 2,
    what: "The provider that --provider-urn names cannot be asked",
    where: f.urn,
    why: providerUrnReason(f),
    hint:
      f.explicit.length > 0
        ? `Name an explicit provider of the state, or leave the flag out to ask the default one:${bulleted(f.explicit)}`
        : `The state has no explicit provider${f.wanted === undefined ? "" : ` of package ${f.wanted}`}: leave the flag out to ask the default one, which the stack's configuration configures.`,
  }),
  PROVIDER_REPLACED: (f: { urn: string; paths: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The provider would be replaced, and every resource that uses it",
    where: f.urn,
    why:
      f.paths.length > 0
        ? `These settings are not what the state has: ${f.paths.join(", ")}.`
        : "Its configuration is not what the state has.",
    hint: "Set the stack's configuration back to what the state has, or add an explicit provider with the new one to the import file.",
  }),
  PROVIDER_CONFIG_REFUSED: (f: {
    urn: string;
    failures: readonly { readonly property: string; readonly reason: string }[];
  }): Explanation => ({
    exit: 1,
    what: "The provider refuses its configuration",
    where: f.urn,
    why: failureText(f.failures),
    hint: 'Correct it with `pulumi config set PACKAGE:KEY VALUE`, with --config PACKAGE:KEY=VALUE, or in the provider\'s "inputs" in the import file.',
  }),
  PROVIDER_CONFIG_MISSING: (f: {
    urn: string;
    keys: readonly { readonly name: string; readonly description: string }[];
  }): Explanation => ({
    exit: 1,
    what: "The provider lacks configuration",
    where: f.urn,
    why: `It needs ${f.keys
      .map(({ name, description }) =>
        description === "" ? shownConfigKey(name) : `${shownConfigKey(name)} (${description.replace(/\.$/, "")})`,
      )
      .join("; ")}.`,
    hint: `Give ${f.keys.map(({ name }) => `--config ${shownConfigKey(name)}=VALUE`).join(" ")}, or run ${f.keys.map(({ name }) => `\`pulumi config set ${shownConfigKey(name)} VALUE\``).join(" and ")} in the project of a stack.`,
  }),
  PROVIDER_FAILED: (f: { urn: string; method: string; failure: string; reason: string }): Explanation => ({
    exit: 1,
    what: `The provider failed at ${f.method}${failureWords.get(f.failure) ?? ""}`,
    where: f.urn,
    why: asSentence(f.reason),
    hint: failureHints.get(f.failure) ?? "Check the provider's configuration and credentials; the reason is its own.",
  }),
  /** `reason`: without the words of single resources. `reads`: how many of them failed before the provider was given up. */
  PROVIDER_ACCESS: (f: {
    provider: string;
    package: string;
    isDefault: boolean;
    kind: "login" | "permission" | "connection";
    reason: string;
    reads: number;
    settings: readonly { readonly name: string; readonly environment: readonly string[] }[];
  }): Explanation => ({
    exit: 1,
    what: accessWords[f.kind],
    where: f.provider,
    why: `${asSentence(f.reason)}\nThe first ${f.reads} reads failed for this reason, so the provider was not asked for other resources.`,
    hint: accessHint(f),
  }),
  RESOURCE_NOT_FOUND: (f: ObjectFacts & { reason?: string; others?: readonly string[] }): Explanation => ({
    exit: 1,
    what: "There is no such object in the cloud",
    where: describedObject(f),
    why:
      f.others === undefined
        ? asSentence(f.reason ?? "The provider looked for it and found nothing")
        : `The provider looked for it and found nothing; neither did ${f.others.join(", ")}.`,
    hint:
      f.others === undefined
        ? "Check the id and its form for this type, and the provider's region and account."
        : "Check the id and its form for this type; if it is in a region or account that none of these is configured for, add a provider for that to the import file.",
  }),
  WRONG_PROVIDER: (f: ObjectFacts & { found: string; use?: string }): Explanation => ({
    exit: 1,
    what: "The object is in another region or account",
    where: describedObject(f),
    why: `This provider does not find it, but ${f.found} does.`,
    hint:
      f.use === undefined
        ? 'Leave "provider" out of the entry (and of its parents), if that is the object that you mean.'
        : `Add "provider": ${JSON.stringify(f.use)} to the entry, if that is the object that you mean.`,
  }),
  /** `isUndescribed`: the package describes imports, and none of this type. */
  NOT_IMPORTABLE: (f: ObjectFacts & { reason?: string; isUndescribed?: true }): Explanation => ({
    exit: 1,
    what: f.isUndescribed === true ? "The type cannot be imported by an id" : "The provider cannot import this type",
    where: describedObject(f),
    why:
      f.reason === undefined
        ? "The provider read the object, but returned no inputs for it."
        : `${asSentence(f.reason)}${f.isUndescribed === true ? " The package describes how most of its types are imported, but not this one." : ""}`,
    hint:
      f.isUndescribed === true
        ? 'If the object exists, give its state in the entry\'s "outputs" (and "inputs"): then it is not read. Or leave the entry out of the import file.'
        : "Try a newer version of the plugin, give the object's state in the entry's \"outputs\", or leave the entry out of the import file.",
  }),
  URN_TAKEN: (f: { urn: string; id: string; existing: string; canReplace?: boolean }): Explanation => ({
    exit: 1,
    what: "The state has another object under this name",
    where: f.urn,
    why: `The import file asks for id ${JSON.stringify(f.id)}, the state has ${JSON.stringify(f.existing)}.`,
    hint: f.canReplace
      ? `Give the entry another "name", or let the object that was read take the place of the old one in the state; nothing is deleted in the cloud: --replace-entry '${f.urn}'.`
      : 'Give the entry another "name", or remove the old one with `pulumi state delete`.',
  }),
  ASSET_UNHASHED: (f: { type: string; name: string; reason: string }): Explanation => ({
    exit: 1,
    what: "An asset of the entry cannot be compared with what is there",
    where: `${f.type} ${f.name}`,
    why: `Its hash is not known: ${f.reason}.`,
    hint: 'Give it in the entry\'s "inputs" as text, or as the path of a file relative to the program.',
  }),
  SAME_OBJECT: (f: { type: string; name: string; id: string; other: string }): Explanation => ({
    exit: 1,
    what: "The object is managed under another name already",
    where: `${f.type} ${f.name}`,
    why: `Id ${JSON.stringify(f.id)} belongs to ${f.other} in the state.`,
    hint: "Leave the entry out, or remove the old name with `pulumi state delete` first.",
  }),
  SAME_OBJECT_TWICE: (f: { type: string; id: string; urns: readonly string[] }): Explanation => ({
    exit: 1,
    what: "Several entries of the import file stand for one object",
    where: `${f.type} (id ${JSON.stringify(f.id)})`,
    why: `Reading found the same object for each of these:\n${f.urns.join("\n")}`,
    hint: "Keep one of the entries.",
  }),
  URN_DECLARED_TWICE: (f: { type: string; name: string; urn: string; places: readonly string[] }): Explanation => ({
    exit: 1,
    what: "Your program constructs the resource twice",
    where: `${f.type} ${f.name}`,
    why: `Pulumi refuses a second resource with the URN ${f.urn}. It stands in ${f.places.join(" and ")}.`,
    hint: "Take one of the statements out, or give one of the resources another name or parent.",
  }),
  REVIEW_NO_CODE: (f: { urn: string }): Explanation => ({
    exit: 1,
    what: "The resource gets no code",
    where: f.urn,
    why: "It is not imported as it is now: it failed, it is taken out, or the program declares it already.",
    hint: "Its details say why, and d shows the decisions that there are.",
  }),
  REVIEW_UNCHANGED: (f: { names: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The edit makes no preview clean, so it is not kept",
    where: f.names.join(", "),
    why: "The program was proven with it, and the preview is as before.",
    hint: "Look at the details, or leave the resource out.",
  }),
  REVIEW_OTHER_PLUGINS: (f: { language: string }): Explanation => ({
    exit: 1,
    what: "The program would ask for other plugin versions than those that read the resources",
    where: `--language ${f.language}`,
    why: "The SDKs next to a program decide which plugins it runs with, and a proof holds for the plugin that gave it.",
    hint: `Leave the review with q, and run again with --language ${f.language}.`,
  }),
  CALL_UNAUTHORISED: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: `The cloud refused ${f.method}: not authorised`,
    hint: "Check the provider's credentials and what they permit.",
  }),
  CALL_THROTTLED: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: `The cloud throttled ${f.method}`,
    hint: "Run again with a smaller --parallel, or a larger --max-retries.",
  }),
  CALL_TIMEOUT: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: `The plugin did not answer ${f.method} in time`,
    hint: "Run again with a larger --timeout, or leave the entry out of the import file.",
  }),
  PLUGIN_DIED: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: `The plugin went away during ${f.method}`,
    hint: "Leave the entry out of the import file, and report the crash to the provider's authors.",
  }),
  ANSWER_MALFORMED: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: `The plugin's answer to ${f.method} cannot be understood`,
    hint: "Report it to the provider's authors, and leave the entry out of the import file meanwhile.",
  }),
  ID_REFUSED: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: "The provider does not accept this id",
    hint: "Look up the form of import ids in the documentation of the type; it is often not the id alone.",
  }),
  PROVIDER_REFUSED: (f: CallFacts): Explanation => ({
    ...callFailed(f),
    what: `The provider answered ${f.method} with an error`,
    hint: "The reason is the provider's own; check the id, the region and the account.",
  }),
  CHECK_REFUSED: (f: {
    type: string;
    name: string;
    failures: readonly { readonly property: string; readonly reason: string }[];
  }): Explanation => ({
    exit: 1,
    what: "No inputs were found that the provider accepts",
    where: `${f.type} ${f.name}`,
    why: failureText(f.failures),
    hint: 'Give values that the provider accepts in the entry\'s "inputs": they stand over what it returned.',
  }),
  VALUE_DEMANDED: (f: {
    type: string;
    name: string;
    /** One of each group is needed. */
    groups: readonly (readonly string[])[];
    /** Inputs of which Read returned a hash. Omitted if there is none. */
    hashes?: readonly string[];
    failures: readonly { readonly property: string; readonly reason: string }[];
    placeholder: "possible" | "tried" | "impossible";
    /** That put what is needed into the stack's configuration, from which the next run takes it; none: it cannot be put there. */
    commands: readonly string[];
  }): Explanation => ({
    exit: 1,
    what: "A required input cannot be read",
    where: `${f.type} ${f.name}`,
    why: `It needs ${groupsText(f.groups)}, ${notReturned(f)}. It says:\n${failureText(f.failures)}`,
    hint: missingInputHint(f),
    commands: f.commands.length > 0 ? f.commands : undefined,
  }),
  REPLACE_REFUSED: (f: {
    type: string;
    name: string;
    paths: readonly string[];
    /** The places of the program's own declaration; absent: imp prints the inputs. */
    places?: readonly string[];
  }): Explanation => ({
    exit: 1,
    what: "A preview would replace the resource",
    where: `${f.type} ${f.name}`,
    why:
      f.paths.length > 0
        ? `${f.places === undefined ? "The best inputs that were found still differ" : `Your program's inputs in ${f.places.join(" and ")} differ`} from the cloud in ${f.paths.join(", ")}.`
        : "The provider does not say which property differs.",
    hint:
      f.places === undefined
        ? 'Give the right values in the entry\'s "inputs", or import it anyway with --allow-replace.'
        : "Change your program there, or import it anyway with --allow-replace.",
  }),
  CHECK_UNSTABLE: (f: { type: string; name: string; paths: readonly string[] }): Explanation => ({
    exit: 1,
    severity: "warning",
    what: "A preview would show an update",
    where: `${f.type} ${f.name}`,
    why: `Each time that the provider checks the same inputs it answers ${f.paths.length > 0 ? `another value for ${f.paths.join(", ")}` : "something else"}, so no program is free of differences.`,
    hint: "Report it to the provider's authors; `pulumi up` does not change that.",
  }),
  INIT_FAILED: (f: ObjectFacts & { reasons: readonly string[] }): Explanation => ({
    exit: 1,
    severity: "warning",
    what: "A preview would show an update",
    where: describedObject(f),
    why: `The provider says that the resource exists, but that its initialization failed${f.reasons.length === 0 ? "" : `: ${f.reasons.join("; ")}`}.`,
    hint: "Run `pulumi up`: its update tries the initialization again.",
  }),
  NOT_IN_PROGRAM: (f: { type: string; name: string; urn: string }): Explanation => ({
    exit: 1,
    what: "The resource was not imported",
    where: `${f.type} ${f.name}`,
    why: `It names ${f.urn}, which is in the state, but imp does not see a variable that holds it where the code goes.`,
    hint: 'Insert the code into a TypeScript program with --into FILE[:LINE], at a place that reaches the variable; or name the variable in the import file, as in "nameTable": {"VARIABLE": "URN"}; --state-only writes no code.',
  }),
  STRICT_REFUSED: (f: { type: string; name: string; paths: readonly string[]; assumed: boolean }): Explanation => ({
    exit: 1,
    what: "The resource is left out by --strict",
    where: `${f.type} ${f.name}`,
    why: f.assumed
      ? `Its preview is clean only if settings that only the provider knows have their defaults: ${f.paths.join(", ")}.`
      : `The next \`pulumi up\` would change it${f.paths.length === 0 ? "" : `: ${f.paths.join(", ")}`}.`,
    hint: "Make the cloud and the program agree, or import it without --strict.",
  }),
  IMPORT_OPTION_DIFFERS: (f: { type: string; name: string; paths: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The resource cannot be imported by an option in the code",
    where: `${f.type} ${f.name}`,
    why: `\`pulumi up\` refuses to import what differs from the program${f.paths.length > 0 ? `: ${f.paths.join(", ")}` : ""}.`,
    hint: "Import it into the state: run without --emit import-option.",
  }),
  PARENT_FAILED: (f: {
    type: string;
    name: string;
    parent: string;
    /** Defaults to the parent. */
    role?: "provider";
    /** Where the resource is from; absent: an import. */
    source?: "state";
  }): Explanation => ({
    exit: 1,
    what: f.source === "state" ? "The resource is not in the program" : "The resource was not imported",
    where: `${f.type} ${f.name}`,
    why: `Its ${f.role ?? "parent"} ${f.parent} ${f.source === "state" ? "is not in the program" : "was not imported"} either.`,
    hint: `Fix the error reported for the ${f.role ?? "parent"}, then run again.`,
  }),
  CHILDREN_FAILED: (f: { type: string; name: string }): Explanation => ({
    exit: 1,
    what: "The component was not imported",
    where: `${f.type} ${f.name}`,
    why: "None of its children was imported, so that there is nothing to put into it.",
    hint: "Fix the errors reported for its children, then run again.",
  }),
  // --- state
  STATE_VALUE: (f: { where: string; why: string }): Explanation => ({
    exit: 1,
    what: "A value in the state is malformed",
    where: f.where,
    why: `The value cannot be read: ${f.why}.`,
    hint: "Export the stack with `pulumi stack export`, correct the resource there and put it back with `pulumi stack import`.",
  }),
  STATE_MALFORMED: (f: { file: string; why: string }): Explanation => ({
    exit: 1,
    what: "The state cannot be read",
    where: f.file,
    why: `The file is not a Pulumi state: ${f.why}.`,
    hint: "Point to a checkpoint of Pulumi's file backend or to the output of `pulumi stack export`.",
  }),
  STATE_TOO_OLD: (f: { file: string; version: number }): Explanation => ({
    exit: 1,
    what: "The state has an old form",
    where: f.file,
    why: `It has schema version ${f.version}; versions 3 and 4 are read.`,
    hint: "Bring it up to date: `pulumi stack export --file state.json`, then `pulumi stack import --file state.json`.",
  }),
  STATE_TOO_NEW: (f: { file: string; version: number }): Explanation => ({
    exit: 1,
    what: "The state has a form that is too new",
    where: f.file,
    why: `It has schema version ${f.version}; versions 3 and 4 are read.`,
    hint: "Use a newer version of imp.",
  }),
  STATE_FEATURE_UNKNOWN: (f: { file: string; features: readonly string[] }): Explanation => ({
    exit: 1,
    what: "The state uses a feature that is not known",
    where: f.file,
    why: `It asks its readers to know: ${f.features.join(", ")}.`,
    hint: "Use a newer version of imp.",
  }),
  STATE_INTEGRITY: (f: { file: string; resource?: string | undefined; why: string }): Explanation => ({
    exit: 1,
    what: "The state breaks one of Pulumi's rules",
    where: f.resource === undefined ? f.file : `${f.file}, ${f.resource}`,
    why: `Pulumi would refuse it too: ${f.why}.`,
    hint: "`imp state verify` shows every fault with its place and how to repair it.",
  }),
  STATE_SECRETS_CLOSED: (f: { resource: string }): Explanation => ({
    exit: 1,
    what: "A secret cannot be encrypted",
    where: f.resource,
    why: "The resource has secret values, and there is no key to encrypt them with.",
    hint: "Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the stack's passphrase and run again.",
  }),
  // --- commit
  COMMIT_CHANGED: (f: { path: string }): Explanation => ({
    exit: 1,
    what: "A file has changed in the meantime",
    where: f.path,
    why: "Its content is not what this run read. Nothing was written.",
    hint: "Run the same command again; it starts from the new content.",
  }),
  COMMIT_FAILED: (f: { path: string; reason: string; undone: boolean }): Explanation => ({
    exit: 1,
    what: "The files cannot be written",
    where: f.path,
    why: `${systemReason(f.reason)} ${f.undone ? "Nothing was written." : "The journal records the files that are written so far."}`,
    hint: `${remedyOf(f.reason)}, then run the same command again${f.undone ? "" : ": it first finishes this write"}.`,
  }),
  COMMIT_UNSURE: (f: { where: string }): Explanation => ({
    exit: 1,
    what: "It is not known whether the state was written",
    where: f.where,
    why: "The backend did not answer to the write, nor when it was asked again. The files here are as they were.",
    hint: "Run the same command again when the backend answers: it looks first, and finishes this write or takes it back.",
  }),
  COMMIT_ELSEWHERE: (f: { place: string }): Explanation => ({
    exit: 1,
    what: "An interrupted write was to another backend",
    where: f.place,
    why: "It has to be finished or taken back first, and only that backend shows which of the two.",
    hint: "Run the command again with PULUMI_BACKEND_URL and --stack as they were then.",
  }),
  COMMIT_JOURNAL: (f: { path: string }): Explanation => ({
    exit: 1,
    what: "The journal of an interrupted write cannot be read",
    where: f.path,
    why: "It is not a journal that this program wrote, or it was changed since.",
    hint: "Look at the files `.*.imp-tmp` next to your program, stack file and state; then remove the journal.",
  }),
  COMMIT_CONFLICT: (f: { journal: string; written: readonly string[]; changed: readonly string[] }): Explanation => ({
    exit: 1,
    what: "An interrupted write cannot be finished",
    where: f.journal,
    why: `${f.written.length === 0 ? "No file here has the new content." : `These files have the new content: ${f.written.join(", ")}.`} These were changed since, or their new content is gone: ${f.changed.join(", ")}.`,
    hint: "Restore the files from version control or a backup, or keep them as they are; then remove the journal and run again.",
  }),
  // --- generators
  LOWER_CANNOT_EXPRESS: (f: {
    urn: string;
    resource: string;
    path: string;
    what: string;
    /** Where the resource is from; absent: an import. */
    source?: "state";
  }): Explanation => ({
    exit: 1,
    what: "A resource cannot be written as a program",
    where: f.resource,
    failing: f.urn,
    why: `${f.path} is ${f.what}, and no program can set that.`,
    hint:
      f.source === "state"
        ? "Write this resource by hand, or name the others with --target."
        : "Leave the resource out of the import file, or choose its properties with `properties` so that this one is not among them.",
  }),
  GENERATOR_CANNOT_EXPRESS: (f: {
    urn: string;
    language: string;
    resource: string;
    path: string;
    what: string;
  }): Explanation => ({
    exit: 1,
    what: `A resource cannot be written in ${f.language}`,
    where: f.resource,
    failing: f.urn,
    why: `${f.path === "" ? "It" : f.path} ${f.what}.`,
    hint: "Choose another language with --language.",
  }),
} satisfies Record<string, (facts: never) => Explanation>;

/** One line per mistake, so that all can be fixed at once. */
function explainSpecProblems(problems: readonly Problem[], more: number): Explanation {
  return explainProblems("The import file", problems, more);
}

/** @param file the file in words, as a sentence begins with it. */
function explainProblems(file: string, problems: readonly Problem[], more: number): Explanation {
  const [first] = problems;
  const total = problems.length + more;
  if (first !== undefined && total === 1) {
    return {
      exit: 2,
      what: `${file} has a mistake`,
      where: `${first.file}:${first.line}:${first.column}`,
      why: first.message,
      hint: first.hint ?? "Correct it and run the same command again.",
    };
  }
  const lines = problems.map(
    (p) => `${p.file}:${p.line}:${p.column}: ${p.message}${p.hint === undefined ? "" : ` ${p.hint}`}`,
  );
  if (more > 0) lines.push(`and ${more} more`);
  return {
    exit: 2,
    what: `${file} has ${total} mistakes`,
    where: first?.file,
    why: lines.join("\n"),
    hint: "Correct them and run the same command again; nothing was read and nothing was written.",
  };
}

function callFailed(f: CallFacts): Explanation {
  return { exit: 1, what: "", where: describedObject(f), why: asSentence(f.reason), hint: "" };
}

function describedObject({ type, name, id, provider }: ObjectFacts): string {
  return `${type} ${name} (id ${JSON.stringify(id)})${provider === undefined ? "" : `, by ${provider}`}`;
}

/** One line per reason, in the provider's words. */
const planBroken = {
  changed: "Somebody changed the file since imp wrote it, so that it does not say any more what was found.",
  version: "Another version of imp wrote it.",
  alone: "It is given as an import file (with --file, or with others): its flags, and what it found, would not count.",
} as const;

function failureText(failures: readonly { readonly property: string; readonly reason: string }[]): string {
  const lines = failures.map(({ property, reason }) =>
    property === "" ? asSentence(reason) : `${property}: ${reason}`,
  );
  return [...new Set(lines)].join("\n");
}

/** `password`, or `one of a, b and c`; several of them joined. */
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
    ? "of which reading the resource returns only a hash"
    : "which reading the resource does not return";
}

function missingInputHint(f: {
  groups: readonly (readonly string[])[];
  placeholder: "possible" | "tried" | "impossible";
  commands: readonly string[];
}): string {
  const given = `{ ${f.groups.map(([name = ""]) => `${JSON.stringify(name)}: …`).join(", ")} }`;
  const add = `dd "inputs": ${given} to the entry (or "inputsFrom")`;
  const start = f.commands.length === 0 ? `A${add}` : `Set it in the configuration and run this command again, a${add}`;
  switch (f.placeholder) {
    case "possible":
      return `${start}, run in a terminal to be asked for it, or let --placeholder stand for it.`;
    case "tried":
      return `${start} or run in a terminal to be asked for it: with a placeholder a preview is not clean.`;
    case "impossible":
      return `${start}: no placeholder is accepted in its place.`;
  }
}

type StateConflict = "appeared" | "changed" | "managed" | "unregistered" | "secrets" | "pending";

const stateConflicts: Readonly<Record<StateConflict, (urn: string) => string>> = {
  appeared: (urn) => `It has ${urn} now, which this run was to add.`,
  changed: (urn) => `A resource that this run was to add refers to ${urn}, which is not as it was.`,
  managed: (urn) => `It has ${urn} now, which manages an object that this run was to import.`,
  unregistered: (urn) => `It has ${urn} now, which the program of this run would delete.`,
  secrets: () => "Its secrets are kept in another way now.",
  pending: () => "An operation on it was interrupted.",
};

/** So many lines of a list are shown. */
const longestList = 20;

/** Each on a line of its own, after a colon. */
function bulleted(lines: readonly string[]): string {
  const shown = lines.slice(0, longestList).map((line) => `\n${line}`);
  return [...shown, ...(lines.length > longestList ? [`\nand ${lines.length - longestList} more`] : [])].join("");
}

/** Words of others as a sentence: a capital where a plain word begins, and a full stop. */
function asSentence(text: string): string {
  const trimmed = text.trim().replace(/^[a-z]+(?=[ ,])/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Of a service: what the network says is no answer of the operating system. */
function serviceMeaning(reason: string): string {
  if (systemErrors.has(reason)) return systemReason(reason);
  const meaning = serviceErrors.get(reason);
  return meaning === undefined ? `There is no answer: ${asSentence(reason)}` : `${meaning} (${reason}).`;
}

const serviceErrors: ReadonlyMap<string, string> = new Map([
  ["CredentialsProviderError", "No credentials are found"],
  ["CredentialUnavailableError", "No credentials are found"],
  ["AggregateAuthenticationError", "No credentials are found"],
  ["ECONNREFUSED", "Nothing listens there"],
  ["ENOTFOUND", "The host is not known"],
  ["EAI_AGAIN", "The host is not known"],
  ["ETIMEDOUT", "It does not answer in time"],
  ["TimeoutError", "It does not answer in time"],
]);

/** Why nothing of a source is imported: each resource with its reason, or that there are none. */
function nothingLeft(leftOut: readonly string[], none: string): string {
  return leftOut.length > 0 ? `Everything was left out:${bulleted(leftOut)}` : none;
}

/** Why a file that a person named cannot be read, without the errno where everybody knows the reason. */
function fileReason(reason: string): string {
  switch (reason) {
    case "ENOENT":
      return "There is no such file.";
    case "EISDIR":
      return "It is a directory.";
    default:
      return systemReason(reason);
  }
}

/** The meaning of an errno, with the errno, which people search for. */
function systemReason(reason: string): string {
  const meaning = systemErrors.get(reason);
  return meaning === undefined ? `The operating system answered ${reason}.` : `${meaning} (${reason}).`;
}

const systemErrors: ReadonlyMap<string, string> = new Map([
  ["EACCES", "The permission is missing"],
  ["EPERM", "It is not permitted"],
  ["ENOENT", "There is no such file or directory"],
  ["EISDIR", "It is a directory"],
  ["ENOTDIR", "A part of the path is no directory"],
  ["ENOSPC", "There is no space left on the disk"],
  ["EDQUOT", "The disk quota is used up"],
  ["EROFS", "The file system is read-only"],
  ["EIO", "The disk failed"],
  ["ENAMETOOLONG", "The name is too long"],
  ["EMFILE", "Too many files are open"],
]);

/** The remedy where the system refuses a write, without a full stop. */
function remedyOf(reason: string): string {
  switch (reason) {
    case "ENOSPC":
    case "EDQUOT":
      return "Free some space";
    case "ENOENT":
    case "ENOTDIR":
    case "EISDIR":
    case "ENAMETOOLONG":
      return "Name a place where a file can be";
    default:
      return "Make the place writable";
  }
}

/** After "failed at METHOD"; classes that say nothing more have no entry. */
const failureWords: ReadonlyMap<string, string> = new Map([
  ["died", ": its plugin ended"],
  ["timeout", ": it did not answer in time"],
  ["unauthorised", ": not authorised"],
  ["throttled", ": it was throttled"],
  ["unimplemented", ": it does not support this"],
  ["malformed", ": its answer cannot be understood"],
]);

const accessWords = {
  login: "The provider's credentials are refused",
  permission: "The provider has no permission to read",
  connection: "The provider cannot reach its service",
} as const;

/** So many settings are named in a hint. */
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
  const place = isDefault
    ? `Set them with \`pulumi config set ${name}:KEY VALUE\` (--secret for a secret), or with --config ${name}:KEY=VALUE.`
    : 'They are the provider\'s "inputs" in the import file, or in the state.';
  if (settings.length === 0)
    return "Check the provider's configuration, and the variables and files that it reads credentials from.";
  const shown = settings.slice(0, namedSettings).map(({ name: key, environment }) => {
    const variables = environment.length === 0 ? "" : ` (or ${environment.join(", ")})`;
    return `${isDefault ? `${name}:` : ""}${key}${variables}`;
  });
  const more = settings.length > namedSettings ? `, and ${settings.length - namedSettings} more` : "";
  return `Check these settings: ${shown.join(", ")}${more}. ${place}`;
}

/** The remedy when a provider cannot be configured; classes without an entry have the general hint. */
const failureHints: ReadonlyMap<string, string> = new Map([
  ["died", "Try another version of the plugin, and report the crash to the provider's authors."],
  ["timeout", "Run again with a larger --timeout; check that the provider reaches its service from here."],
  ["unauthorised", "Check the provider's credentials and what they permit."],
  ["throttled", "Run again later, or with a larger --max-retries."],
  ["malformed", "Try another version of the plugin, and report its answer to the provider's authors."],
]);

/** `aws:region` of `aws:config:region`. */
function shownConfigKey(name: string): string {
  return name.replace(/^([^:]+):config:/, "$1:");
}

/** The tokens, at most ten. */
function providerUrnReason({ type, wanted }: { type?: string; wanted?: string }): string {
  if (type === undefined) return "The state has no resource with this URN.";
  const [, own] = /^pulumi:providers:(.+)$/.exec(type) ?? [];
  return own === undefined || wanted === undefined
    ? `It is the URN of a ${type}, and not of a provider.`
    : `It is a provider of package ${own}, and ${wanted} is to be looked through.`;
}

function candidateList(tokens: readonly string[]): string {
  const more = tokens.length - 10;
  return more > 0 ? `${tokens.slice(0, 10).join(", ")} and ${more} more` : tokens.join(", ");
}

export type ErrorCode = keyof typeof catalogue;
export type Facts<C extends ErrorCode> = Parameters<(typeof catalogue)[C]>[0];

/** All codes, for the test that wants a screen of each. */
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** Explains a code with its facts. */
export function explainCode<C extends ErrorCode>(code: C, facts: Facts<C>): Explanation {
  return (catalogue[code] as (facts: Facts<C>) => Explanation)(facts);
}

/** An error that the user can act on. Anything else that is thrown is a bug of ours. */
export class ImpError extends Error {
  readonly code: ErrorCode;
  readonly explanation: Explanation;
  /** Errors of other resources that fail too. */
  readonly others: readonly ImpError[];

  private constructor(code: ErrorCode, explanation: Explanation, others: readonly ImpError[] = []) {
    super(`${explanation.what}: ${explanation.why}`);
    this.code = code;
    this.explanation = explanation;
    this.others = others;
  }

  static of<C extends ErrorCode>(code: C, facts: Facts<C>): ImpError {
    return new ImpError(code, explainCode(code, facts));
  }

  /** Returns the first error with the others attached. */
  static together(first: ImpError, others: readonly ImpError[]): ImpError {
    return others.length === 0 ? first : new ImpError(first.code, first.explanation, others);
  }

  /** Returns the same error with another sentence in its hint. */
  advised(sentence: string): ImpError {
    const { hint } = this.explanation;
    return new ImpError(this.code, { ...this.explanation, hint: `${hint} ${sentence}` }, this.others);
  }
}

/**
 * Returns the errors of the resources that fail, by URN. A resource has its first error.
 *
 * @throws the error itself if it is not about single resources
 */
export function failingResources(error: unknown): ReadonlyMap<string, ImpError> {
  const failing = new Map<string, ImpError>();
  for (const one of isImpError(error) ? [error, ...error.others] : []) {
    const urn = one.explanation.failing;
    if (urn === undefined) throw error;
    if (!failing.has(urn)) failing.set(urn, one);
  }
  if (failing.size === 0) throw error;
  return failing;
}

/** Generators are loaded on demand, and a loader may give them a copy of this module. */
function isImpError(error: unknown): error is ImpError {
  return error instanceof Error && "explanation" in error && "others" in error;
}

/** Throws our own bug: a state of the program that cannot be. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}
