import { assert, describe, it } from "@effect/vitest"
import { isWellFormed, vatNumberOf } from "@namewright/core/organizations"

const vat = (country_code: string | null, tax_id: string | null, tax_id_type: string | null = null) =>
  vatNumberOf({ country_code, tax_id, tax_id_type })

describe("VAT numbers", () => {
  it("are those with the prefix of their member state, or with the type of a VAT number", () => {
    assert.deepStrictEqual(vat("DE", "de 123.456-789"), { country_code: "DE", number: "123456789" })
    assert.deepStrictEqual(vat("GR", "EL123456789"), { country_code: "GR", number: "123456789" })
    assert.deepStrictEqual(vat("SE", "556677889901", "eu_vat"), { country_code: "SE", number: "556677889901" })
    assert.isUndefined(vat("DE", "12/345/67890"))
    assert.isUndefined(vat("DE", "DE123456789", "de_stn"))
    assert.isUndefined(vat("US", "US123456789"))
    assert.isUndefined(vat(null, "DE123456789"))
    assert.isUndefined(vat("DE", null))
  })

  it.each([
    ["AT", "U12345678", "12345678"],
    ["BE", "0123456789", "9123456789"],
    ["FR", "XX123456789", "OX123456789"],
    ["IE", "1234567WA", "12345"],
    ["NL", "123456789B01", "123456789"],
    ["PL", "1234567890", "123456789"]
  ])("have the form of their member state (%s)", (country_code, right, wrong) => {
    assert.isTrue(isWellFormed({ country_code, number: right }))
    assert.isFalse(isWellFormed({ country_code, number: wrong }))
  })
})
