import { assert, describe, it } from "@effect/vitest"
import { claimsNoticeChecksum } from "@namewright/core/registry"
import type { LaunchNotice } from "@namewright/registry-epp"
import { Schema } from "effect"
import { launchNoticeProblem } from "../../src/message/claimsNotice.ts"

/** The example of the Trademark Clearinghouse's documents. */
const notice: LaunchNotice = {
  id: "370d0b7c9223372036854775807",
  notAfter: "2010-08-16T09:00:00.0Z",
  acceptedOn: "2010-08-15T09:00:00Z"
}
const label = "example-one"
const at = Date.parse("2010-08-15T10:00:00Z")
const hour = 60 * 60 * 1000

describe("A claims notice", () => {
  it("is right for its label until it ends", () => {
    assert.isUndefined(launchNoticeProblem(notice, label, at))
    assert.isUndefined(launchNoticeProblem(notice, "Example-One", at))
    assert.isUndefined(launchNoticeProblem({ ...notice, id: notice.id.toUpperCase(), validator: "tmch" }, label, at))
    assert.isUndefined(launchNoticeProblem({ ...notice, notAfter: "2010-08-16T11:00:00+02:00" }, label, at))
    assert.isUndefined(launchNoticeProblem({ ...notice, notAfter: "2010-08-16T09:00:00" }, label, at))
    assert.isUndefined(launchNoticeProblem(notice, label, at + 23 * hour))
    assert.strictEqual(launchNoticeProblem(notice, label, at + 23 * hour + 1), "expired")
  })

  it("is wrong for another label, another end, or another number", () => {
    assert.strictEqual(launchNoticeProblem(notice, "example-two", at), "wrong checksum")
    assert.strictEqual(
      launchNoticeProblem({ ...notice, notAfter: "2010-08-16T09:00:01Z" }, label, at),
      "wrong checksum"
    )
    assert.strictEqual(
      launchNoticeProblem({ ...notice, id: "370d0b7c9223372036854775806" }, label, at),
      "wrong checksum"
    )
  })

  it("is malformed with an id of another form, or moments that are none", () => {
    const ids = [
      "",
      "370d0b7c",
      "370d0b7c922337203685477580",
      "370d0b7c92233720368547758071",
      "370d0b7gabc3372036854775807"
    ]
    for (const id of ids) assert.strictEqual(launchNoticeProblem({ ...notice, id }, label, at), "malformed", id)
    assert.strictEqual(launchNoticeProblem({ ...notice, notAfter: "soon" }, label, at), "malformed")
    assert.strictEqual(launchNoticeProblem({ ...notice, acceptedOn: "" }, label, at), "malformed")
  })

  it("has to be accepted within the last 48 hours", () => {
    const accepted = (hours: number) => ({ ...notice, acceptedOn: new Date(at + hours * hour).toISOString() })
    assert.isUndefined(launchNoticeProblem(accepted(0), label, at))
    assert.isUndefined(launchNoticeProblem(accepted(-48), label, at))
    assert.strictEqual(launchNoticeProblem(accepted(-48.01), label, at), "accepted too long ago")
    assert.strictEqual(launchNoticeProblem(accepted(0.01), label, at), "accepted in the future")
  })

  it("of another validator has a checked id, but unchecked times", () => {
    const other = { ...notice, id: "49FD46E6C4B45C55D4AC", validator: "sample" }
    assert.isUndefined(launchNoticeProblem(other, label, at))
    assert.strictEqual(launchNoticeProblem(other, label, at + 24 * hour), "expired")
  })

  it.prop(
    "has a checksum of eight digits",
    [Schema.String, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4e12 }))],
    ([text, notAfter]) => {
      assert.match(claimsNoticeChecksum(text.toWellFormed(), notAfter, "0000000000000000001"), /^[0-9a-f]{8}$/)
    }
  )
})
