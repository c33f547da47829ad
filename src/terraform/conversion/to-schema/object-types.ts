/**
 * The types of objects that a package's properties refer to: their names, and what of them is required (pulumi-terraform-bridge
 * `pkg/tfgen/generate_schema.go`, declareType and genObjectType). A name that stands for several objects has the shape of the last one.
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

/** The types of one owner. */
export class ObjectTypes {
  readonly packageName: string;
  /** Where the types are placed: `aws:index`. */
  readonly #module: string;
  readonly #declared = new Map<string, Declared>();
  /** Of names that stand for more than one object, the object before the last. */
  readonly #replaced = new Map<string, Declared>();
  /** Types of the package that a mapping refers to. */
  readonly referred = new Set<string>();

  constructor(packageName: string, module: string) {
    this.packageName = packageName;
    this.#module = module;
  }

  /** @returns the reference to the type. */
  declare(name: string, fields: Fields, scope: Scope): string {
    const full = scope.prefix + titleCase(name);
    const named = namedFields(fields);
    const required = requiredOf(named, scope.position);
    const known = this.#declared.get(full);
    const isInput = scope.position === "input";
    const own: Declared = {
      fields,
      properties: {},
      required,
      inputs: isInput ? required : (known?.inputs ?? []),
      outputs: isInput ? (known?.outputs ?? []) : required,
    };
    if (known !== undefined && known.fields !== fields) this.#replaced.set(full, known);
    this.#declared.set(full, own);
    own.properties = propertySpecs(named, { ...scope, prefix: full });
    return `#/types/${this.#tokenOf(full)}`;
  }

  refer({ $ref = "", items, oneOf = [] }: TypeSpec): void {
    if ($ref.startsWith(ownTypes)) this.referred.add($ref.slice(ownTypes.length));
    for (const inner of [...oneOf, ...(items === undefined ? [] : [items])]) this.refer(inner);
  }

  #tokenOf(name: string): string {
    return `${this.#module}/${name}:${name}`;
  }

  /** Whether the name stands for objects of more than one shape. */
  isAmbiguous(name: string): boolean {
    const [one, other] = [this.#replaced.get(name), this.#declared.get(name)];
    return one !== undefined && other !== undefined && declaredShape(one) !== declaredShape(other);
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
    properties: Object.keys(properties).length > 0 ? properties : undefined,
    type: "object",
    required: required.length > 0 ? required : undefined,
  };
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(one);
  return names.size === new Set(other).size && other.every((name) => names.has(name));
}

/** The first letter of each word is a capital; an underscore joins. */
function titleCase(name: string): string {
  return name.replace(/[\p{L}\p{N}_]+/gu, (word) => word.replace(/\p{L}/u, (letter) => letter.toUpperCase()));
}
