/** Finds the common form of the input and the output of a property. If they differ, this is the form of the input. */
import { type Form, type TypeScope, typeForm } from "./forms.ts";
import type { Pair } from "./members.ts";

export type PairForm =
  | Exclude<Form, { readonly kind: "array" | "map" | "object" }>
  | { readonly kind: "array" | "map"; readonly element: Pair }
  | ObjectForm;

export interface ObjectForm extends Pair {
  readonly kind: "object";
  readonly tokens: readonly string[];
}

export function pairForm(pair: Pair, scope: TypeScope): PairForm {
  const [input, output] = [pair.input, pair.output].map((side) => side && typeForm(side, scope));
  const form: Form = input ?? output ?? { kind: "dynamic" };
  const outputForm = input === undefined ? undefined : output;
  if (outputForm !== undefined && outputForm.kind !== form.kind && pair.output !== undefined) {
    scope.losses.add("output-type", pair.output.path, "the output has a different type from the input");
  }
  switch (form.kind) {
    case "array":
    case "map": {
      const same = outputForm?.kind === form.kind ? outputForm.element : undefined;
      const element = input === undefined ? { output: form.element } : { input: form.element, output: same };
      return { kind: form.kind, element };
    }
    case "object": {
      const same = outputForm?.kind === "object" ? outputForm : undefined;
      const tokens = same === undefined || same.token === form.token ? [form.token] : [form.token, same.token];
      const sides = input === undefined ? { output: form.type } : { input: form.type, output: same?.type };
      return { kind: "object", tokens, ...sides };
    }
    default:
      return form;
  }
}
