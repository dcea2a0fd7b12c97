import { assert, describe, it } from "@effect/vitest"
import { type CaaOrder, caaPermits, type CaaProperty } from "@namewright/core/certificates"

const property = (tag: string, value: string, critical = false): CaaProperty => ({ critical, tag, value })

const order: CaaOrder = {
  identities: ["ca.example", "ca.test"],
  account: "https://ca.example/account/1",
  challenge: "http-01",
  isWildcard: false
}
const wildcardOrder: CaaOrder = { ...order, challenge: "dns-01", isWildcard: true }

const permits = (...properties: ReadonlyArray<CaaProperty>) => caaPermits(properties, order)

describe("CAA records", () => {
  it("permit every authority without a property about issues", () => {
    assert.isTrue(permits())
    assert.isTrue(permits(property("iodef", "mailto:security@example.com"), property("issuewild", ";")))
  })

  it("permit the named authorities only", () => {
    assert.isTrue(permits(property("issue", "ca.example")))
    assert.isTrue(permits(property("issue", "other.example"), property("issue", " CA.Test. ; account=1")))
    assert.isFalse(permits(property("issue", "other.example")))
    assert.isFalse(permits(property("issue", "sub.ca.example")))
    assert.isFalse(permits(property("issue", ";")))
    assert.isFalse(permits(property("issue", "")))
  })

  it("restrict the methods by which names are proven", () => {
    assert.isTrue(permits(property("issue", "ca.example; validationmethods=dns-01,http-01")))
    assert.isFalse(permits(property("issue", "ca.example; validationmethods=dns-01")))
    assert.isTrue(permits(property("issue", "ca.example;validationmethods=dns-01"), property("issue", "ca.example")))
  })

  it("permit no authority with a critical property that is unknown", () => {
    assert.isFalse(permits(property("issue", "ca.example"), property("tbs", "unknown", true)))
    assert.isTrue(permits(property("issue", "ca.example", true), property("tbs", "unknown")))
  })

  it("restrict the methods of the names that are proven over DNS", () => {
    assert.isTrue(caaPermits([property("issue", "ca.example; validationmethods=http-01 , DNS-01")], wildcardOrder))
    assert.isFalse(caaPermits([property("issue", "ca.example; validationmethods=http-01")], wildcardOrder))
    assert.isTrue(
      caaPermits([property("issue", "ca.example; validationmethods=dns-01")], { ...order, challenge: "dns-01" })
    )
  })

  it("restrict the account at the authority once it is registered", () => {
    const of = (uri: string) => [property("issue", `ca.example; accounturi=${uri}`)]
    const one = "https://ca.example/account/1"
    assert.isTrue(permits(...of(one)))
    assert.isFalse(permits(...of("https://ca.example/account/2")))
    assert.isTrue(permits(...of("https://ca.example/account/2"), ...of(one)))
    assert.isTrue(caaPermits(of("https://ca.example/account/2"), { ...order, account: null }))
    assert.isFalse(permits(property("issue", `ca.example; accounturi=${one}; validationmethods=dns-01`)))
    const withQuery = "https://ca.example/account?id=1"
    assert.isTrue(caaPermits(of(withQuery), { ...order, account: withQuery }))
  })

  it.each<[string, ReadonlyArray<CaaProperty>, boolean, boolean]>([
    ["no property", [], true, true],
    ["one for hosts", [property("issue", "ca.example")], true, true],
    ["one that forbids hosts", [property("issue", ";")], false, false],
    ["one for wildcards only", [property("issuewild", "ca.example")], true, true],
    ["one that forbids wildcards only", [property("issuewild", ";")], true, false],
    ["another authority for wildcards", [property("issue", "ca.example"), property("issuewild", "other")], true, false],
    ["only wildcards permitted", [property("issue", ";"), property("issuewild", "ca.example")], false, true],
    [
      "wildcards by two authorities",
      [property("issuewild", "other"), property("issuewild", "ca.test"), property("issue", "other")],
      false,
      true
    ],
    ["a critical property for wildcards", [property("issuewild", "ca.example", true)], true, true]
  ])("with %s permit hosts and wildcards as RFC 8659 says", (_name, properties, hosts, wildcards) => {
    assert.strictEqual(caaPermits(properties, order), hosts)
    assert.strictEqual(caaPermits(properties, wildcardOrder), wildcards)
  })
})
