import type { Field } from "../Field.ts"
import { uint32 } from "./Integer.ts"

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** A time in seconds of 32 bits, which text may give in units as well: `1w2d`. Nameservers agree on it; no RFC has it. */
export const seconds: Field<number> = {
  ...uint32,
  read: (reader, name) => {
    const token = reader.word(name)
    if (token === undefined) return 0
    if (!/^(?:[0-9]+|(?:[0-9]+[smhdw])+)$/i.test(token.text)) {
      reader.report(
        "time",
        name,
        token.at,
        `The ${name} is a number of seconds, or numbers with the units s, m, h, d, w`
      )
      return 0
    }
    const parts = token.text.toLowerCase().matchAll(/([0-9]+)([smhdw]?)/g)
    const value = [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 1), 0)
    if (value <= 0xffff_ffff) return value
    reader.report("integer_range", name, token.at, `The ${name} is 0 to ${0xffff_ffff} seconds`)
    return 0
  }
}
