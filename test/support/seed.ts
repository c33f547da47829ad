/** Property tests use fixed seeds, except with `npm run prove`, where fast-check prints the seed of a failure. */
import fc from "fast-check";

if (process.env.IMP_PROVE !== "1") fc.configureGlobal({ seed: 20_260_101 });
