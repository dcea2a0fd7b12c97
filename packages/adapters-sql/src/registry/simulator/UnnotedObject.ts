import { readInstant } from "../../Codecs.ts"

/** Creation time of objects that were stored without one. */
export const unnotedSince = readInstant("1970-01-01T00:00:00Z")

/** Repository id of an object that was stored without one; always the same for the object. */
export const unnotedRoid = (kind: "C" | "H", id: string): string => `${kind}_${id.replace(/\W/g, "_").slice(-70)}-SIM`
