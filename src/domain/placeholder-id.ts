/** An id that the user must replace. `pulumi preview --import-file` writes the same text. */
export const placeholderId = "<PLACEHOLDER>";
