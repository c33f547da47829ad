/** Resolves names to declarations in the scopes of a file. */
import type { ts as Ts } from "ts-morph";
import { nodesIn, ts } from "./compiler.ts";

export type Declaration =
  | { readonly kind: "variable"; readonly node: Ts.VariableDeclaration; readonly name: string }
  /** An element of a destructuring pattern: `const { s3 } = aws`. */
  | { readonly kind: "element"; readonly node: Ts.BindingElement; readonly name: string }
  /** An import. `imported` is `*` for a namespace import and `default` for a default import. */
  | {
      readonly kind: "import";
      readonly node: Ts.Node;
      readonly name: string;
      readonly from: string;
      readonly imported: string;
    }
  /** An import alias: `import s3 = aws.s3`. */
  | {
      readonly kind: "alias";
      readonly node: Ts.ImportEqualsDeclaration;
      readonly name: string;
      readonly entity: Ts.EntityName;
    }
  | { readonly kind: "class"; readonly node: Ts.ClassDeclaration; readonly name: string }
  | { readonly kind: "parameter"; readonly node: Ts.ParameterDeclaration; readonly name: string }
  | { readonly kind: "other"; readonly node: Ts.Node; readonly name: string };

type Scope = ReadonlyMap<string, Declaration>;

const knownScopes = new WeakMap<Ts.Node, Scope>();

/** Returns the declaration of a name at a node, or undefined for globals and unknown names. */
export function resolveName(name: string, start: Ts.Node): Declaration | undefined {
  for (let node: Ts.Node | undefined = start; node !== undefined; node = node.parent) {
    const declaration = isScopeNode(node) ? declarationsIn(node).get(name) : undefined;
    if (declaration !== undefined) return declaration;
  }
  return undefined;
}

/** Returns the scope that contains a declaration. */
export function scopeAround(node: Ts.Node): Ts.Node {
  let ancestor = node.parent;
  while (!isScopeNode(ancestor)) ancestor = ancestor.parent;
  return ancestor;
}

/** Returns the declarations directly in a scope. */
export function declarationsIn(node: Ts.Node): Scope {
  const cached = knownScopes.get(node);
  if (cached !== undefined) return cached;
  const declarations = new Map<string, Declaration>();
  const add = (declaration: Declaration): void => {
    if (!declarations.has(declaration.name)) declarations.set(declaration.name, declaration);
  };
  if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node)) {
    for (const statement of node.statements) for (const declaration of declaredByStatement(statement)) add(declaration);
  } else if (ts.isFunctionLike(node)) {
    for (const parameter of node.parameters)
      for (const declaration of bound(parameter.name, parameter)) add(declaration);
  } else if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    const { initializer } = node;
    if (initializer !== undefined && ts.isVariableDeclarationList(initializer))
      for (const declarator of initializer.declarations)
        for (const declaration of bound(declarator.name, declarator)) add(declaration);
  }
  knownScopes.set(node, declarations);
  return declarations;
}

function isScopeNode(node: Ts.Node): boolean {
  return (
    ts.isSourceFile(node) ||
    ts.isBlock(node) ||
    ts.isModuleBlock(node) ||
    ts.isCaseOrDefaultClause(node) ||
    ts.isFunctionLike(node) ||
    ts.isForStatement(node) ||
    ts.isForOfStatement(node) ||
    ts.isForInStatement(node)
  );
}

function declaredByStatement(statement: Ts.Statement): readonly Declaration[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((node) => bound(node.name, node));
  if (ts.isImportDeclaration(statement)) return importedDeclarations(statement);
  if (ts.isImportEqualsDeclaration(statement)) return [importEquals(statement)];
  if (ts.isClassDeclaration(statement) && statement.name !== undefined)
    return [{ kind: "class", node: statement, name: statement.name.text }];
  const { name } = statement as { readonly name?: Ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [{ kind: "other", node: statement, name: name.text }] : [];
}

function bound(
  name: Ts.BindingName,
  node: Ts.VariableDeclaration | Ts.ParameterDeclaration | Ts.BindingElement,
): readonly Declaration[] {
  if (ts.isIdentifier(name)) {
    if (ts.isVariableDeclaration(node)) return [{ kind: "variable", node, name: name.text }];
    if (ts.isBindingElement(node)) return [{ kind: "element", node, name: name.text }];
    return [{ kind: "parameter", node, name: name.text }];
  }
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name, element) : []));
}

/** Returns the declarations of an import. Type imports are not values. */
function importedDeclarations(statement: Ts.ImportDeclaration): readonly Declaration[] {
  const { importClause: clause, moduleSpecifier } = statement;
  if (clause === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const from = moduleSpecifier.text;
  const declaration = (node: Ts.Node, name: string, imported: string, isType: boolean): Declaration =>
    isType ? { kind: "other", node, name } : { kind: "import", node, name, from, imported };
  const { namedBindings: named } = clause;
  const defaultImport =
    clause.name === undefined ? [] : [declaration(clause, clause.name.text, "default", clause.isTypeOnly)];
  if (named === undefined) return defaultImport;
  if (ts.isNamespaceImport(named))
    return [...defaultImport, declaration(named, named.name.text, "*", clause.isTypeOnly)];
  const names = named.elements.map((element) =>
    declaration(
      element,
      element.name.text,
      (element.propertyName ?? element.name).text,
      clause.isTypeOnly || element.isTypeOnly,
    ),
  );
  return [...defaultImport, ...names];
}

function importEquals(node: Ts.ImportEqualsDeclaration): Declaration {
  const { moduleReference: reference, name } = node;
  if (!ts.isExternalModuleReference(reference)) return { kind: "alias", node, name: name.text, entity: reference };
  const from = ts.isStringLiteralLike(reference.expression) ? reference.expression.text : "";
  return node.isTypeOnly || from === ""
    ? { kind: "other", node, name: name.text }
    : { kind: "import", node, name: name.text, from, imported: "*" };
}

/** Returns every name in a file except names of members. */
export function namesIn(tree: Ts.SourceFile): ReadonlySet<string> {
  const identifiers = nodesIn(tree).filter(ts.isIdentifier);
  return new Set(identifiers.filter((node) => !isMemberName(node)).map(({ text }) => text));
}

function isMemberName(node: Ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  return (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node;
}
