/** The providers of a simulated cloud: one for each region, and one for the parameterized package. */
import assert from "node:assert/strict";
import type { CloudFile } from "../../fixtures/simcloud/cloud.ts";
import type { SpecEntry } from "../../fixtures/simcloud/estate.ts";
import type { Definition, Properties } from "../../fixtures/simcloud/language.ts";
import { typeOfSubpackage } from "../../fixtures/simcloud/parameterized.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { type Simcloud, startSimcloud } from "./client.ts";

export interface Clouds {
  /** Returns the provider of a resource in the estate. */
  of(entry: SpecEntry): Promise<Simcloud>;
  close(): Promise<void>;
}

/** Starts providers on demand. Each has a copy of the cloud, which is empty by default. */
export function openClouds(cloud?: CloudFile): Clouds {
  const running = new Map<string, Promise<Simcloud>>();
  return {
    of: ({ type, provider, parameterization }) => {
      const region = provider?.startsWith("in-") ? provider.slice("in-".length) : "us-east-1";
      const key = parameterization === undefined ? region : type;
      const started = running.get(key) ?? start(region, cloud, parameterization);
      running.set(key, started);
      return started;
    },
    close: async () => {
      for (const simcloud of running.values()) await (await simcloud).close();
    },
  };
}

async function start(
  region: string,
  cloud: CloudFile | undefined,
  parameterization: SpecEntry["parameterization"],
): Promise<Simcloud> {
  const simcloud = await startSimcloud({ region, env: { SIMCLOUD_CALM: "1" }, ...(cloud && { cloud }) });
  if (parameterization === undefined) return simcloud;
  const value = Buffer.from(parameterization.value, "base64");
  const named = JSON.parse(value.toString()) as { readonly name: string; readonly version: string };
  await simcloud.call("parameterize", { parameters: { case: "value", value: { ...named, value } } });
  return simcloud;
}

/** Returns the definition of a resource type by any of its tokens. */
export function definitionOf({ type }: SpecEntry): Definition {
  const definition = (typeOf(type) ?? typeOfSubpackage(type) ?? typeOf(longToken(type)))?.definition;
  assert.ok(definition, type);
  return definition;
}

export function propertiesOf(entry: SpecEntry): Properties {
  return definitionOf(entry).properties;
}

/** Converts `simcloud:network:Vpc` to `simcloud:network/vpc:Vpc`. */
function longToken(type: string): string {
  const [pkg, module, last = ""] = type.split(":");
  return `${pkg}:${module}/${last.charAt(0).toLowerCase()}${last.slice(1)}:${last}`;
}
