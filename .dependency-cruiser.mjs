// The allowed imports, including types. `npm run lint` checks them. ARCHITECTURE.md has the reasons.

const ours = "^(src|commands|generators)/";
/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles",
      comment: "Files that import each other in a cycle are hard to read.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-commands",
      comment: "A command only parses flags, calls src, and reports. Code that commands share is in src.",
      severity: "error",
      from: { path: ours },
      to: { path: "^commands/" },
    },
    {
      name: "no-tests",
      comment: "The package does not contain tests and fixtures.",
      severity: "error",
      from: { path: ours },
      to: { path: "^(test|fixtures)/" },
    },
    {
      name: "printers-print",
      comment: "A generator only prints a program. It does not use providers, schemas, or states.",
      severity: "error",
      from: { path: "^generators/" },
      to: {
        path: ours,
        pathNot: [
          "^generators/",
          "^src/(ir|value/json)/|^src/value/path\\.ts",
          "^src/domain/(custom-timeouts|declared-resource|diagnostic|errors|graph)\\.ts",
        ],
      },
    },
    {
      name: "languages-apart",
      comment: "Languages do not import each other. Code that they share is in generators/shared.",
      severity: "error",
      from: { path: "^generators/(typescript|python|go|csharp|java|yaml|pcl)/" },
      to: { path: "^generators/(typescript|python|go|csharp|java|yaml|pcl)/", pathNot: "^generators/$1/" },
    },
    {
      name: "ir-alone",
      comment: "The program is plain data.",
      severity: "error",
      from: { path: "^src/ir/" },
      to: { pathNot: "^src/(ir|value/json|domain/order)/|^src/(value/path|domain/custom-timeouts)\\.ts" },
    },
    {
      name: "domain-is-ground",
      comment: "All directories can import src/domain, so it imports only values.",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { path: ours, pathNot: "^src/(domain|value)/" },
    },
    {
      name: "values-alone",
      comment: "Values, paths, and JSON are the lowest floor: everything can import them.",
      severity: "error",
      from: { path: "^src/value/" },
      to: { path: ours, pathNot: "^src/value/" },
    },
    {
      name: "stores-know-bytes",
      comment: "A store reads and writes bytes by key, and a commit replaces files. Neither parses states.",
      severity: "error",
      from: { path: "^src/store/" },
      to: {
        path: ours,
        pathNot: "^src/store/|^src/domain/(environment|error-code|errors|sha256)\\.ts",
      },
    },
    {
      name: "one-entry",
      comment: "Other directories import only the index.ts, so that the search or the Terraform code can be replaced.",
      severity: "error",
      from: { path: ours, pathNot: "^src/(import/search|terraform)/" },
      to: { path: "^src/(import/search|terraform)/", pathNot: "^src/(import/search|terraform)/index\\.ts" },
    },
    {
      name: "no-network",
      comment: "imp connects only to plugins, over gRPC, and to buckets, through their vendors' clients.",
      severity: "error",
      from: { path: ours },
      to: { path: "^(node:)?(http|https|http2|net|tls|dgram)$" },
    },
    {
      name: "few-start-programs",
      comment: "Few modules start processes, so that processes get no secrets in their environment and always end.",
      severity: "error",
      from: {
        path: ours,
        pathNot: "^src/(plugin/(group-watch|launch|process-group|run-tool)|store/pulumi-cli|fleet/start-target)\\.ts",
      },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "plugins-speak-grpc",
      comment: "Only src/plugin uses gRPC, so that every call passes refuse-change.ts.",
      severity: "error",
      from: { path: ours, pathNot: "^src/plugin/" },
      to: { path: "^node_modules/(@grpc/grpc-js|@bufbuild/protobuf)/|^src/plugin/proto/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
