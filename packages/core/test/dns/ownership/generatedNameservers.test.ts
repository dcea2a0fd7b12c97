import { assert, describe, it } from "@effect/vitest"
import { generatedLabelLength, generatedNameservers } from "@namewright/core/dns"
import { newOrganizationId, OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

const common = ["ns1.platform.net", "NS2.platform.net"]

describe("generatedNameservers", () => {
  it("are one label below each common name, from the organization's id alone", () => {
    const organization = OrganizationId.make("organization_01kb8r6t3yfx8v1m5q7w9z2c4d")
    assert.deepStrictEqual<ReadonlyArray<string>>(generatedNameservers(organization, common), [
      "01kb8r6t3yfx8v1m5q7w9z2c4d.ns1.platform.net.",
      "01kb8r6t3yfx8v1m5q7w9z2c4d.ns2.platform.net."
    ])
  })

  it.effect("are different for every organization", () =>
    Effect.gen(function*() {
      const organizations = yield* Effect.replicateEffect(newOrganizationId, 200)
      const names = organizations.flatMap((organization) => generatedNameservers(organization, common))
      assert.strictEqual(new Set(names).size, 400)
      for (const name of names) assert.strictEqual(name.indexOf("."), generatedLabelLength)
    }))
})
