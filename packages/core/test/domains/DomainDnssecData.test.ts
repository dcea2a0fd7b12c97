import { assert, describe, it } from "@effect/vitest"
import { isShownData } from "@namewright/core/domains"

const ds = { record_type: "ds_data", key_tag: 1, algorithm: 13, digest_type: 2, digest: "AB".repeat(32) } as const
const key = { record_type: "key_data", flags: 257, protocol: 3, algorithm: 13, public_key: "AAAA" } as const

describe("keys at a registry", () => {
  it("are shown if a request can contain them", () => {
    assert.deepStrictEqual([ds, key].map(isShownData), [true, true])
  })

  it("are not shown with numbers that the interface does not define", () => {
    const others = [{ ...ds, algorithm: 253 }, { ...ds, digest_type: 7 }, { ...key, algorithm: 253 }]
    assert.deepStrictEqual(others.map(isShownData), [false, false, false])
  })
})
