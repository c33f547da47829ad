import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, type ProjectOptions } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";

const { objects } = JSON.parse(readFileSync(join(projectRoot, "fixtures/quickstart/cloud.json"), "utf8")) as {
  readonly objects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
export type Attribute = Readonly<Record<string, unknown>> & { readonly name: string };

/** Returns a Provider Code Specification of the simulated cloud. */
export function specification(resources: Readonly<Record<string, readonly Attribute[]>>): object {
  return {
    version: "0.1",
    provider: { name: "simcloud" },
    resources: Object.entries(resources).map(([name, attributes]) => ({ name, schema: { attributes } })),
  };
}

export function text(name: string, more: object = {}): Attribute {
  return { name, string: { computed_optional_required: "optional", ...more } };
}

export const secret = { sensitive: true };

export const canaries = {
  description: "canary-description-5f2a9b7741",
  nested: "canary-nested-0c6d1e8842",
  element: "canary-element-aa31c9d053",
  output: "canary-output-77b0e2f964",
};

/** Returns the quickstart objects of these types, with changed settings. */
function cloudOf(changes: Readonly<Record<string, object>>) {
  const entries = Object.entries(objects).flatMap(([key, settings]) => {
    const token = Object.keys(changes).find((own) => key.includes(`|${own}|`));
    return token === undefined ? [] : [[key, { ...settings, ...changes[token] }] as const];
  });
  return { version: 1, objects: Object.fromEntries(entries) };
}

export function everySecret() {
  const [role, handler, record] = [
    "simcloud:iam/role:Role",
    "simcloud:compute/function:Function",
    "simcloud:dns/record:Record",
  ];
  const cloud = cloudOf({
    [role]: { description: canaries.description, uniqueId: canaries.output },
    [handler]: { environment: { variables: { STAGE: canaries.nested } } },
    [record]: { records: [`${canaries.element}.example`] },
  });
  const specs = {
    resources: [
      { type: role, name: "runner", id: "bookshop-order-runner" },
      { type: handler, name: "handler", id: "bookshop-order-handler" },
      { type: record, name: "www", id: "bookshop.example/www/CNAME" },
    ],
  };
  const schema = specification({
    iam_role: [text("description", secret), text("unique_id", { computed_optional_required: "computed", ...secret })],
    compute_function: [
      {
        name: "environment",
        single_nested: {
          computed_optional_required: "optional",
          attributes: [
            {
              name: "variables",
              map: { computed_optional_required: "optional", element_type: { string: {} }, ...secret },
            },
          ],
        },
      },
    ],
    dns_record: [
      { name: "records", list: { computed_optional_required: "required", element_type: { string: {} }, ...secret } },
    ],
  });
  return { cloud, specs, files: { "simcloud.json": JSON.stringify(schema) } };
}

/** Returns a function that creates projects, which are removed after each test. */
export function projectsOfTest(): (options: ProjectOptions) => CliProject {
  const projects: CliProject[] = [];
  afterEach(async () => {
    await Promise.all(projects.splice(0).map((project) => project.remove()));
  });
  return (options) => {
    const project = makeProject(options);
    projects.push(project);
    return project;
  };
}
