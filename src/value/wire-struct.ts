/**
 * Declares the protobuf messages of property maps, so that src/value need not import the plugin protocol. The generated types are compatible with
 * these.
 */

export interface WireStruct {
  $typeName: "pulumirpc.Struct";
  fields: WireEntry[];
}

export interface WireEntry {
  $typeName: "pulumirpc.Entry";
  key: string;
  /** Omitted for null. */
  value?: WireValue | undefined;
}

export interface WireValue {
  $typeName: "pulumirpc.Value";
  kind:
    | { case: "nullValue"; value: number }
    | { case: "numberValue"; value: number }
    | { case: "stringValue"; value: string }
    | { case: "boolValue"; value: boolean }
    | { case: "structValue"; value: WireStruct }
    | { case: "listValue"; value: WireList }
    | { case: undefined; value?: undefined };
}

export interface WireList {
  $typeName: "pulumirpc.ListValue";
  values: WireValue[];
}

export function wireStruct(fields: WireEntry[]): WireStruct {
  return { $typeName: "pulumirpc.Struct", fields };
}

export function wireEntry(key: string, value: WireValue): WireEntry {
  return { $typeName: "pulumirpc.Entry", key, value };
}

export function wireValue(kind: WireValue["kind"]): WireValue {
  return { $typeName: "pulumirpc.Value", kind };
}

export function wireString(value: string): WireValue {
  return wireValue({ case: "stringValue", value });
}

export function wireList(values: WireValue[]): WireValue {
  return wireValue({ case: "listValue", value: { $typeName: "pulumirpc.ListValue", values } });
}
