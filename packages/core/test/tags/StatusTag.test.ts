import { assert, describe, it } from "@effect/vitest"
import { StatusTag, statusTag, StatusTagType } from "@namewright/core/tags"
import { Schema } from "effect"

describe("statusTag", () => {
  it("shows every type with its label, twice with its name, and in its color", () => {
    assert.deepStrictEqual(
      StatusTagType.literals.map(statusTag).map(({ color, label, tag_type, type }) => [tag_type, type, label, color]),
      [
        ["VERIFICATION_REQUIRED", "VERIFICATION_REQUIRED", "VERIFICATION REQUIRED", "color-1"],
        ["CREATE_REQUESTED", "CREATE_REQUESTED", "CREATE REQUESTED", "color-4"],
        ["INBOUND_TRANSFER_PENDING", "INBOUND_TRANSFER_PENDING", "INBOUND TRANSFER PENDING", "color-4"],
        ["OUTBOUND_TRANSFER_PENDING", "OUTBOUND_TRANSFER_PENDING", "OUTBOUND TRANSFER PENDING", "color-4"],
        ["EXTERNAL", "EXTERNAL", "EXTERNAL", "color-7"],
        ["IMPORT_REQUESTED", "IMPORT_REQUESTED", "IMPORT REQUESTED", "color-4"],
        ["IMPORT_PENDING", "IMPORT_PENDING", "IMPORT PENDING", "color-4"],
        ["DNSSEC_PENDING", "DNSSEC_PENDING", "DNSSEC PENDING", "color-4"]
      ]
    )
    for (const type of StatusTagType.literals) assert.isTrue(Schema.is(StatusTag)(statusTag(type)))
  })
})
