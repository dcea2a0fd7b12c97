import { assert, describe, it } from "@effect/vitest"
import { connectionLimit, networkOf } from "@namewright/core/shared"

describe("networkOf", () => {
  it("is one IPv4 address or a /64 of a customer, and a /24 or a /56 of a site", () => {
    assert.deepStrictEqual(["192.0.2.77", "2001:db8:1:2ff:3:4:5:6"].map((address) => networkOf(address)), [
      "192.0.2.77/32",
      "2001:db8:1:2ff::/64"
    ])
    assert.deepStrictEqual(["192.0.2.77", "2001:db8:1:2ff:3:4:5:6"].map((address) => networkOf(address, "site")), [
      "192.0.2.0/24",
      "2001:db8:1:200::/56"
    ])
  })

  it("reads a mapped address as IPv4, and an address without its zone", () => {
    assert.strictEqual(networkOf("::ffff:192.0.2.1", "site"), "192.0.2.0/24")
    assert.strictEqual(networkOf("fe80::1%eth0"), "fe80::/64")
  })

  it("is undefined for an unknown address", () => {
    for (const address of [undefined, "", "unknown", "unix:"]) assert.isUndefined(networkOf(address), address)
  })
})

describe("connectionLimit", () => {
  it("limits the connections of a network and of all, and counts closed ones no more", () => {
    const enter = connectionLimit({ connections: 3, connectionsPerNetwork: 2, network: "customer" })
    const [first, second, third] = ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map(enter)
    assert.deepStrictEqual([typeof first, typeof second, third], ["function", "function", undefined])
    assert.isDefined(enter("2001:db8:0:1::1"))
    assert.isUndefined(enter("192.0.2.1"))
    first?.()
    assert.isDefined(enter("2001:db8::3"))
  })

  it("counts connections without an address as one network", () => {
    const enter = connectionLimit({ connections: 9, connectionsPerNetwork: 1, network: "site" })
    assert.isDefined(enter(undefined))
    assert.isUndefined(enter(undefined))
  })
})
