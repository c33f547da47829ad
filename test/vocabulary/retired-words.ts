/** The words that the project does not use, and the words that it uses for these ideas: one idea, one word. */

export interface RetiredWord {
  /** All of its forms, in lower case. */
  readonly forms: readonly string[];
  /** The words to write instead, by idea. */
  readonly instead: string;
  /** Kinds of text in which it has no other meaning than the retired one. */
  readonly where: readonly Kind[];
  /** Folders in which it has no other meaning; absent: everywhere. */
  readonly within?: RegExp;
}

/** `identifier`: a declared name, or a part of it. `file`: a name of a file. `title`: of a test. `text`: a string of several words. */
export type Kind = "identifier" | "file" | "title" | "text";

const names = ["identifier", "file"] as const;
const everywhere = ["identifier", "file", "title", "text"] as const;

export const retiredWords: readonly RetiredWord[] = [
  { forms: ["said", "unsaid"], instead: "set, sets, omitted; output, answer", where: everywhere },
  { forms: ["say", "says", "saying"], instead: "set, sets; report, show", where: names },
  { forms: ["told", "tell", "tells", "telling"], instead: "report, show, warn; recorded", where: everywhere },
  { forms: ["demand", "demands", "demanded"], instead: "missing required input", where: everywhere },
  {
    forms: ["scout", "scouts", "pioneer", "pioneers", "follower", "followers", "lore", "taught"],
    instead: "sample, type profile",
    where: everywhere,
  },
  { forms: ["hollow", "hollowed"], instead: "empty object, empty list", where: everywhere },
  // Elsewhere a shell is a program that reads commands.
  {
    forms: ["shell", "shells"],
    instead: "empty object, empty list",
    where: everywhere,
    within: /^(src|test)\/import\//,
  },
  { forms: ["mend", "mends", "mended", "mending"], instead: "repair, fix", where: everywhere },
  { forms: ["adopt", "adopts", "adopted"], instead: "accepted drift", where: everywhere },
  {
    forms: ["settle", "settles", "settled", "settling"],
    instead: "stabilise (Check), recover (a commit), resolve (a provider)",
    where: everywhere,
  },
  { forms: ["elsewhere"], instead: "source stack, other providers, another folder", where: everywhere },
  { forms: ["whereabouts"], instead: "project discovery", where: everywhere },
  { forms: ["beside"], instead: "next to, together with", where: everywhere },
  { forms: ["manner", "manners"], instead: "behaviour, quirk", where: everywhere },
  { forms: ["mishap", "mishaps", "harm", "harms"], instead: "fault", where: everywhere },
  // Other rooms read the flag --target.
  {
    forms: ["target", "targets"],
    instead: "state location, program location, referent",
    where: names,
    within: /^src\/(commit|import-file|links|lower|ownership|run|undo|workspace)\//,
  },
  { forms: ["origin"], instead: "source stack, source state", where: names, within: /^src\// },
];
