import { readInstant } from "../../Codecs.ts"

/** When objects that were written before their making was noted count as made. */
export const unnotedSince = readInstant("1970-01-01T00:00:00Z")

/** The repository id of an object that was written without one: the same at every look. */
export const unnotedRoid = (kind: "C" | "H", id: string): string => `${kind}_${id.replace(/\W/g, "_").slice(-70)}-SIM`
