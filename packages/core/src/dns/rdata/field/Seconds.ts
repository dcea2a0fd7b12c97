import { secondsOf } from "../../secondsOf.ts"
import type { Field } from "../Field.ts"
import { fieldText } from "../fieldText.ts"
import { uint32 } from "./Integer.ts"

/** Time in seconds of 32 bits; text may contain units: `1w2d`. */
export const seconds: Field<number> = {
  ...uint32,
  read: (reader, name) => {
    const token = reader.word(name)
    if (token === undefined) return 0
    const value = secondsOf(token.text)
    if (value === undefined) {
      reader.report(
        "time",
        name,
        token.at,
        `The ${fieldText(name)} must be a number of seconds, or numbers with the units s, m, h, d, w`
      )
      return 0
    }
    if (value <= 0xffff_ffff) return value
    reader.report("integer_range", name, token.at, `The ${fieldText(name)} must be from 0 to ${0xffff_ffff} seconds`)
    return 0
  }
}
