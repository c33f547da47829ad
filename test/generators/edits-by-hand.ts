/** Random edits like a user's, by seed: comments, layout, renames, options, additional code, and moves. The program stays valid. */
import { format } from "prettier";
import ts from "typescript";
import type { Draw } from "../support/mutate.ts";

/** Returns the edited program, or undefined if the edit does not apply to it. */
type EditByHand = (text: string, draw: Draw, fixed: ReadonlySet<string>) => string | undefined | Promise<string>;

interface Change {
  readonly at: number;
  readonly to?: number;
  readonly text: string;
}

/** Edits by name. `fixed` has logical names of resources that must not move. */
export const editsByHand: Readonly<Record<string, EditByHand>> = {
  "a comment above a statement": (text, draw) => {
    const statement = pick(parsed(text).statements, draw);
    return statement && put(text, [{ at: statement.getStart(), text: `// note ${draw(1000)}\n` }]);
  },
  "a comment after a statement": (text, draw) => {
    const statement = pick(parsed(text).statements, draw);
    return statement && put(text, [{ at: statement.end, text: ` // because of ${draw(1000)}\n` }]);
  },
  "a comment in a statement": (text, draw) => {
    const property = pick(all(parsed(text), ts.isPropertyAssignment), draw);
    return property && put(text, [{ at: property.getStart(), text: `/* keep ${draw(1000)} */ ` }]);
  },
  "a comment at the end": (text, draw) => `${text}\n/*\n * The end, ${draw(1000)}.\n */\n`,
  "another layout": (text, draw) =>
    format(text, {
      parser: "typescript",
      semi: draw(2) === 0,
      singleQuote: draw(2) === 0,
      useTabs: draw(3) === 0,
      tabWidth: 2 + draw(3),
      printWidth: [60, 80, 120][draw(3)] ?? 80,
      trailingComma: draw(2) === 0 ? "none" : "all",
    }),
  "a renamed variable": (text, draw) => {
    const variable = pick(resourceVariables(text), draw);
    return variable && renamed(text, variable, `${variable}By${draw(1000)}`);
  },
  "a renamed import": (text, draw) => {
    const name = pick(all(parsed(text), ts.isNamespaceImport), draw)?.name.text;
    return name && renamed(text, name, `${name.slice(0, 2)}Sdk${draw(1000)}`);
  },
  "another kind of import": (text, draw) => {
    const one = pick(parsed(text).statements.filter(ts.isImportDeclaration), draw);
    const name = one?.importClause?.namedBindings;
    if (one === undefined || name === undefined || !ts.isNamespaceImport(name)) return undefined;
    const code = `import ${name.name.text} = require(${one.moduleSpecifier.getText()});`;
    return put(text, [{ at: one.getStart(), to: one.end, text: code }]);
  },
  "another option": (text, draw) => {
    const options = pick(optionObjects(text), draw);
    if (options === undefined) return undefined;
    const has = (name: string): boolean => options.properties.some((one) => one.name?.getText() === name);
    const own = (["protect", "retainOnDelete", "deleteBeforeReplace"] as const).filter((name) => !has(name));
    const name = pick(own, draw);
    return name && put(text, [{ at: options.getStart() + 1, text: ` ${name}: ${draw(2) === 0}, ` }]);
  },
  "a removed option": (text, draw) => {
    const options = pick(optionObjects(text), draw);
    const property = options?.properties.find((one) => one.name?.getText() === "protect");
    if (property === undefined) return undefined;
    const comma = /^\s*,/.exec(text.slice(property.end))?.[0].length ?? 0;
    return put(text, [{ at: property.getStart(), to: property.end + comma, text: "" }]);
  },
  "another value": (text, draw) => {
    const values = all(parsed(text), ts.isPropertyAssignment).filter(({ initializer }) =>
      ts.isStringLiteral(initializer),
    );
    const value = pick(values, draw)?.initializer;
    return value && put(text, [{ at: value.getStart(), to: value.end, text: `"other ${draw(1000)}"` }]);
  },
  "single quotes": (text, draw) => {
    const values = all(parsed(text), ts.isPropertyAssignment).filter(
      ({ initializer }) => ts.isStringLiteral(initializer) && /^[\w./-]*$/.test(initializer.text),
    );
    const value = pick(values, draw)?.initializer;
    if (value === undefined || !ts.isStringLiteral(value)) return undefined;
    return put(text, [{ at: value.getStart(), to: value.end, text: `\`${value.text}\`` }]);
  },
  "a value moved to a constant": (text, draw) => {
    const tree = parsed(text);
    const values = all(tree, ts.isPropertyAssignment).filter(({ initializer }) => ts.isStringLiteral(initializer));
    const value = pick(values, draw)?.initializer;
    if (value === undefined) return undefined;
    const name = `constant${draw(100_000)}`;
    if (text.includes(name)) return undefined;
    const statement = statementOf(value, tree);
    return put(text, [
      { at: statement.getStart(), text: `const ${name} = ${value.getText()};\n` },
      { at: value.getStart(), to: value.end, text: name },
    ]);
  },
  "reordered inputs": (text, draw) => {
    const objects = all(parsed(text), ts.isNewExpression).flatMap(({ arguments: given = [] }) =>
      [...given].filter(ts.isObjectLiteralExpression).filter(({ properties }) => properties.length > 1),
    );
    const [first, other] = pick(objects, draw)?.properties ?? [];
    if (first === undefined || other === undefined) return undefined;
    return put(text, [
      { at: first.getStart(), to: first.end, text: other.getText() },
      { at: other.getStart(), to: other.end, text: first.getText() },
    ]);
  },
  "an export": (text, draw) => {
    const statement = pick(
      parsed(text).statements.filter((one) => ts.isVariableStatement(one) && one.modifiers === undefined),
      draw,
    );
    return statement && put(text, [{ at: statement.getStart(), text: "export " }]);
  },
  "code at the end": (text, draw) => {
    const variable = pick(resourceVariables(text), draw);
    const number = draw(100_000);
    return variable && `${text}\nexport const output${number} = ${variable}.id;\n`;
  },
  "code between statements": (text, draw) => {
    const tree = parsed(text);
    const first = tree.statements.findIndex(
      (one) => !ts.isImportDeclaration(one) && !ts.isImportEqualsDeclaration(one),
    );
    const statement = pick(tree.statements.slice(Math.max(first, 0)), draw);
    const number = draw(100_000);
    const code = [
      `function helper${number}(name: string) {\n    return name + "-${number}";\n}\n`,
      `interface Settings${number} {\n    size: number;\n}\n`,
      `const list${number} = [1, 2, 3].map((covers) => covers + ${number});\n`,
      `for (const word of ["a", "b"]) {\n    void word;\n}\n`,
    ][draw(4)];
    return statement && put(text, [{ at: statement.getStart(), text: `${code}\n` }]);
  },
  "a resource of the user": (text, draw) => {
    const alias = all(parsed(text), ts.isNamespaceImport).find((one) =>
      /simcloud"|simcloud'/.test(one.parent.parent.getText()),
    );
    const number = draw(100_000);
    if (alias === undefined) return undefined;
    return `${text}\nconst own${number} = new ${alias.name.text}.storage.Bucket("own-${number}", { bucket: "own-${number}" });\n`;
  },
  "another place": (text, draw) => {
    const tree = parsed(text);
    const movable = tree.statements.filter((one) => ts.isVariableStatement(one));
    const statement = pick(movable, draw);
    if (statement === undefined) return undefined;
    const [name] = declared(statement);
    const users = tree.statements.filter((one) => one !== statement && name !== undefined && uses(one, name));
    const end = users[0] === undefined ? tree.statements.length : tree.statements.indexOf(users[0]);
    const after = tree.statements.slice(tree.statements.indexOf(statement), end).at(-1);
    if (after === undefined || after === statement) return undefined;
    return put(text, [
      { at: statement.getStart(), to: statement.end, text: "" },
      { at: after.end, text: `\n${statement.getText()}` },
    ]);
  },
  "no empty lines": (text) => (text.includes("`") ? undefined : text.replace(/\n{2,}/g, "\n")),
  "Windows line endings": (text) => text.replace(/\r?\n/g, "\r\n"),
  "a statement less": (text, draw, fixed) => {
    const leaf = unusedResource(text, draw, fixed);
    return leaf && put(text, [{ at: leaf.getStart(), to: leaf.end, text: "" }]);
  },
  "a commented-out statement": (text, draw, fixed) => {
    const leaf = unusedResource(text, draw, fixed);
    if (leaf === undefined || leaf.getText().includes("*/")) return undefined;
    return put(text, [
      { at: leaf.getStart(), text: "/* later:\n" },
      { at: leaf.end, text: "\n*/" },
    ]);
  },
  "a statement in a condition": (text, draw, fixed) => {
    const leaf = unusedResource(text, draw, fixed);
    if (leaf === undefined || /^export/.test(leaf.getText())) return undefined;
    return put(text, [
      { at: leaf.getStart(), text: "if (Math.PI > 3) {\n" },
      { at: leaf.end, text: "\n}" },
    ]);
  },
};

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest, true);
}

function put(text: string, changes: readonly Change[]): string {
  let result = text;
  for (const { at, to = at, text: code } of [...changes].sort((a, b) => b.at - a.at))
    result = result.slice(0, at) + code + result.slice(to);
  return result;
}

function pick<T>(items: readonly T[], draw: Draw): T | undefined {
  return items.length === 0 ? undefined : items[draw(items.length)];
}

function all<T extends ts.Node>(tree: ts.Node, is: (node: ts.Node) => node is T): readonly T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function statementOf(node: ts.Node, tree: ts.SourceFile): ts.Node {
  let at = node;
  while (at.parent !== tree) at = at.parent;
  return at;
}

/** Returns statements with one resource. */
function resourceStatements(text: string): readonly ts.VariableStatement[] {
  return parsed(text).statements.filter((one): one is ts.VariableStatement => {
    const [only, ...others] = ts.isVariableStatement(one) ? one.declarationList.declarations : [];
    const made = only?.initializer;
    return (
      others.length === 0 &&
      made !== undefined &&
      ts.isNewExpression(made) &&
      !/\bConfig$/.test(made.expression.getText())
    );
  });
}

function resourceVariables(text: string): readonly string[] {
  return resourceStatements(text).flatMap(declared);
}

function declared(statement: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}

/** Returns the options arguments of constructor calls. */
function optionObjects(text: string): readonly ts.ObjectLiteralExpression[] {
  return resourceStatements(text).flatMap((statement) => {
    const made = statement.declarationList.declarations[0]?.initializer;
    const given = made !== undefined && ts.isNewExpression(made) ? (made.arguments ?? []) : [];
    const last = given.at(-1);
    const isComponent =
      made !== undefined && ts.isNewExpression(made) && /ComponentResource$/.test(made.expression.getText());
    return last !== undefined && ts.isObjectLiteralExpression(last) && given.length === (isComponent ? 4 : 3)
      ? [last]
      : [];
  });
}

function uses(node: ts.Node, name: string): boolean {
  return all(node, ts.isIdentifier).some((one) => one.text === name);
}

/** Returns a resource that no other statement uses, and that is not fixed. */
function unusedResource(text: string, draw: Draw, fixed: ReadonlySet<string>): ts.VariableStatement | undefined {
  const { statements } = parsed(text);
  const unused = resourceStatements(text).filter((statement) => {
    const [name] = declared(statement);
    const logical = all(statement, ts.isStringLiteral)
      .slice(0, 2)
      .map(({ text: one }) => one);
    const users = statements.filter(
      (one) => one.getStart() !== statement.getStart() && name !== undefined && uses(one, name),
    );
    return users.length === 0 && !logical.some((one) => fixed.has(one));
  });
  return pick(unused, draw);
}

/** Renames a variable or import of the file, but not members with the same name. */
function renamed(text: string, from: string, to: string): string {
  const changes = all(parsed(text), ts.isIdentifier).flatMap((node): readonly Change[] => {
    const { parent } = node;
    const isKey =
      ((ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node) ||
      node.text !== from;
    if (isKey) return [];
    const code = ts.isShorthandPropertyAssignment(parent) ? `${from}: ${to}` : to;
    return [{ at: node.getStart(), to: node.end, text: code }];
  });
  return put(text, changes);
}
