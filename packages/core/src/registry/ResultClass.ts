import type { RefusalReason } from "./RegistryError.ts"

/**
 * Meaning of a result code for the client (RFC 5730, section 3). `temporary`: the server did nothing and may do it
 * later. `failed`: some servers report failure although they carried the command out, so the outcome of a transform
 * command has to be queried. Every other class is a reason for a refusal.
 */
export type ResultClass = "done" | "pending" | "temporary" | "failed" | RefusalReason

const classes: Readonly<Record<number, ResultClass>> = {
  1000: "done",
  1001: "pending",
  1300: "done",
  1301: "done",
  1500: "done",
  2000: "unsupported",
  2001: "parameter",
  2002: "notEligible",
  2003: "parameter",
  2004: "parameter",
  2005: "parameter",
  2100: "unsupported",
  2101: "unsupported",
  2102: "unsupported",
  2103: "unsupported",
  2104: "registryCredit",
  2105: "notEligible",
  2106: "notEligible",
  // The session is not, or no longer, logged in; nothing was done.
  2200: "temporary",
  2201: "notSponsor",
  2202: "invalidAuthCode",
  2300: "transferPending",
  2301: "noTransferPending",
  2302: "objectExists",
  2303: "objectMissing",
  2304: "statusProhibits",
  2305: "associationProhibits",
  2306: "policy",
  2307: "unsupported",
  2308: "policy",
  2400: "failed",
  2500: "failed",
  2501: "temporary",
  2502: "temporary"
}

/**
 * Classes of codes that RFC 5730 does not define, by their second digit (section 3: 0 syntax, 1 implementation, 2
 * security).
 */
const families: Readonly<Record<number, ResultClass>> = {
  20: "parameter",
  21: "unsupported",
  22: "notSponsor",
  23: "policy",
  24: "failed",
  25: "failed"
}

/** The class of a code; an unknown one has the class of its family. */
export const resultClass = (code: number): ResultClass =>
  classes[code] ?? (code < 2000 ? "done" : families[Math.floor(code / 100)] ?? "policy")
