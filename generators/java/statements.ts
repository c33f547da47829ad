/** Prints resources as Java statements. */
import type { OutputNode, ReadArguments } from "../../src/ir/program.ts";
import { isLocalComponent, isOfCore } from "../../src/ir/walk.ts";
import { type Doc, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { optionsToSet, type SetOption, spanOf } from "../shared/options.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { logicalName, unicode } from "../shared/scope.ts";
import { inputsToSet } from "../shared/stack-references.ts";
import { componentArguments } from "./component.ts";
import { printArguments } from "./expression.ts";
import { methodName } from "./java-name.ts";
import { type Call, type Code, chainCode, declarationDoc, javaNew, wordCode } from "./layout.ts";
import { core, javaResourceClass, stateClass } from "./names.ts";
import { javaComment } from "./primitives.ts";
import { referenceChain } from "./reference.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { quoted, textCode } from "./strings.ts";

/** Prints the statement of a resource. @param assignee the left side of the assignment, such as `final var logs` */
export function resourceStatement(scope: Scope, assignee: string): Doc {
  for (const properties of propertiesByClass(scope.node)) {
    const names = properties.map(({ name }) => ({ property: name, name: methodName(name) }));
    refuseNamesakes(names, scope.node, { language: "java", title: "Java" });
  }
  const comments = [...scope.node.comments.flatMap(javaComment), ...unsupportedOptions(scope)];
  return stacked([
    ...comments,
    declarationDoc(assignee, isOfCore(scope.node) ? registerOfCore(scope) : constructOrGet(scope)),
  ]);
}

/** Prints `ctx.export("vpcId", vpc.id());`. @param scope the scope of the resource */
export function outputStatement({ name, value }: OutputNode, scope: Scope): Doc {
  const { head, calls } = referenceChain(value, scope);
  const args = [textCode(unicode(name, scope)), chainCode(head, calls)];
  return [chainCode("ctx", [{ name: "export", args }]).doc, ";"];
}

/** Returns the type of the variable that holds a resource. */
export function variableClass(scope: Scope): string {
  return classNameInFile(scope, isOfCore(scope.node) ? javaCoreClass(scope) : javaClass(scope));
}

function javaClass({ node, program }: Scope): string {
  if (node.kind === "stack") return core.StackReference;
  return javaResourceClass(node.resource, node.kind, program);
}

/** Prints the constructor call. Uses a builder even without inputs, because empty arguments lack default values. */
function constructOrGet(scope: Scope): Code {
  if (scope.node.read !== undefined) return printRead(scope, scope.node.read);
  if (scope.node.kind === "stack") return stackReference(scope);
  const args = printArguments(`${javaClass(scope)}Args`, scope.node.inputs, scope);
  return javaNew(classNameInFile(scope, javaClass(scope)), [
    wordCode(quoted(logicalName(scope))),
    args,
    ...printOptions(scope),
  ]);
}

/** Prints `new StackReference("organization/network/prod")`. */
function stackReference(scope: Scope): Code {
  const inputs = inputsToSet(scope.node);
  const args = inputs.length === 0 ? [] : [printArguments(core.StackReferenceArgs, inputs, scope)];
  return javaNew(classNameInFile(scope, core.StackReference), [wordCode(quoted(logicalName(scope))), ...args]);
}

/** Prints `Bucket.get("logs", Output.of("logs-7f3a"), null, null)`. All arguments are required. */
function printRead(scope: Scope, { id, takesState }: ReadArguments): Code {
  const { node, program } = scope;
  const none = wordCode("null");
  const state =
    node.inputs.length === 0 ? none : printArguments(stateClass(node.resource, program), node.inputs, scope);
  const idCode = chainCode(classNameInFile(scope, core.Output), [{ name: "of", args: [textCode(unicode(id, scope))] }]);
  const [options = none] = printOptions(scope);
  const args = [wordCode(quoted(logicalName(scope))), idCode, ...(takesState ? [state] : []), options];
  return chainCode(classNameInFile(scope, javaClass(scope)), [{ name: "get", args }]);
}

function javaCoreClass({ node }: Scope): string {
  return isLocalComponent(node) ? core.ComponentResource : core.CustomResource;
}

/** Prints a constructor call of a core SDK class, with a generated arguments class. */
function registerOfCore(scope: Scope): Code {
  const type = wordCode(quoted(unicode(scope.node.resource.token, scope)));
  const args = componentArguments(scope);
  const options = printOptions(scope);
  const rest =
    args.length > 0 && options.length === 0
      ? [wordCode(`${classNameInFile(scope, optionsClass(scope))}.Empty`)]
      : options;
  return javaNew(classNameInFile(scope, javaCoreClass(scope)), [
    type,
    wordCode(quoted(logicalName(scope))),
    ...args,
    ...rest,
  ]);
}

function printOptions(scope: Scope): readonly Code[] {
  const { node, nodes, program } = scope;
  const options = optionsToSet(node, nodes, { version: openVersion(node, program) });
  const calls = options.flatMap((option): readonly Call[] => {
    if (option.name === "deletedWith") return [];
    return [{ name: option.name === "import" ? "importId" : option.name, args: optionArguments(option, scope) }];
  });
  return calls.length === 0 ? [] : [builderCode(optionsClass(scope), calls, scope)];
}

function optionArguments({ kind, value }: SetOption, scope: Scope): readonly Code[] {
  const text = (each: string) => textCode(unicode(each, scope));
  const variable = (id: string) => wordCode(scope.variableOf(id));
  switch (kind) {
    case "resource":
      return [variable(value)];
    case "resources":
      return value.map(variable);
    case "flag":
      return [wordCode(String(value))];
    case "text":
      return [text(value)];
    case "texts":
      return value.map(text);
    case "timeouts": {
      const calls = value.map(([name, seconds]) => ({ name, args: [durationCode(seconds, scope)] }));
      return [builderCode(core.CustomTimeouts, calls, scope)];
    }
    case "aliases": {
      // Packages can have classes named Alias.
      const alias = classNameInFile(scope, "com.pulumi.core.Alias");
      return value.map((urn) => chainCode(alias, [{ name: "withUrn", args: [text(urn)] }]));
    }
  }
}

function builderCode(from: string, calls: readonly Call[], scope: Scope): Code {
  const all = [{ name: "builder", args: [] }, ...calls, { name: "build", args: [] }];
  return chainCode(classNameInFile(scope, from), all);
}

function optionsClass({ node }: Scope): string {
  return node.kind === "component" ? core.ComponentResourceOptions : core.CustomResourceOptions;
}

function unsupportedOptions(scope: Scope): readonly string[] {
  const { deletedWith } = scope.node.options;
  if (deletedWith === undefined) return [];
  scope.report("deletedWith", "The Java SDK does not have the option deletedWith.", "");
  return [`// The Java SDK does not have this option: deletedWith(${scope.variableOf(deletedWith)})`];
}

function durationCode(seconds: number, scope: Scope): Code {
  const { count, unit } = spanOf(seconds);
  const [name, amount] = Number.isInteger(count)
    ? [`of${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}`, `${count}`]
    : ["ofNanos", `${Math.round(count * 1e9)}L`];
  return chainCode(classNameInFile(scope, core.Duration), [{ name, args: [wordCode(amount)] }]);
}
