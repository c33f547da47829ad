/** Runs a TypeScript program with recording SDKs. Returns each resource with its inputs and options as text, independent of variables and layout. */
import { posix } from "node:path";
import { runInNewContext } from "node:vm";
import ts from "typescript";

/** Inputs and options of each resource by `class name`. */
export type Registrations = ReadonlyMap<string, string>;

/** @param files texts by path, with the main file `index.ts` */
export function registrationsOf(files: Readonly<Record<string, string>>): Registrations {
  const made = new Map<string, string>();
  const sdks = new Map<string, unknown>();
  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const cached = loaded.get(path);
    if (cached !== undefined) return cached.exports;
    const text = files[path];
    if (text === undefined) throw new Error(`The program does not contain ${path}`);
    const module = { exports: {} };
    loaded.set(path, module);
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const require = (name: string): unknown => {
      if (name.startsWith(".")) return load(`${posix.join(posix.dirname(path), name).replace(/\.js$/, "")}.ts`);
      const sdk = sdks.get(name) ?? member(name, made);
      sdks.set(name, sdk);
      return sdk;
    };
    runInNewContext(outputText, { module, exports: module.exports, require });
    return module.exports;
  };
  const program = load("index.ts");
  // A program can export a function, which the engine calls.
  if (typeof program === "function") program();
  return made;
}

const texts = new WeakMap<object, string>();

/** Returns a fake SDK member that is a class, a function and a namespace. */
function member(path: string, made: Map<string, string>): unknown {
  const proxy: object = new Proxy(function made() {}, {
    get: (_, key) => {
      if (key === "__esModule") return true;
      if (typeof key === "symbol") return undefined;
      return member(`${path}.${key}`, made);
    },
    apply: (_, __, given: unknown[]) => value(`${path}(${given.map(format).join()})`),
    construct: (_, args: unknown[]) => {
      const isComponent = path === "@pulumi/pulumi.ComponentResource";
      if (path.startsWith("@pulumi/pulumi.") && !isComponent)
        return value(`new ${path}(${args.map(format).join()})`) as object;
      const [type, id, ...rest] = isComponent ? args : [path, ...args];
      const key = `${String(type)} ${String(id)}`;
      if (made.has(key)) throw new Error(`${key} is registered twice`);
      const [inputs, options] = rest;
      made.set(key, `${format(inputs ?? {})} ${format(options ?? {})}`);
      return value(`<${key}>`) as object;
    },
  });
  texts.set(proxy, path);
  return proxy;
}

/** Returns a fake output that prints its source. */
function value(text: string): unknown {
  const proxy: object = new Proxy(function made() {}, {
    get: (_, key) => {
      if (key === "apply")
        return (change: (given: unknown) => unknown) => value(`${text}.apply(${format(change(value("it")))})`);
      if (key === Symbol.toPrimitive) return () => text;
      return typeof key === "symbol" ? undefined : value(`${text}.${key}`);
    },
    apply: (_, __, given: unknown[]) => value(`${text}(${given.map(format).join()})`),
  });
  texts.set(proxy, text);
  return proxy;
}

/** Formats a value with sorted object keys. */
function format(given: unknown): string {
  if ((typeof given !== "object" && typeof given !== "function") || given === null)
    return JSON.stringify(given) ?? "undefined";
  const known = texts.get(given);
  if (known !== undefined) return known;
  if (Array.isArray(given)) return `[${given.map(format).join()}]`;
  const members = Object.entries(given).map(([key, one]) => `${JSON.stringify(key)}:${format(one)}`);
  return `{${members.sort().join()}}`;
}
