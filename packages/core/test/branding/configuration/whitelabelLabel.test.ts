import { assert, describe, it } from "@effect/vitest"
import { labelProblem } from "@namewright/core/branding"

describe("protected names in labels", () => {
  it.each(["Acme Bank", "acme-bank", "acme.bank", "ACME_BANK"])("are found as the operator writes them: %s", (term) => {
    for (const label of ["acmebank", "acme-bank", "my-acme-bank-login", "acrnebank"]) {
      assert.isDefined(labelProblem(label, [term]), label)
    }
    assert.isUndefined(labelProblem("acme", [term]))
  })

  it("are not found in every label by a term without letters and digits", () => {
    assert.isUndefined(labelProblem("acme", [" - "]))
  })
})
