// Who may import whom. `npm run lint` checks it; ARCHITECTURE.md says why. A type counts as an import.

const ours = "^(src|commands|generators)/";
/** The shared vocabulary of a run: every folder may use it. */
const ground = "^src/(domain/|value/|ir/path\\.ts|(graph|errors|diagnostic)\\.ts)";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles",
      comment: "Files that import each other in a circle cannot be read one after the other.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-commands",
      comment: "A command parses, calls a story, and reports. What two commands share is in src.",
      severity: "error",
      from: { path: ours },
      to: { path: "^commands/" },
    },
    {
      name: "no-tests",
      comment: "The package has no tests and no fixtures in it.",
      severity: "error",
      from: { path: ours },
      to: { path: "^(test|fixtures)/" },
    },
    {
      name: "printers-print",
      comment: "A generator turns a program into source: no provider, no schema, no state.",
      severity: "error",
      from: { path: "^generators/" },
      to: {
        path: ours,
        pathNot: "^generators/|^src/(ir|json)/|^src/domain/declared-resource\\.ts|^src/(graph|errors|diagnostic)\\.ts",
      },
    },
    {
      name: "languages-apart",
      comment: "A language does not know another one. What two share is in generators/shared.",
      severity: "error",
      from: { path: "^generators/(typescript|python|go|csharp|java|yaml|pcl)/" },
      to: { path: "^generators/(typescript|python|go|csharp|java|yaml|pcl)/", pathNot: "^generators/$1/" },
    },
    {
      name: "ir-alone",
      comment: "The program is plain data.",
      severity: "error",
      from: { path: "^src/ir/" },
      to: { pathNot: "^src/(ir|json|order)/" },
    },
    {
      name: "domain-is-ground",
      comment: "Everything may use src/domain, so it uses nothing but the shared vocabulary.",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { path: ours, pathNot: ground },
    },
    {
      name: "stores-know-bytes",
      comment: "A store keeps bytes under keys. It does not know what a state is.",
      severity: "error",
      from: { path: "^src/store/" },
      to: {
        path: ours,
        pathNot: "^src/store/|^src/errors\\.ts|^src/domain/(environment|error-code|sha256)\\.ts",
      },
    },
    {
      name: "commits-know-bytes",
      comment: "The journal replaces files. It does not know what is in them.",
      severity: "error",
      from: { path: "^src/commit/" },
      to: { path: ours, pathNot: "^src/commit/|^src/errors\\.ts|^src/domain/|^src/store/" },
    },
    {
      name: "one-entry",
      comment: "A search of another kind, or another form of Terraform, stays behind the folder's index.ts.",
      severity: "error",
      from: { path: ours, pathNot: "^src/(import/search|terraform)/" },
      to: { path: "^src/(import/search|terraform)/", pathNot: "^src/(import/search|terraform)/index\\.ts" },
    },
    {
      name: "no-network",
      comment:
        "imp talks to plugins over gRPC, and to buckets through their vendors' clients. It sends nothing else anywhere.",
      severity: "error",
      from: { path: ours },
      to: { path: "^(node:)?(http|https|http2|net|tls|dgram)$" },
    },
    {
      name: "few-start-programs",
      comment:
        "Programs are started in few places, so that secrets stay out of their environment and no process is left.",
      severity: "error",
      from: {
        path: ours,
        pathNot: "^src/(plugin/(group-watch|launch|process-group)|compile/run-tool|store/pulumi-cli)\\.ts",
      },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "plugins-speak-grpc",
      comment: "Only src/plugin knows the wire, so that every call passes refuse-change.ts.",
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
