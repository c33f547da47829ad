/** The id of an entry that the user has to fill in; `pulumi preview --import-file` writes the same text. */
export const placeholderId = "<PLACEHOLDER>";
