/** Finds the constructor calls of resources in a program, with their names, parents, and variables. */
import type { ts as Ts } from "ts-morph";
import { nodesIn, ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";
import {
  expressionMeaning,
  type Meaning,
  type Reading,
  staticText,
  type Texts,
  withoutParentheses,
  withParentheses,
} from "./values.ts";

/** A resource that the program constructs or reads with `get`. */
export interface Construction {
  readonly file: SourceFile;
  readonly node: Ts.NewExpression | Ts.CallExpression;
  readonly type: ConstructedType;
  readonly name: string;
  readonly parent: Parent;
  /** The variable and the member path that hold the resource. Omitted if no name refers to it. */
  readonly holder?: Holder;
  /** The component of the program whose constructor creates the resource. Omitted if it is created outside of components. */
  readonly within?: Construction;
}

export type ConstructedType =
  /** A class of an npm package: the module path with the class as its last element. */
  | { readonly kind: "package"; readonly from: string; readonly path: readonly string[] }
  /** The token that a component of the program registers. */
  | { readonly kind: "token"; readonly token: string };

type Parent =
  | { readonly kind: "root" }
  | { readonly kind: "expression"; readonly node: Ts.Expression }
  | { readonly kind: "construction"; readonly of: Construction }
  | { readonly kind: "unknown" };

export interface Holder {
  readonly file: SourceFile;
  readonly variable: Ts.VariableDeclaration;
  readonly name: string;
  /** The path from the variable to the resource: `.vpc`, `[0]`, or empty. */
  readonly members: string;
}

/**
 * Finds constructor calls in the order of the files. Calls with computed names are skipped.
 *
 * @param reads true to include `get` calls, which read external resources
 */
export function findConstructions(reading: Reading, { reads = false } = {}): readonly Construction[] {
  // Skip the classes of components. Their resources are added for each instance.
  const isComponent = (node: Ts.Node): boolean => ts.isClassLike(node) && isComponentClass(node);
  return [...reading.sources.files.values()].flatMap((file) =>
    nodesIn(file.tree, isComponent).flatMap((node) => {
      if (ts.isNewExpression(node)) return constructed(node, file, reading);
      return reads && ts.isCallExpression(node) ? readBy(node, file, reading) : [];
    }),
  );
}

function constructed(node: Ts.NewExpression, file: SourceFile, reading: Reading): readonly Construction[] {
  const holder = resultHolder(node, file);
  return constructionsOfCall(node, file, reading, new Map(), (options) => constructedParent(options), holder, 8);
}

/** Returns the external resource that a call such as `aws.s3.Bucket.get("logs", "logs-7f3a")` reads. */
function readBy(node: Ts.CallExpression, file: SourceFile, reading: Reading): readonly Construction[] {
  const callee = withoutParentheses(node.expression);
  const [first, id, ...more] = node.arguments;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "get") return [];
  if (first === undefined || id === undefined) return [];
  const type = expressionMeaning(callee.expression, file, reading);
  const name = staticText(first, file, reading, new Map());
  if (type?.kind !== "package" || type.from === "@pulumi/pulumi" || name === undefined) return [];
  const parent = constructedParent(more.findLast((one) => isOptions(one)) ?? opaqueOptions([...node.arguments], 4));
  const holder = resultHolder(node, file);
  return [{ file, node, type, name, parent, holder }];
}

/** Returns the resource of a constructor call and the resources that its class's constructor creates. */
function constructionsOfCall(
  node: Ts.NewExpression,
  file: SourceFile,
  reading: Reading,
  texts: Texts,
  parentBy: (options: Ts.Expression | undefined) => Parent,
  holder: Holder | undefined,
  depth: number,
  within?: Construction,
): readonly Construction[] {
  const meaning = expressionMeaning(node.expression, file, reading);
  const args = [...(node.arguments ?? [])];
  const read = (index: number): string | undefined => {
    const argument = args[index];
    return argument === undefined ? undefined : staticText(argument, file, reading, texts);
  };
  const isBare = meaning?.kind === "package" && isBareComponent(meaning);
  const type = isBare ? tokenType(read(0)) : constructedType(meaning, reading);
  const name = read(isBare ? 1 : 0);
  if (type === undefined || name === undefined || depth === 0) return [];
  const parent = parentBy(args.slice(1).findLast((one) => isOptions(one)) ?? opaqueOptions(args, isBare ? 4 : 3));
  const construction: Construction = { file, node, type, name, parent, holder, within };
  if (meaning?.kind !== "class") return [construction];
  return [construction, ...componentConstructions(meaning.node, meaning.file, reading, name, construction, depth - 1)];
}

/** Finds the resources that a component's constructor creates for one instance. */
function componentConstructions(
  node: Ts.ClassDeclaration,
  file: SourceFile,
  reading: Reading,
  name: string,
  instance: Construction,
  depth: number,
): readonly Construction[] {
  const constructorNode = node.members.find(ts.isConstructorDeclaration);
  const [parameter] = constructorNode?.parameters ?? [];
  if (constructorNode?.body === undefined || parameter === undefined) return [];
  const texts: Texts = new Map([[parameter, name]]);
  const parentBy = (options: Ts.Expression | undefined): Parent => {
    const parent = constructedParent(options);
    return parent.kind === "expression" && withoutParentheses(parent.node).kind === ts.SyntaxKind.ThisKeyword
      ? { kind: "construction", of: instance }
      : parent.kind === "root"
        ? parent
        : { kind: "unknown" };
  };
  const isNested = (descendant: Ts.Node): boolean => ts.isFunctionLike(descendant) || ts.isClassLike(descendant);
  const calls = nodesIn(constructorNode.body, isNested).filter(ts.isNewExpression);
  return calls.flatMap((call) => {
    const member = publicMember(call, node);
    const holder =
      member === undefined || instance.holder === undefined
        ? undefined
        : { ...instance.holder, members: `${instance.holder.members}.${member}` };
    return constructionsOfCall(call, file, reading, texts, parentBy, holder, depth, instance);
  });
}

/** Returns the public member of `this` that a constructed resource is assigned to, or undefined. */
function publicMember(node: Ts.NewExpression, owner: Ts.ClassDeclaration): string | undefined {
  const assigned = withParentheses(node).parent;
  if (!ts.isBinaryExpression(assigned) || assigned.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const { left } = assigned;
  if (!ts.isPropertyAccessExpression(left) || left.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  const { name } = left;
  const declared = owner.members.find(
    (member) => member.name !== undefined && ts.isIdentifier(member.name) && member.name.text === name.text,
  );
  if (declared === undefined || !ts.isPropertyDeclaration(declared) || !ts.isIdentifier(name)) return undefined;
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.StaticKeyword];
  const isHidden = declared.modifiers?.some(({ kind }) => hidden.includes(kind)) ?? false;
  // Code outside of the class can't use a hidden member, and an optional member (`vpc?: Vpc`) can be undefined.
  return isHidden || declared.questionToken !== undefined ? undefined : name.text;
}

function constructedType(meaning: Meaning | undefined, reading: Reading): ConstructedType | undefined {
  if (meaning?.kind === "package") return meaning;
  if (meaning?.kind !== "class") return undefined;
  const { node, file } = meaning;
  // A class without a constructor passes its arguments to the class that it extends.
  if (!node.members.some(ts.isConstructorDeclaration)) return extendedType(node, file, reading, true);
  return tokenType(registeredToken(node, file, reading));
}

/**
 * Returns the package class that a class of the program extends, directly or indirectly. Its resources have the type of that class.
 *
 * @param isPlain true to follow only classes without constructors
 */
export function extendedType(
  { heritageClauses }: Ts.ClassDeclaration,
  file: SourceFile,
  reading: Reading,
  isPlain = false,
  depth = 8,
): ConstructedType | undefined {
  const [base] = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ?? [];
  const meaning = base === undefined || depth === 0 ? undefined : expressionMeaning(base.expression, file, reading);
  // A class that extends `ComponentResource` registers a type of its own.
  if (meaning?.kind === "package") return meaning.from === "@pulumi/pulumi" ? undefined : meaning;
  if (meaning?.kind !== "class") return undefined;
  if (isPlain && meaning.node.members.some(ts.isConstructorDeclaration)) return undefined;
  return extendedType(meaning.node, meaning.file, reading, isPlain, depth - 1);
}

function tokenType(token: string | undefined): ConstructedType | undefined {
  return token === undefined ? undefined : { kind: "token", token };
}

function isBareComponent({ from, path }: Meaning & { kind: "package" }): boolean {
  return from === "@pulumi/pulumi" && path.join(".") === "ComponentResource";
}

/** Returns the token that a component class registers: the first argument of `super` in its constructor. */
function registeredToken(node: Ts.ClassDeclaration, file: SourceFile, reading: Reading): string | undefined {
  const constructorNode = node.members.find(ts.isConstructorDeclaration);
  for (const statement of constructorNode?.body?.statements ?? []) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
    const { expression, arguments: args } = statement.expression;
    const [first] = args;
    if (expression.kind === ts.SyntaxKind.SuperKeyword && first !== undefined)
      return staticText(first, file, reading, new Map());
  }
  return undefined;
}

function isComponentClass(node: Ts.ClassLikeDeclaration): boolean {
  return node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false;
}

/** Returns true for an object literal that sets a resource option. */
function isOptions(node: Ts.Expression): boolean {
  const object = withoutParentheses(node);
  if (!ts.isObjectLiteralExpression(object)) return false;
  return object.properties.some(
    ({ name }) => name !== undefined && ts.isIdentifier(name) && optionNames.has(name.text),
  );
}

const optionNames: ReadonlySet<string> = new Set(
  "parent provider providers dependsOn protect aliases ignoreChanges retainOnDelete deletedWith import version".split(
    " ",
  ),
);

/** Returns the last argument if it can be options but is not an object literal. */
function opaqueOptions(args: readonly Ts.Expression[], usual: number): Ts.Expression | undefined {
  const last = args[usual - 1] ?? undefined;
  return last !== undefined && !ts.isObjectLiteralExpression(withoutParentheses(last)) ? last : undefined;
}

function constructedParent(options: Ts.Expression | undefined): Parent {
  if (options === undefined) return { kind: "root" };
  const object = withoutParentheses(options);
  if (!ts.isObjectLiteralExpression(object)) return { kind: "unknown" };
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) return { kind: "unknown" };
    if (property.name === undefined || !ts.isIdentifier(property.name) || property.name.text !== "parent") continue;
    if (ts.isPropertyAssignment(property)) return { kind: "expression", node: property.initializer };
    return ts.isShorthandPropertyAssignment(property)
      ? { kind: "expression", node: property.name }
      : { kind: "unknown" };
  }
  return { kind: "root" };
}

/** Finds the variable that holds the result, directly or in objects and arrays. Returns undefined for reassigned variables. */
function resultHolder(node: Ts.Expression, file: SourceFile): Holder | undefined {
  const whole = withParentheses(node);
  const { parent } = whole;
  if (ts.isVariableDeclaration(parent) && parent.initializer === whole && ts.isIdentifier(parent.name)) {
    if (isReassigned(parent.name.text, parent, file) || isWidened(parent)) return undefined;
    return { file, variable: parent, name: parent.name.text, members: "" };
  }
  if (ts.isPropertyAssignment(parent) && parent.initializer === whole && ts.isObjectLiteralExpression(parent.parent)) {
    const member = ts.isIdentifier(parent.name) ? `.${parent.name.text}` : memberText(parent.name);
    const outer = member === undefined ? undefined : resultHolder(parent.parent, file);
    return outer === undefined ? undefined : { ...outer, members: `${outer.members}${member}` };
  }
  if (ts.isArrayLiteralExpression(parent) && !parent.elements.some(ts.isSpreadElement)) {
    const outer = resultHolder(parent, file);
    return outer && { ...outer, members: `${outer.members}[${parent.elements.indexOf(whole)}]` };
  }
  return undefined;
}

/** Returns true if the declared type differs from the class. Such a type can lack members of the class. */
function isWidened({ type, initializer }: Ts.VariableDeclaration): boolean {
  if (type === undefined) return false;
  const made = initializer === undefined ? undefined : withoutParentheses(initializer);
  if (made === undefined || !ts.isNewExpression(made)) return true;
  return type.getText() !== made.expression.getText();
}

function memberText(name: Ts.PropertyName): string | undefined {
  return ts.isStringLiteralLike(name) ? `[${JSON.stringify(name.text)}]` : undefined;
}

/** Returns true if a `let` or `var` variable is assigned again. Checks every variable with this name in the file. */
function isReassigned(name: string, { parent }: Ts.VariableDeclaration, file: SourceFile): boolean {
  if (ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0) return false;
  return nodesIn(file.tree).some(
    (node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isIdentifier(node.left) &&
      node.left.text === name,
  );
}
