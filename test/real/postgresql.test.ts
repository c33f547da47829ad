/** Imports objects that psql created, with the published provider: a bridged provider that uses version 1 of Terraform's SDK. */
import { describeEstate } from "./systems/estate.ts";
import { missingPostgresql, startPostgresql } from "./systems/postgresql.ts";
import {
  assertRoleLogins,
  emptyPostgresql,
  fillPostgresql,
  postgresqlContents,
  rolePasswords,
} from "./systems/postgresql-estate.ts";

describeEstate({
  title: "an import of the objects in PostgreSQL",
  provider: "postgresql",
  missing: missingPostgresql,
  start: startPostgresql,
  stop: (server) => server.stop(),
  fill: fillPostgresql,
  empty: emptyPostgresql,
  contents: postgresqlContents,
  settings: ({ port, username, password }) => ({
    host: { value: "127.0.0.1" },
    port: { value: String(port) },
    username: { value: username },
    password: { value: password, secret: true },
    sslmode: { value: "disable" },
  }),
  env: {},
  canaries: Object.values(rolePasswords),
  assertRecreated: assertRoleLogins,
});
