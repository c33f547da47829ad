/** Property tests try the same cases in every run; `npm run prove` tries new ones, and fast-check prints the seed of a failure. */
import fc from "fast-check";

if (process.env.IMP_PROVE !== "1") fc.configureGlobal({ seed: 20_260_101 });
