/** Converts a Provider Code Specification to a provider model. Understands only the Go expressions of the framework and its validators. */
import type { Path } from "../../../value/path.ts";
import type { AttributeKind } from "../../specification/kinds.ts";
import type {
  Attribute,
  Block,
  Code,
  Described,
  Members,
  NamedType,
  NestedObject,
  Specification,
  SpecifiedResource,
  SpecifiedSchema,
  Type,
} from "../../specification/model.ts";
import type { Converted, Loss, LossKind } from "../losses.ts";
import { requiresReplace } from "../to-specification/code.ts";
import { blockRules, isReplacement, isSameCode, isUnconditional, ruleKind } from "./code-rules.ts";
import { groupRules } from "./group-rules.ts";
import type { Field, Fields, FieldType, ObjectType, Profile, ProviderModel, ResourceModel } from "./model.ts";
import { overWire } from "./over-wire.ts";
import { plainField } from "./wire-types.ts";

export function modelOfSpecification(
  { provider, resources, dataSources }: Specification,
  profile: Profile,
): Converted<ProviderModel> {
  const losses: Loss[] = [];
  const reader = new Reader(losses);
  const all = (specified: readonly SpecifiedResource[], section: string) =>
    new Map(
      specified.map(({ name, schema }, index): [string, ResourceModel] => {
        const [type, path] = [`${provider.name}_${name}`, [section, index, "schema"]];
        return [type, { type, path, fields: reader.fieldsOf(schema, path), ...reader.wordsOf(schema, path) }];
      }),
    );
  const detail = "every package has the same description of its provider";
  for (const [key, kind] of providerWords) {
    if (provider.schema?.[key] !== undefined) losses.push({ kind, path: ["provider", "schema"], detail });
  }
  const model: ProviderModel = {
    name: provider.name,
    config: provider.schema === undefined ? new Map() : reader.fieldsOf(provider.schema, ["provider", "schema"]),
    resources: all(resources, "resources"),
    dataSources: all(dataSources, "datasources"),
    functions: new Map(),
    isMapped: false,
  };
  // Omit the prefix for `dynamic`, because the dynamic bridge derives it from the types.
  if (profile === "framework") return { document: { ...model, prefix: provider.name }, losses };
  const { document, losses: onTheWay } = overWire(model);
  return { document, losses: [...losses, ...onTheWay] };
}

const providerWords = [
  ["description", "description"],
  ["markdownDescription", "description"],
  ["deprecationMessage", "deprecation"],
] as const;

class Reader {
  readonly #losses: Loss[];

  constructor(losses: Loss[]) {
    this.#losses = losses;
  }

  #lose(kind: LossKind, path: Path, detail: string): void {
    this.#losses.push({ kind, path, detail });
  }

  wordsOf(schema: SpecifiedSchema, path: Path): Pick<ResourceModel, "description" | "deprecation"> {
    const { description, markdownDescription, deprecationMessage } = schema;
    if (description !== undefined && markdownDescription !== undefined)
      this.#lose("description", [...path, "description"], "the Markdown is kept");
    else if (markdownDescription !== undefined)
      this.#lose("markdown", [...path, "markdown_description"], "the text is Markdown");
    const text = markdownDescription ?? description;
    return { description: text, deprecation: deprecationMessage };
  }

  fieldsOf({ attributes, blocks }: Members, path: Path): Fields {
    const fields = [
      ...blocks.map((block, index) => this.#block(block, [...path, "blocks", index])),
      ...attributes.map((attribute, index) => this.#attribute(attribute, [...path, "attributes", index])),
    ];
    const names = new Set(attributes.map(({ name }) => name));
    for (const { name, path: fieldPath } of fields.slice(0, blocks.length)) {
      if (names.has(name)) this.#lose("attribute-and-block", fieldPath, "the attribute with the same name is kept");
    }
    return new Map(fields.map((field) => [field.name, field]));
  }

  #attribute(attribute: Attribute, path: Path): Field {
    const { name, requiredness, sensitive, kind } = attribute;
    const described = this.#described(attribute, [...path, kind]);
    return {
      ...plainField(name, path, this.#attributeType(attribute, [...path, kind])),
      ...described,
      optional: requiredness === "optional" || requiredness === "computed_optional",
      required: requiredness === "required",
      computed: requiredness === "computed" || requiredness === "computed_optional",
      sensitive,
    };
  }

  #described(described: Described & { readonly kind: AttributeKind }, path: Path) {
    const { kind, description, deprecationMessage, planModifiers } = described;
    this.#goFacts(described, path);
    this.#rules(described.validators, [...path, "validators"]);
    for (const [index, code] of planModifiers.entries()) {
      this.#planModifier(code, kind, [...path, "plan_modifiers", index]);
    }
    const groups = groupRules(described.validators);
    return {
      hasDefault: described.default !== undefined,
      groups: groups.length > 0 ? groups : undefined,
      forceNew: planModifiers.some(isReplacement),
      description,
      deprecation: deprecationMessage,
    };
  }

  #goFacts(
    { customType, associatedExternalType }: Pick<Described, "customType" | "associatedExternalType">,
    path: Path,
  ): void {
    if (customType !== undefined) this.#lose("custom-type", [...path, "custom_type"], customType.type);
    if (associatedExternalType !== undefined)
      this.#lose("external-type", [...path, "associated_external_type"], associatedExternalType.type);
  }

  #rules(validators: readonly Code[], path: Path): void {
    for (const [index, code] of validators.entries()) this.#lose(ruleKind(code), [...path, index], code.definition);
  }

  #planModifier(code: Code, kind: AttributeKind, path: Path): void {
    if (!isReplacement(code)) this.#lose("plan-modifier", path, code.definition);
    else if (!isUnconditional(code)) this.#lose("condition", path, code.definition);
    // The model keeps only that a change replaces the resource. This converts back to the framework's plan modifier, so a modifier of another package
    // is lost.
    else if (!isSameCode(code, requiresReplace(kind))) this.#lose("plan-modifier", path, code.definition);
  }

  #attributeType(attribute: Attribute, path: Path): FieldType {
    switch (attribute.kind) {
      case "list_nested":
      case "map_nested":
      case "set_nested":
        return this.#nestedCollection(attribute, path);
      case "single_nested":
        return { kind: "object", fields: this.fieldsOf({ ...attribute, blocks: [] }, path), isTypeAlone: false };
      default:
        return this.#type(attribute, path, 0);
    }
  }

  #nested(object: NestedObject, path: Path): ObjectType {
    this.#goFacts(object, path);
    this.#rules(object.validators, [...path, "validators"]);
    for (const [index, code] of object.planModifiers.entries())
      this.#lose("plan-modifier", [...path, "plan_modifiers", index], code.definition);
    return { kind: "object", fields: this.fieldsOf(object, path), isTypeAlone: false };
  }

  /**
   * Converts a type. `collections` is the number of lists, sets, and maps around it. Inside two or more, an object type converts back to an object
   * type.
   */
  #type(type: Type, path: Path, collections: number): FieldType {
    switch (type.kind) {
      case "bool":
        return { kind: "boolean" };
      case "int64":
        return { kind: "integer" };
      case "number":
        this.#lose("number", path, "number");
        return { kind: "float" };
      case "float64":
        return { kind: "float" };
      case "string":
      case "dynamic":
        return { kind: type.kind };
      case "list":
      case "map":
      case "set":
        return {
          kind: type.kind,
          element: { type: this.#inner(type.elementType, [...path, "element_type"], collections + 1) },
        };
      case "object": {
        if (collections < 2) this.#lose("object-type", path, "becomes an object of attributes");
        const members = type.attributeTypes.map((member, index) =>
          this.#member(member, [...path, "attribute_types", index], collections < 2 ? 0 : collections),
        );
        return { kind: "object", fields: new Map(members.map((field) => [field.name, field])), isTypeAlone: true };
      }
    }
  }

  #member(member: NamedType, path: Path, collections: number): Field {
    return { ...plainField(member.name, path, this.#inner(member, path, collections)), optional: true };
  }

  #inner(type: Type, path: Path, collections: number): FieldType {
    const kindPath = [...path, type.kind];
    if (type.customType !== undefined) this.#lose("custom-type", [...kindPath, "custom_type"], type.customType.type);
    return this.#type(type, kindPath, collections);
  }

  /** Converts a block. If no validator limits its elements, the block is optional and can have any number of them. */
  #block(block: Block, path: Path): Field {
    const rules = blockRules(block.validators);
    const kindPath = [...path, block.kind];
    const described = this.#described(block, kindPath);
    return {
      ...plainField(block.name, path, this.#blockType(block, kindPath)),
      ...described,
      syntax: "block",
      optional: !rules.isRequired,
      required: rules.isRequired,
      maxItems: rules.maxItems,
    };
  }

  #blockType(block: Block, path: Path): FieldType {
    if (block.kind === "single_nested")
      return { kind: "object", fields: this.fieldsOf(block, path), isTypeAlone: false };
    return this.#nestedCollection(block, path);
  }

  #nestedCollection({ kind, nestedObject }: NestedCollection, path: Path): FieldType {
    return { kind: collectionKinds[kind], element: { type: this.#nested(nestedObject, [...path, "nested_object"]) } };
  }
}

interface NestedCollection {
  readonly kind: keyof typeof collectionKinds;
  readonly nestedObject: NestedObject;
}

const collectionKinds = { list_nested: "list", map_nested: "map", set_nested: "set" } as const;
