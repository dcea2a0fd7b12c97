import { assert, describe, it } from "@effect/vitest"
import { caaPermits, type CaaProperty } from "@namewright/core/certificates"

const property = (tag: string, value: string, critical = false): CaaProperty => ({ critical, tag, value })

const permits = (...properties: ReadonlyArray<CaaProperty>) => caaPermits(properties, ["ca.example", "ca.test"])

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
})
