import assert from "node:assert/strict";
import { schemaAddress } from "../../src/run/import-file-text.ts";

describe("the schema URL in a written import file", () => {
  const inPackage = "node_modules/imp/src/import-file/import-file.schema.json";

  for (const [title, folder, shipped, expected] of [
    ["is a path in the project", "/projects/shop", `/projects/shop/${inPackage}`, `./${inPackage}`],
    [
      "is a path out of a subfolder of the project",
      "/projects/shop/a/b",
      `/projects/shop/${inPackage}`,
      `../../${inPackage}`,
    ],
    [
      "is a path in node_modules even if the package is a link into a store",
      "/projects/shop",
      `/projects/shop/node_modules/.store/imp@1.0.0/${inPackage}`,
      `./${inPackage}`,
    ],
    ["is omitted if imp is installed globally", "/projects/shop", `/usr/lib/${inPackage}`, undefined],
    ["is omitted for a folder with a similar name", "/projects/shop-2", `/projects/shop/${inPackage}`, undefined],
    [
      "is omitted if imp is not an installed package",
      "/projects/shop",
      "/projects/imp/src/import-file.schema.json",
      undefined,
    ],
  ] as const)
    it(`the schema URL ${title}`, () => assert.equal(schemaAddress(folder, shipped), expected));
});
