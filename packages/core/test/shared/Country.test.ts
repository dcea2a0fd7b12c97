import { assert, describe, it } from "@effect/vitest"
import { Country, countryCodes } from "@namewright/core/shared"
import { Result, Schema } from "effect"

const read = (text: string) => Result.getOrUndefined(Schema.decodeResult(Country)(text))

describe("Country", () => {
  it("reads every assigned code in any case, and keeps it in upper case", () => {
    assert.strictEqual(countryCodes.size, 250)
    for (const code of countryCodes) assert.strictEqual(read(code.toLowerCase()), code)
  })

  it("refuses unassigned codes", () => {
    for (const text of ["", "D", "DEU", "UK", "EU", "ZZ", "XX", " DE", "D1", "ſe"]) assert.isUndefined(read(text), text)
  })
})
