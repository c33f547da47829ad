/** The rooms of generators: what of ours each may import next to itself, and which modules of others. */
import type { Table } from "./rules.ts";

export const generatorRooms: Table = {
  "generators/program-folder.ts": { ours: [], modules: [] },
  "generators/own-program.ts": {
    ours: ["generators/program-folder", "src/domain/declared-resource", "src/ir/program"],
    modules: [],
  },
  "generators/changed-program.ts": {
    ours: ["generators/own-program", "src/ir/program", "src/ir/split-program"],
    modules: [],
  },
  "generators/generator.ts": {
    ours: [
      "generators/changed-program",
      "generators/own-program",
      "generators/program-folder",
      "src/ir",
      "src/diagnostic",
    ],
    modules: [],
  },
  // graph: the plugin version that an SDK asks for.
  "generators/language.ts": {
    ours: ["generators/generator", "generators/program-folder", "src/graph", "src/ir/program"],
    modules: [],
  },
  "generators/index.ts": {
    ours: [
      "generators/changed-program",
      "generators/generator",
      "generators/language",
      "generators/own-program",
      "generators/shared/generated-sdks",
      "generators/typescript",
      "generators/python",
      "generators/go",
      "generators/csharp",
      "generators/java",
      "generators/yaml",
      "generators/pcl",
    ],
    modules: [],
  },
  "generators/print-program.ts": {
    // errors: those of resources that fail alone. one-node, place: a program of one resource, to find them.
    ours: [
      "generators/generator",
      "generators/language",
      "generators/shared/number-texts",
      "generators/shared/place",
      "src/diagnostic",
      "src/errors",
      "src/ir/one-node",
      "src/ir/program",
      "src/ir/split-program",
    ],
    modules: [],
  },
  "generators/shared": {
    ours: [
      "src/json",
      "generators/generator",
      "generators/language",
      "generators/program-folder",
      "src/diagnostic",
      "src/ir",
      "src/errors",
      "src/graph",
    ],
    modules: ["prettier/doc"],
  },
  // own-program, program-folder, json, path, yaml: a person's program, with the settings of prettier next to it, is read and edited.
  "generators/typescript": {
    ours: [
      "src/domain/declared-resource",
      "src/json",
      "generators/shared",
      "generators/changed-program",
      "generators/generator",
      "generators/language",
      "generators/own-program",
      "generators/program-folder",
      "src/ir",
      "src/diagnostic",
    ],
    modules: ["ts-morph", "prettier", "yaml", "node:path"],
  },
  "generators/python": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  "generators/go": {
    ours: ["src/json", "generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  "generators/java": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  // program-folder, graph, yaml: the packages that a program declares in files of YAML.
  "generators/yaml": {
    ours: [
      "src/json",
      "generators/shared",
      "generators/generator",
      "generators/language",
      "generators/program-folder",
      "src/ir",
      "src/diagnostic",
      "src/graph",
    ],
    modules: ["yaml"],
  },
  "generators/csharp": {
    ours: ["src/json", "generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
  "generators/pcl": {
    ours: ["generators/shared", "generators/generator", "generators/language", "src/ir", "src/diagnostic"],
    modules: [],
  },
};
