/** Finds the files of a stack in a backend: by project, or in a single folder for the old layout (docs/state.md#files-of-a-backend). */
import { ImpError } from "../../domain/errors.ts";
import type { Store } from "../../store/store.ts";
import { parseSettings, settingsProblem, stringChild } from "../settings/settings.ts";
import type { Backend, BackendLayout, Environment, StackKeys } from "../workspace.ts";

export const metaKey = ".pulumi/meta.yaml";

export function stackKeys(layout: BackendLayout, project: string, stack: string): StackKeys {
  const path = layout === 0 ? stack : `${project}/${stack}`;
  return {
    base: `.pulumi/stacks/${path}`,
    // The path of a lock contains the full stack name. In the old layout, that name does not contain the project.
    locks: `.pulumi/locks/${layout === 0 ? stack : `organization/${path}`}/`,
    history: `.pulumi/history/${path}/`,
    backups: `.pulumi/backups/${path}/`,
    qualified: layout === 0 ? stack : `organization/${path}`,
  };
}

/**
 * Returns the layout version from `meta.yaml`. If the file is missing, the layout is old if there are checkpoints outside of project
 * folders, or if the environment requests it. Throws BACKEND_LAYOUT, SETTINGS_INVALID, FILE_UNREADABLE, STORE_REFUSED.
 */
export async function readLayout(store: Store, { env }: Environment): Promise<BackendLayout> {
  const stored = await store.read(metaKey);
  if (stored === undefined) {
    const loose = await store.list(".pulumi/stacks/");
    return loose.some(({ key }) => stackOf(key, 0) !== undefined) || requestsOldLayout(env) ? 0 : 1;
  }
  const path = store.shown(metaKey);
  const settings = parseSettings(path, stored.bytes);
  const version = stringChild(settings, settings.root, "version");
  if (version === undefined || !/^\d+$/.test(version))
    throw settingsProblem(
      settings,
      0,
      "The `version` of the backend layout is missing.",
      "Restore the line `version: 1`.",
    );
  if (version !== "0" && version !== "1") throw ImpError.of("BACKEND_LAYOUT", { path, version: Number(version) });
  return version === "0" ? 0 : 1;
}

/** Returns the names of all stacks in the backend, as `project/name` in the new layout. */
export async function stacksOf(store: Store, layout: BackendLayout): Promise<readonly string[]> {
  const files = layout === 0 ? await store.list(".pulumi/stacks/") : await store.list(".pulumi/stacks/", "deep");
  const names = files.flatMap(({ key }) => stackOf(key, layout) ?? []);
  return [...new Set(names)].sort();
}

function stackOf(key: string, layout: BackendLayout): string | undefined {
  const name = /^\.pulumi\/stacks\/(.+)\.(json|yaml|yml)(\.gz|\.zst)?$/.exec(key)?.[1];
  const legal = layout === 0 ? /^[\w.-]{1,100}$/ : /^[\w.-]{1,100}\/[\w.-]{1,100}$/;
  return name !== undefined && legal.test(name) ? name : undefined;
}

/** Returns which copies Pulumi keeps. By default, it keeps a backup after each update; on request, it also keeps every checkpoint. */
export function keepsOf({ env }: Environment): Backend["keeps"] {
  return {
    backups: !isOn(env.PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS ?? env.PULUMI_DISABLE_CHECKPOINT_BACKUPS),
    checkpoints: isOn(env.PULUMI_DIY_BACKEND_RETAIN_CHECKPOINTS ?? env.PULUMI_RETAIN_CHECKPOINTS),
  };
}

/** Returns true if Pulumi would compress a new checkpoint. */
export function wantsGzip({ env }: Environment): boolean {
  return isOn(env.PULUMI_DIY_BACKEND_GZIP ?? env.PULUMI_SELF_MANAGED_STATE_GZIP);
}

/** Returns true if the environment requests the old layout. The newer variable takes precedence. */
function requestsOldLayout(env: Environment["env"]): boolean {
  return isOn(env.PULUMI_DIY_BACKEND_LEGACY_LAYOUT ?? env.PULUMI_SELF_MANAGED_STATE_LEGACY_LAYOUT);
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value?.toLowerCase() === "true";
}
