/** Likely secrets are detected by name and form, although no schema marks them. */

export const token = "canary-token-5d1e77a0";
export const database = "canary-database-91c2f4be";
export const script = "canary-script-77ab31d9";
const variables = {
  API_TOKEN: token,
  DATABASE_URL: `postgres://shop:${database}@db.example:5432/shop`,
  TOKEN_TTL: "3600",
  SECRET_ARN: "arn:sim:vault:us-east-1:123456789012:secret/shop",
  STAGE: "live",
};

/** The labels repeat one of the secret variables, and contain an HTML script. */
export const settings = {
  environment: { variables },
  labels: { note: `#!/bin/sh\nexport DB_PASSWORD=${script}\n`, copy: `see ${token}` },
};
