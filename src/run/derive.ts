/**
 * Opens plugins, packages and reads for import specs, and derives the plan: the part that `imp run` and `imp snippet` share.
 */
import type { Language } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { KnownState } from "../domain/known-state.ts";
import type { Urn } from "../graph.ts";
import type { AfterRead } from "../import/after-read.ts";
import { type DerivedPlan, derivePlan, type PlanOptions } from "../import/derive-plan.ts";
import { type OpenImport, openImport } from "../import/open-import.ts";
import type { PlanMemory } from "../import/plan-memory.ts";
import type { OverSchemas } from "../import/providers/packages.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Host } from "../plugin/host.ts";
import { programFiles } from "../workspace/program/program-files.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ChosenProgram } from "./open-program.ts";

/** The stack and the program that something is derived for. */
export interface DerivedFor extends ChosenProgram {
  readonly workspace: Pick<Workspace, "project" | "stack" | "config">;
  /** A project is written around the program. */
  readonly isNew: boolean;
}

export interface Derivation {
  readonly specs: ImportSpecs;
  readonly known: KnownState;
  readonly protect: boolean;
  readonly overlay: OverSchemas;
  /** The URNs whose entries in the state may be replaced. Absent: none. */
  readonly replaceable?: ReadonlySet<Urn>;
  /** Choices that only reading can make. Absent: none. */
  readonly afterRead?: AfterRead;
  /** Throws if nothing is to be read. */
  readonly beforeRead?: () => Promise<void>;
  readonly planFor: (open: OpenImport) => Promise<PlanOptions>;
  /** Of the plans of this run. Absent: it derives one. */
  readonly memory?: PlanMemory;
  /**
   * Refuses, or opens, what it must once the resources are read and before anything is proven; the plan waits for it. A refusal is
   * thrown at once: it then takes no proofs to hear of it.
   */
  readonly whenRead?: (open: OpenImport) => Promise<void>;
}

export interface Derived extends DerivedPlan {
  readonly open: OpenImport;
}

/** Derives the plan; the plugins stay open. Throws as `openImport` and `derivePlan`. */
export async function derive(derivation: Derivation, place: DerivedFor, host: Host, io: RunIo): Promise<Derived> {
  const { specs, known, protect, overlay, replaceable, beforeRead, afterRead, planFor, whenRead, memory } = derivation;
  const { languages, place: program } = place;
  const opening = openImport({
    ...openingFacts(place, host),
    specs,
    known,
    protect,
    overlay,
    ...(replaceable !== undefined && { replaceable }),
    ...(beforeRead !== undefined && { beforeRead }),
    ...(afterRead !== undefined && { afterRead }),
    io,
    assetFiles: programFiles(program.path),
  });
  const open = await withGenerators(opening, languages);
  const ready = whenRead?.(open);
  // One question at a time.
  if (io.askPassphrase !== undefined) await ready;
  const [derived] = await Promise.all([derivePlan(open, await planFor(open), memory), ready]);
  return { open, ...derived };
}

/** The facts about the stack, the program and the plugins that every way to a graph needs. */
export function openingFacts({ workspace, languages, place, isNew }: DerivedFor, host: Host) {
  return {
    project: workspace.project.name,
    stack: workspace.stack,
    config: workspace.config,
    host,
    sdks: sdksFor(languages[0], place.path, isNew),
  };
}

/** Loads the generators while the plugins start: both take their time. */
export async function withGenerators<T>(opening: Promise<T>, languages: readonly Language[]): Promise<T> {
  const [opened] = await Promise.all([opening, ...languages.map((language) => language.load())]);
  return opened;
}
