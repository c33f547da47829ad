/** An example of an added secrets manager, which encodes values in hexadecimal. imp needs only this object. */
import type { SecretsKey, SecretsManager } from "../../../src/state/secrets/secrets-manager.ts";

export const drawer: SecretsManager = {
  keyInStackFile: ({ secretsprovider, encryptedkey }) => secretsKey(secretsprovider, encryptedkey),
  keyInState: ({ type, state }) => (type === "cloud" ? secretsKey(state.url, state.encryptedkey) : undefined),
  faultOf: () => undefined,
  start: ({ env }) => ({
    open: async ({ settings }, where) => {
      if (env.DRAWER_KEY !== settings.encryptedkey) throw new Error(`The drawer of ${where} is locked.`);
      return {
        encrypt: (text) => `v1:${Buffer.from(text).toString("hex")}`,
        decrypt: (cipher) => Buffer.from(cipher.replace("v1:", ""), "hex").toString(),
      };
    },
  }),
};

function secretsKey(url: string | undefined, key: string | undefined): SecretsKey | undefined {
  if (url?.startsWith("drawer://") !== true || key === undefined) return undefined;
  return {
    settings: { secretsprovider: url, encryptedkey: key },
    block: { type: "cloud", state: { url, encryptedkey: key } },
  };
}
