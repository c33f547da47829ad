/** Lists the missing inputs of each resource, with commands that supply them. */
import type { Need, Urn } from "../../domain/graph.ts";
import { isSecretInput } from "../read/likely-secrets.ts";
import type { Derivation } from "../search/index.ts";
import { type Settings, settingKeys } from "./setting-keys.ts";

export interface ResourceNeeds {
  readonly needs: readonly Need[];
  /** One command for the first value of each need. Empty unless every need has a command. */
  readonly commands: readonly string[];
}

export function resourceNeeds(
  derivations: ReadonlyMap<Urn, Derivation>,
  settings: Settings | undefined,
): ReadonlyMap<Urn, ResourceNeeds> {
  const needs = new Map([...derivations].map(([urn, derivation]) => [urn, missingInputNeeds(urn, derivation)]));
  const keys = settings === undefined ? [] : settingKeys([...needs.values()].flat(), settings.keyFor);
  let before = 0;
  return new Map(
    [...needs].map(([urn, resourceNeeds]) => {
      const first = keys.slice(before, before + resourceNeeds.length).flatMap(([key]) => key ?? []);
      before += resourceNeeds.length;
      const commands =
        settings === undefined || first.length < resourceNeeds.length ? [] : first.map(settings.commandFor);
      return [urn, { needs: resourceNeeds, commands }];
    }),
  );
}

function missingInputNeeds(urn: Urn, derivation: Derivation): readonly Need[] {
  if (derivation.kind !== "proven") return [];
  const { cloud, proof } = derivation;
  return (proof.missingInputs?.groups ?? []).map((group) => {
    const isSecret = (name: string): boolean => {
      const property = cloud.resource.inputs.get(name);
      return property !== undefined && isSecretInput(property);
    };
    const oneOf = group.map((name) => ({ path: [name], secret: isSecret(name) }));
    return { urn, kind: "value", oneOf, takesPlaceholder: proof.missingInputs?.fillable === true };
  });
}
