/** The objects of a PostgreSQL server: a script that creates them, and the import specs that the provider's documentation suggests. */
import assert from "node:assert/strict";
import type { SystemEntry } from "./estate.ts";
import type { Postgresql } from "./postgresql.ts";

/** Passwords by role. A server returns only their hashes, and also accepts a hash where a statement sets a password. */
export const rolePasswords: Readonly<Record<string, string>> = {
  app_owner: "canary-Aeth4eiX-owner",
  app: "canary-zoh8Xaiw-app",
  reporting: "canary-Pa2chieN-reporting",
};

const script = `
create role readers;
create role writers in role readers;
create role "Ops-Team" createdb createrole bypassrls noinherit;
create role app_owner login password '${rolePasswords.app_owner}';
create role app login password '${rolePasswords.app}' connection limit 50 in role writers;
create role reporting login password '${rolePasswords.reporting}' valid until '2031-01-01 00:00:00+00' in role readers;
create role replicator login replication;
create role auditor login in role readers, "Ops-Team";
alter role app set search_path to app, audit;
alter role reporting set statement_timeout to '30000';

create database orders owner app_owner;
create database analytics owner reporting connection limit 20;
create database seed is_template true;
create database archive owner "Ops-Team" template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' allow_connections false;
grant connect on database orders to readers;
grant connect, temporary on database orders to writers;
grant create on database analytics to "Ops-Team" with grant option;
grant connect on database analytics to app;

\\connect orders
create schema app authorization app_owner;
create schema audit authorization "Ops-Team";
create schema extensions;
create extension hstore schema extensions;
create extension pg_trgm schema extensions;
create extension pgcrypto;
alter default privileges for role app_owner in schema app grant select on tables to readers;
alter default privileges for role app_owner in schema app grant insert, select, update on tables to writers;
alter default privileges for role app_owner in schema app grant usage on sequences to writers;

\\connect analytics
create schema app authorization reporting;
create schema mart authorization reporting;
create schema "Raw Data";
create extension hstore schema mart;
create extension "uuid-ossp";
alter default privileges for role reporting in schema mart grant select on tables to auditor;
`;

const [orders, analytics] = ["orders", "analytics"];

const postgresqlEntries: readonly SystemEntry[] = [
  ...["readers", "writers", "Ops-Team", "app_owner", "app", "reporting", "replicator", "auditor"].map((name) =>
    entry("role:Role", `role ${name}`, name),
  ),
  ...[orders, analytics, "seed", "archive"].map((name) => entry("database:Database", `database ${name}`, name)),
  ...inDatabase("schema:Schema", orders, ["app", "audit", "extensions"]),
  ...inDatabase("schema:Schema", analytics, ["app", "mart", "Raw Data"]),
  ...inDatabase("extension:Extension", orders, ["hstore", "pg_trgm", "pgcrypto"]),
  ...inDatabase("extension:Extension", analytics, ["hstore", "uuid-ossp"]),
  grant("readers", orders, ["CONNECT"]),
  grant("writers", orders, ["CONNECT", "TEMPORARY"]),
  grant("Ops-Team", analytics, ["CREATE"], true),
  grant("app", analytics, ["CONNECT"]),
  defaults("readers", orders, "app", "app_owner", "table", ["SELECT"]),
  defaults("writers", orders, "app", "app_owner", "table", ["INSERT", "SELECT", "UPDATE"]),
  defaults("writers", orders, "app", "app_owner", "sequence", ["USAGE"]),
  defaults("auditor", analytics, "mart", "reporting", "table", ["SELECT"]),
];

/** Creates the objects in a server. @returns their import specs */
export async function fillPostgresql(server: Postgresql): Promise<readonly SystemEntry[]> {
  await server.run("psql", ["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "--quiet"], script);
  return postgresqlEntries;
}

/** Removes the objects. */
export async function emptyPostgresql(server: Postgresql): Promise<void> {
  const drop = `
    select format('alter database %I is_template false', datname) from pg_database where datname = 'seed'
    union all select format('drop database if exists %I with (force)', datname) from pg_database
      where datname not in ('postgres', 'template0', 'template1')
    union all select format('drop role if exists %I', rolname) from pg_roles
      where rolname not like 'pg\\_%' and rolname <> 'postgres' \\gexec
  `;
  await server.run("psql", ["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "--quiet"], drop);
}

/**
 * Returns everything except data: the databases of the catalog, and a sorted dump with password hashes. A dump omits databases that reject
 * connections, and lists grants in creation order.
 */
export async function postgresqlContents(server: Postgresql): Promise<Readonly<Record<string, readonly string[]>>> {
  const catalog = await server.run("psql", ["--no-psqlrc", "-At", "-c", databasesQuery]);
  const dump = await server.run("pg_dumpall", ["--schema-only", "--no-comments"]);
  const [globals = "", ...databases] = dump.split(/^\\connect /m);
  const named = databases.map((text) => [/^.*$/m.exec(text)?.[0] ?? "", statements(text)] as const);
  return Object.fromEntries([["databases", catalog.split("\n")], ["globals", statements(globals)], ...named]);
}

const databasesQuery = `
  select datname, rolname, pg_encoding_to_char(encoding), datcollate, datctype, spcname, datconnlimit, datistemplate,
    datallowconn, (select array_agg(acl::text order by acl::text) from unnest(datacl) acl)
  from pg_database join pg_roles on datdba = pg_roles.oid join pg_tablespace on dattablespace = pg_tablespace.oid
  order by 1`;

/** Removes what differs between equal servers: the superuser's hash, and the expiration 'infinity', which the provider sets instead of none. */
function statements(text: string): readonly string[] {
  const unlike = /^(--|\\(un)?restrict |ALTER ROLE postgres WITH )/;
  return text
    .split("\n")
    .slice(1)
    .filter((line) => line !== "" && !unlike.test(line))
    .map((line) => line.replace(/^(ALTER ROLE .*) VALID UNTIL 'infinity';$/, "$1;"))
    .sort();
}

/** Asserts that a client can log in with the password of every imported role. */
export async function assertRoleLogins(server: Postgresql): Promise<void> {
  for (const [role, password] of Object.entries(rolePasswords)) {
    const connection = `host=127.0.0.1 port=${server.port} dbname=postgres user=${role} password=${password}`;
    assert.equal(
      await server.run("psql", ["--no-psqlrc", "-At", "-c", "select current_user", connection]),
      `${role}\n`,
    );
  }
}

function inDatabase(type: string, database: string, names: readonly string[]): readonly SystemEntry[] {
  const kind = type.split(":")[0];
  return names.map((name) => entry(type, `${kind} ${name} in ${database}`, `${database}.${name}`));
}

/** Returns an entry of a type that cannot be imported by ID, so the entry has all outputs. */
function grant(role: string, database: string, privileges: readonly string[], withGrantOption = false): SystemEntry {
  const outputs = { role, database, objectType: "database", privileges, withGrantOption };
  const id = [role, database, "database"].join("_");
  return { ...entry("grant:Grant", `grant to ${role} on ${database}`, id), outputs: { id, ...outputs } };
}

function defaults(
  role: string,
  database: string,
  schema: string,
  owner: string,
  objectType: string,
  privileges: readonly string[],
): SystemEntry {
  const id = [role, database, schema, owner, objectType].join("_");
  return {
    ...entry("defaultPrivileges:DefaultPrivileges", `${objectType}s of ${owner} in ${schema} for ${role}`, id),
    outputs: { id, role, database, schema, owner, objectType, privileges },
  };
}

function entry(type: string, name: string, id: string): SystemEntry {
  return { type: `postgresql:index/${type}`, name, id };
}
