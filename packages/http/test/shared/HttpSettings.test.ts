import { assert, describe, it } from "@effect/vitest"
import { ConfigurationError } from "@namewright/core/embed"
import { defaultHttpSettings, httpSettingsOf } from "../../src/shared/HttpSettings.ts"
import { toFetch } from "../../src/toFetch.ts"

const rate = { perSecond: 1, burst: 1 }

describe("httpSettingsOf", () => {
  it("adds defaults", () => {
    assert.deepStrictEqual(httpSettingsOf({}), defaultHttpSettings)
    assert.deepStrictEqual(httpSettingsOf({ rateLimits: false }).rateLimits, false)
    const trustedProxies = ["10.0.0.0/8", "192.0.2.1", "::1", "fd00::/8"]
    assert.deepStrictEqual(httpSettingsOf({ trustedProxies }).trustedProxies, trustedProxies)
  })

  it("names every invalid setting", () => {
    const wrong = {
      trustedProxies: ["10.0.0.0/8", "proxy", "10.0.0.0/99"],
      agentOrigins: ["https://client.example", "client.example", "https://client.example/"],
      maximumBodyBytes: 0,
      retryAfterSeconds: 1.5,
      rateLimits: { read: rate, write: { perSecond: 0, burst: 1 }, names: { perSecond: 1, burst: 0 }, tokens: rate }
    }
    try {
      httpSettingsOf(wrong)
      assert.fail("The settings were accepted")
    } catch (error) {
      assert.instanceOf(error, ConfigurationError)
      assert.deepStrictEqual(error.problems.map((problem) => problem.split(":")[0]), [
        "trustedProxies",
        "trustedProxies",
        "agentOrigins",
        "agentOrigins",
        "maximumBodyBytes",
        "retryAfterSeconds",
        "rateLimits.write",
        "rateLimits.names"
      ])
    }
  })

  it("fails when the interface is built, not at the first request", () => {
    assert.throws(() => toFetch({ runtime: undefined as never }, { maximumBodyBytes: -1 }), ConfigurationError)
  })
})
