/**
 * Collects the object types that properties refer to (pulumi-terraform-bridge `pkg/tfgen/generate_schema.go`, declareType and genObjectType). If
 * several objects have the same name, the last shape is used.
 */
import type { ObjectSpec, Properties, TypeSpec } from "./document.ts";
import type { Fields } from "./model.ts";
import { namedFields, propertySpecs, requiredOf, type Scope } from "./properties.ts";

interface Declared {
  readonly fields: Fields;
  properties: Properties;
  required: readonly string[];
  inputs: readonly string[];
  outputs: readonly string[];
}

const ownTypes = "#/types/";

/** The object types of a resource, a data source, or the provider. */
export class ObjectTypes {
  readonly packageName: string;
  /** The module of the types, such as `aws:index`. */
  readonly #module: string;
  readonly #declared = new Map<string, Declared>();
  /** The object that was declared with a name before the current object, by name. */
  readonly #replaced = new Map<string, Declared>();
  readonly referred = new Set<string>();

  constructor(packageName: string, module: string) {
    this.packageName = packageName;
    this.#module = module;
  }

  /** Declares a type and returns its reference. */
  declare(name: string, fields: Fields, scope: Scope): string {
    const full = scope.prefix + titleCase(name);
    const fieldsByName = namedFields(fields);
    const required = requiredOf(fieldsByName, scope.position);
    const previous = this.#declared.get(full);
    const isInput = scope.position === "input";
    const declaration: Declared = {
      fields,
      properties: {},
      required,
      inputs: isInput ? required : (previous?.inputs ?? []),
      outputs: isInput ? (previous?.outputs ?? []) : required,
    };
    if (previous !== undefined && previous.fields !== fields) this.#replaced.set(full, previous);
    this.#declared.set(full, declaration);
    declaration.properties = propertySpecs(fieldsByName, { ...scope, prefix: full });
    return `#/types/${this.#tokenOf(full)}`;
  }

  refer({ $ref = "", items, oneOf = [] }: TypeSpec): void {
    if ($ref.startsWith(ownTypes)) this.referred.add($ref.slice(ownTypes.length));
    for (const inner of [...oneOf, ...(items === undefined ? [] : [items])]) this.refer(inner);
  }

  #tokenOf(name: string): string {
    return `${this.#module}/${name}:${name}`;
  }

  /** Returns true if objects with different shapes have this name. */
  isAmbiguous(name: string): boolean {
    const [replaced, declared] = [this.#replaced.get(name), this.#declared.get(name)];
    return replaced !== undefined && declared !== undefined && declaredShape(replaced) !== declaredShape(declared);
  }

  *specs(): Iterable<readonly [token: string, spec: ObjectSpec]> {
    for (const [name, { properties, required, inputs, outputs }] of this.#declared) {
      const nodejs = {
        requiredInputs: equal(required, inputs) ? undefined : [...inputs].sort(),
        requiredOutputs: equal(required, outputs) ? undefined : [...outputs].sort(),
      };
      const spec = objectSpec(properties, required);
      yield [
        this.#tokenOf(name),
        equal(required, inputs) && equal(required, outputs) ? spec : { ...spec, language: { nodejs } },
      ];
    }
  }
}

function declaredShape({ properties, required }: Declared): string {
  return JSON.stringify([properties, [...required].sort()]);
}

export function objectSpec(properties: Properties, required: readonly string[], description?: string): ObjectSpec {
  return {
    description,
    properties: unlessEmpty(properties),
    type: "object",
    required: unlessEmpty(required),
  };
}

/** Returns undefined for an object or list without members, so that the schema omits it. */
export function unlessEmpty<T extends object>(members: T): T | undefined {
  return Object.keys(members).length > 0 ? members : undefined;
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one);
  return names.size === new Set(other).size && other.every((name) => names.has(name));
}

/** Capitalizes the first letter of each word. An underscore does not end a word. */
function titleCase(name: string): string {
  return name.replace(/[\p{L}\p{N}_]+/gu, (word) => word.replace(/\p{L}/u, (letter) => letter.toUpperCase()));
}
