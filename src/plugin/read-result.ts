import { receive } from "./payload.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import type { ReadResult } from "./provider.ts";

interface ReadAnswer {
  readonly id: string;
  readonly properties?: Struct | undefined;
  readonly inputs?: Struct | undefined;
  readonly refreshBeforeUpdate: boolean;
}

export function readResult(answer: ReadAnswer): ReadResult {
  return {
    id: answer.id,
    outputs: answer.properties && receive("Read", answer.properties, "reject"),
    inputs: answer.inputs && receive("Read", answer.inputs, "reject"),
    initErrors: [],
    refreshBeforeUpdate: answer.refreshBeforeUpdate,
  };
}
