import { assert, describe, it } from "@effect/vitest"
import { IpNetworkText, networkHolding } from "@namewright/core/access"
import { Effect, Option, Result, Schema } from "effect"

const networks = ["192.0.2.0/24", "198.51.100.7/32", "2001:db8::/32"].map((ip_network, index) => ({
  ip_restriction_id: index,
  ip_network,
  last_used_on: null
}))

const found = (address: string | undefined) =>
  Option.getOrUndefined(Option.map(networkHolding(networks, address), (network) => network.ip_network))

const read = (text: string) => Result.getOrUndefined(Schema.decodeResult(IpNetworkText)(text))

describe("IpNetworkText", () => {
  it("writes a network in its shortest form", () => {
    assert.deepStrictEqual(
      ["192.0.2.1", " 192.0.2.77/24 ", "2001:DB8:0:0::1", "2001:db8:1::/32", "0.0.0.0/0", "::ffff:192.0.2.9/120"].map(
        read
      ),
      ["192.0.2.1/32", "192.0.2.0/24", "2001:db8::1/128", "2001:db8::/32", "0.0.0.0/0", "192.0.2.0/24"]
    )
  })

  it("refuses text that is not a network", () => {
    for (const text of ["", "192.0.2.256", "192.0.2.0/33", "2001:db8::/129", "example.com", "192.0.2.0/24/1"]) {
      assert.isUndefined(read(text), text)
    }
  })

  it.effect("names the kind of its problem", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Schema.decodeEffect(IpNetworkText)("nowhere"))
      assert.include(JSON.stringify(error.issue), "ip_any_network")
    }))
})

describe("networkHolding", () => {
  it("finds the network of an address", () => {
    assert.deepStrictEqual(
      ["192.0.2.255", "198.51.100.7", "2001:db8:ffff::1"].map(found),
      ["192.0.2.0/24", "198.51.100.7/32", "2001:db8::/32"]
    )
  })

  it("reads IPv4-mapped IPv6 addresses as IPv4", () => {
    assert.strictEqual(found("::ffff:192.0.2.9"), "192.0.2.0/24")
  })

  it("finds none for other, missing and unreadable addresses", () => {
    for (const address of ["192.0.3.0", "198.51.100.8", "2001:db9::1", undefined, "", "unix:/tmp/socket"]) {
      assert.isUndefined(found(address), address)
    }
  })
})
