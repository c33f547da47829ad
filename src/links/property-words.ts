/** Properties with free text or tags. If their value equals a resource's name, this is a coincidence (docs/programs.md#evidence). */
export const freeText =
  /^(description|comment|comments|tags|tagsAll|tagSet|labels|matchLabels|selector|annotations|userData|userDataBase64|displayName|title|notes)$/;

export const environmentProperty = /^(environment|env|envs|environmentVariables|environments|variables)$/;

/** Last words of properties that match, order, measure, or describe. If their value equals a resource's name, this is a coincidence. */
export const neverNames: ReadonlySet<string> = new Set(
  (
    "expression filter key match path pattern prefix regex selector suffix class engine format kind level mode protocol state status tier " +
    "type version action command handler image password secret statement subject text token value date time port host hostname label tag " +
    "title topic word"
  ).split(" "),
);

/** Last words of properties for the account that something belongs to. */
export const ownerWords: ReadonlySet<string> = new Set(["grantee", "grantor", "owner", "principal"]);

export const accounts: ReadonlySet<string> = new Set(["account", "group", "login", "principal", "role", "user"]);
