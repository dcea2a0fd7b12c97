import { assert, it } from "@effect/vitest"
import { Safety } from "@namewright/core/approvals"
import { Schema } from "effect"

it("reads the safety of approvals that were stored before access was a risk", () => {
  const stored = { read: false, write: true, cost: false, destructive: true }
  assert.deepStrictEqual(Schema.decodeUnknownSync(Safety)(stored), { ...stored, access: false })
})
