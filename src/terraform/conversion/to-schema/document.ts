/** The types of a Pulumi package schema to write. They contain only the parts that a schema of a Terraform provider can have. */

export interface PackageDocument {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly attribution?: string;
  readonly repository?: string;
  readonly publisher?: string;
  readonly meta: { readonly moduleFormat: string };
  readonly language: Readonly<Record<string, unknown>>;
  /**
   * `defaults` lists the required variables, because Pulumi's decoder uses this name for them (pulumi `pkg/codegen/schema/schema.go`, ConfigSpec).
   */
  readonly config: { readonly variables?: Properties; readonly defaults?: readonly string[] };
  readonly types?: Readonly<Record<string, ObjectSpec>>;
  readonly provider: ResourceSpec;
  readonly resources?: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
  readonly parameterization?: {
    readonly baseProvider: { readonly name: string; readonly version: string };
    /** JSON in base64. */
    readonly parameter: string;
  };
}

export type Properties = Readonly<Record<string, PropertySpec>>;

export interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
}

export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly default?: boolean | number | string;
  readonly defaultInfo?: { readonly environment: readonly string[] };
  readonly deprecationMessage?: string;
  readonly language?: CsharpName;
  readonly secret?: true;
  readonly willReplaceOnChanges?: true;
}

interface CsharpName {
  readonly csharp: { readonly name: string };
}

export interface ObjectSpec {
  readonly description?: string;
  readonly properties?: Properties;
  readonly type: string;
  readonly required?: readonly string[];
  readonly language?: { readonly nodejs: RequiredByDirection };
}

/** The required inputs and outputs of a type. Each list is omitted if it equals `required` of the type. */
interface RequiredByDirection {
  readonly requiredInputs?: readonly string[];
  readonly requiredOutputs?: readonly string[];
}

export interface ResourceSpec {
  readonly description?: string;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly inputProperties?: Properties;
  readonly requiredInputs?: readonly string[];
  readonly stateInputs?: ObjectSpec;
  readonly deprecationMessage?: string;
  readonly language?: CsharpName;
  readonly methods?: Readonly<Record<string, string>>;
}

export interface FunctionSpec {
  readonly description?: string;
  readonly inputs?: ObjectSpec;
  readonly multiArgumentInputs?: readonly string[];
  readonly outputs?: ObjectSpec | TypeSpec;
  readonly deprecationMessage?: string;
}
