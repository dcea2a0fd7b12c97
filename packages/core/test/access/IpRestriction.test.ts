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

/** Address with its text and its bits. An address of 4 octets is IPv4, one of 8 groups IPv6. */
const addressOf = (parts: ReadonlyArray<number>) => {
  const isIpv4 = parts.length === 4
  const bits = parts.map((part) => part.toString(2).padStart(isIpv4 ? 8 : 16, "0")).join("")
  const text = isIpv4 ? parts.join(".") : parts.map((part) => part.toString(16)).join(":")
  const isMapped = !isIpv4 && bits.startsWith("0".repeat(80) + "1".repeat(16))
  return { text, bits: isMapped ? bits.slice(96) : bits, allBits: bits, isMapped }
}

const Octet = Schema.Literals([0, 1, 2, 127, 128, 192, 254, 255])
const Group = Schema.Literals([0, 1, 0x2001, 0x0db8, 0x7fff, 0x8000, 0xffff])
const lastGroups = [Group, Group] as const
const Address = Schema.Union([
  Schema.Tuple([Octet, Octet, Octet, Octet]),
  Schema.Tuple([Group, Group, Group, Group, Group, Group, ...lastGroups]),
  Schema.Tuple([
    ...Array.from({ length: 5 }, () => Schema.Literal(0)),
    Schema.Literal(0xffff),
    ...lastGroups
  ])
])

describe("matching", () => {
  it.prop(
    "agrees with a comparison of bits",
    [Address, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 128 })), Address, Schema.Boolean],
    ([first, length, other, isNear]) => {
      const network = addressOf(first)
      // An address that differs in one bit from that of the network, or any.
      const changed = first.map((part, index) => index === first.length - 1 ? part ^ 1 : part)
      const caller = addressOf(isNear ? changed : other)
      const longest = first.length === 4 ? 32 : 128
      const prefix = Math.min(length, longest)
      // A mapped network of at least 96 bits is one of IPv4, and a shorter one is one of IPv6, without IPv4 addresses.
      const isMapped = network.isMapped && prefix >= 96
      const bits = isMapped ? network.bits : network.allBits
      const compared = isMapped ? prefix - 96 : prefix
      const expected = bits.length === caller.bits.length && bits.slice(0, compared) === caller.bits.slice(0, compared)
      const ip_network = read(`${network.text}/${prefix}`) ?? ""
      assert.strictEqual(
        Option.isSome(networkHolding([{ ip_network }], caller.text)),
        expected,
        `${caller.text} in ${network.text}/${prefix}`
      )
      assert.strictEqual(read(ip_network), ip_network, "the canonical form is stable")
    }
  )
})
