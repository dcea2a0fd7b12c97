import { assert, describe, it } from "@effect/vitest"
import { callerNetwork } from "../../src/shared/callerNetwork.ts"

describe("callerNetwork", () => {
  it("is the /64 of an IPv6 address, and the address itself of an IPv4 one", () => {
    assert.strictEqual(callerNetwork("2001:db8:1:2:3:4:5:6"), callerNetwork("2001:db8:1:2::1"))
    assert.notStrictEqual(callerNetwork("2001:db8:1:2::1"), callerNetwork("2001:db8:1:3::1"))
    assert.strictEqual(callerNetwork("::ffff:192.0.2.1"), callerNetwork("192.0.2.1"))
    assert.strictEqual(callerNetwork("fe80::1%eth0"), callerNetwork("fe80::1"))
  })

  it("is undefined where the address is unknown", () => {
    assert.deepStrictEqual([undefined, "", "unknown", "unix:"].map(callerNetwork), [
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })
})
