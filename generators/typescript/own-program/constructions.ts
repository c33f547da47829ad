/**
 * Finds the constructor calls of resources in a program, with their names, their parents, and what holds their results.
 */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, type Meaning, type Reading, staticText, type Texts, withoutParentheses } from "./values.ts";

/** A resource that the program constructs, or reads by `get` of its class. */
export interface Construction {
  readonly file: SourceFile;
  readonly node: Ts.NewExpression | Ts.CallExpression;
  readonly type: ConstructedType;
  readonly name: string;
  readonly parent: Parent;
  /** The variable, and the members of it on the way to the resource. Absent: nothing that others can name. */
  readonly holder?: Holder;
  /** The component of the program whose constructor makes the resource. Absent: no component of the program does. */
  readonly within?: Construction;
}

export type ConstructedType =
  /** A class of a package: npm's name, and the path of modules with the class as its last part. */
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
  /** `.vpc`, `[0]`, or nothing. */
  readonly members: string;
}

/**
 * In the order of the files. Constructor calls whose names only a run knows are left out.
 *
 * @param reads those that read an external resource count too
 */
export function findConstructions(reading: Reading, { reads = false } = {}): readonly Construction[] {
  const found: Construction[] = [];
  for (const file of reading.sources.files.values()) {
    const visit = (node: Ts.Node): void => {
      // Each instance of a component constructs its own resources.
      if (ts.isClassLike(node) && isComponentClass(node)) return;
      if (ts.isNewExpression(node)) found.push(...constructed(node, file, reading));
      if (reads && ts.isCallExpression(node)) found.push(...readBy(node, file, reading));
      ts.forEachChild(node, visit);
    };
    visit(file.tree);
  }
  return found;
}

function constructed(node: Ts.NewExpression, file: SourceFile, reading: Reading): readonly Construction[] {
  const holder = resultHolder(node, file);
  return constructionsOfCall(node, file, reading, new Map(), (given) => constructedParent(given), holder, 8);
}

/** `aws.s3.Bucket.get("logs", "logs-7f3a")`: state and options may follow. */
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

/** A resource, and those that the constructor of its class makes. */
function constructionsOfCall(
  node: Ts.NewExpression,
  file: SourceFile,
  reading: Reading,
  texts: Texts,
  parentBy: (options: Ts.Expression | undefined) => Parent,
  holder: Holder | undefined,
  left: number,
  within?: Construction,
): readonly Construction[] {
  const meaning = expressionMeaning(node.expression, file, reading);
  const given = [...(node.arguments ?? [])];
  const read = (at: number): string | undefined => {
    const argument = given[at];
    return argument === undefined ? undefined : staticText(argument, file, reading, texts);
  };
  const isBare = meaning?.kind === "package" && isBareComponent(meaning);
  const type = isBare ? tokenType(read(0)) : constructedType(meaning, reading);
  const name = read(isBare ? 1 : 0);
  if (type === undefined || name === undefined || left === 0) return [];
  const parent = parentBy(given.slice(1).findLast((one) => isOptions(one)) ?? opaqueOptions(given, isBare ? 4 : 3));
  const made: Construction = { file, node, type, name, parent, holder, within };
  if (meaning?.kind !== "class") return [made];
  return [made, ...componentConstructions(meaning.node, meaning.file, reading, name, made, left - 1)];
}

/** The resources that the constructor of a component makes for one instance. */
function componentConstructions(
  node: Ts.ClassDeclaration,
  file: SourceFile,
  reading: Reading,
  name: string,
  instance: Construction,
  left: number,
): readonly Construction[] {
  const maker = node.members.find(ts.isConstructorDeclaration);
  const [parameter] = maker?.parameters ?? [];
  if (maker?.body === undefined || parameter === undefined) return [];
  const texts: Texts = new Map([[parameter, name]]);
  const found: Construction[] = [];
  const parentBy = (options: Ts.Expression | undefined): Parent => {
    const parent = constructedParent(options);
    return parent.kind === "expression" && withoutParentheses(parent.node).kind === ts.SyntaxKind.ThisKeyword
      ? { kind: "construction", of: instance }
      : parent.kind === "root"
        ? parent
        : { kind: "unknown" };
  };
  const visit = (at: Ts.Node): void => {
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return;
    if (ts.isNewExpression(at)) {
      const member = publicMember(at, node);
      const holder =
        member === undefined || instance.holder === undefined
          ? undefined
          : { ...instance.holder, members: `${instance.holder.members}.${member}` };
      found.push(...constructionsOfCall(at, file, reading, texts, parentBy, holder, left, instance));
    }
    ts.forEachChild(at, visit);
  };
  ts.forEachChild(maker.body, visit);
  return found;
}

/** The member of `this` that takes the result, where others may read it. */
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
  // Another type than the class itself may be an Output, or lack what a reference needs.
  return isHidden || declared.questionToken !== undefined ? undefined : name.text;
}

function constructedType(meaning: Meaning | undefined, reading: Reading): ConstructedType | undefined {
  if (meaning?.kind === "package") return meaning;
  if (meaning?.kind !== "class") return undefined;
  const { node, file } = meaning;
  // Without a constructor of its own, a class passes the name, the inputs and the options on.
  if (!node.members.some(ts.isConstructorDeclaration)) return extendedType(node, file, reading, true);
  return tokenType(registeredToken(node, file, reading));
}

/**
 * The class of a package that a class of the program extends, directly or through others: a resource of the subclass has the type of that class.
 *
 * @param isPlain only through classes without constructors
 */
export function extendedType(
  { heritageClauses }: Ts.ClassDeclaration,
  file: SourceFile,
  reading: Reading,
  isPlain = false,
  left = 8,
): ConstructedType | undefined {
  const [base] = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ?? [];
  const meaning = base === undefined || left === 0 ? undefined : expressionMeaning(base.expression, file, reading);
  // A component of the program has a type of its own.
  if (meaning?.kind === "package") return meaning.from === "@pulumi/pulumi" ? undefined : meaning;
  if (meaning?.kind !== "class") return undefined;
  if (isPlain && meaning.node.members.some(ts.isConstructorDeclaration)) return undefined;
  return extendedType(meaning.node, meaning.file, reading, isPlain, left - 1);
}

function tokenType(token: string | undefined): ConstructedType | undefined {
  return token === undefined ? undefined : { kind: "token", token };
}

function isBareComponent({ from, path }: Meaning & { kind: "package" }): boolean {
  return from === "@pulumi/pulumi" && path.join(".") === "ComponentResource";
}

/** The first argument of `super` in the constructor. */
function registeredToken(node: Ts.ClassDeclaration, file: SourceFile, reading: Reading): string | undefined {
  const maker = node.members.find(ts.isConstructorDeclaration);
  for (const statement of maker?.body?.statements ?? []) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
    const { expression, arguments: given } = statement.expression;
    const [first] = given;
    if (expression.kind === ts.SyntaxKind.SuperKeyword && first !== undefined)
      return staticText(first, file, reading, new Map());
  }
  return undefined;
}

function isComponentClass(node: Ts.ClassLikeDeclaration): boolean {
  return node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) ?? false;
}

/** An object that may be a resource's options: one with a member of theirs. */
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

/** The last argument, where it is an expression that may be options and whose members are not seen. */
function opaqueOptions(given: readonly Ts.Expression[], usual: number): Ts.Expression | undefined {
  const last = given[usual - 1] ?? undefined;
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

/** The expression with the parentheses and assertions around it. */
function withParentheses(node: Ts.Expression): Ts.Expression {
  let at: Ts.Expression = node;
  while (
    (ts.isParenthesizedExpression(at.parent) ||
      ts.isAsExpression(at.parent) ||
      ts.isSatisfiesExpression(at.parent) ||
      ts.isNonNullExpression(at.parent)) &&
    at.parent.expression === at
  )
    at = at.parent;
  return at;
}

/** The variable that the result goes to, itself or inside objects and lists. A variable that is assigned to again holds nothing for sure. */
function resultHolder(node: Ts.Expression, file: SourceFile): Holder | undefined {
  const at = withParentheses(node);
  const { parent } = at;
  if (ts.isVariableDeclaration(parent) && parent.initializer === at && ts.isIdentifier(parent.name)) {
    if (isReassigned(parent.name.text, parent, file) || isWidened(parent)) return undefined;
    return { file, variable: parent, name: parent.name.text, members: "" };
  }
  if (ts.isPropertyAssignment(parent) && parent.initializer === at && ts.isObjectLiteralExpression(parent.parent)) {
    const member = ts.isIdentifier(parent.name) ? `.${parent.name.text}` : memberText(parent.name);
    const outer = member === undefined ? undefined : resultHolder(parent.parent, file);
    return outer === undefined ? undefined : { ...outer, members: `${outer.members}${member}` };
  }
  if (ts.isArrayLiteralExpression(parent) && !parent.elements.some(ts.isSpreadElement)) {
    const outer = resultHolder(parent, file);
    return outer && { ...outer, members: `${outer.members}[${parent.elements.indexOf(at)}]` };
  }
  return undefined;
}

/** A declared type may lack what the class has: only the class itself counts as declared. */
function isWidened({ type, initializer }: Ts.VariableDeclaration): boolean {
  if (type === undefined) return false;
  const made = initializer === undefined ? undefined : withoutParentheses(initializer);
  if (made === undefined || !ts.isNewExpression(made)) return true;
  return type.getText() !== made.expression.getText();
}

function memberText(name: Ts.PropertyName): string | undefined {
  return ts.isStringLiteralLike(name) ? `[${JSON.stringify(name.text)}]` : undefined;
}

/** Whether anything assigns to a name that `let` or `var` declares; any variable of the name in the file counts. */
function isReassigned(name: string, { parent }: Ts.VariableDeclaration, file: SourceFile): boolean {
  if (ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0) return false;
  let found = false;
  const visit = (node: Ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isIdentifier(node.left) &&
      node.left.text === name
    )
      found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return found;
}
