import assert from "node:assert/strict";
import { readSources } from "../../generators/typescript/user-program/source-files.ts";
import { fileStyle } from "../../generators/typescript/user-program/style.ts";
import { folderOf } from "../support/large-program.ts";

describe("code style of a TypeScript program", () => {
  it("detects the settings that .editorconfig does not have from the code", async () => {
    const text = "export function both() {\n\tconst names = ['a'];\n\treturn names;\n}\n";
    const folder = folderOf({ "src/index.ts": text, "src/.editorconfig": "[*.ts]\nmax_line_length = 90\n" });
    const [file] = (await readSources(folder, "src/index.ts")).files.values();
    const style = await fileStyle(file ?? assert.fail(), folder);
    assert.deepEqual([style.printWidth, style.useTabs, style.singleQuote], [90, true, true]);
  });

  it("uses the nearest .editorconfig, and for other settings those in parent folders", async () => {
    const folder = folderOf({
      "src/index.ts": "export const one = 1;\n",
      "src/.editorconfig": "[*]\nindent_size = 8\n",
      ".editorconfig": "[*]\nindent_style = tab\nindent_size = 4\n",
    });
    const [file] = (await readSources(folder, "src/index.ts")).files.values();
    const style = await fileStyle(file ?? assert.fail(), folder);
    assert.deepEqual([style.tabWidth, style.useTabs], [8, true]);
  });
});
