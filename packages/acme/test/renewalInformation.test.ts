import { AuthorityFailed } from "@namewright/core/certificates"
import { DateTime } from "effect"
import { assert, describe, it } from "vitest"
import { AcmeProblem, authorityFailed, retryAfterSeconds } from "../src/AcmeProblem.ts"
import { renewalIdOf, renewalWindow } from "../src/renewalInformation.ts"

/** Certificate of RFC 9773, appendix A. */
const example =
  `MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFtcGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAw
MDBaMBYxFDASBgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4z
fwmBhcSrf47NUAFfqzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4ByNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgti
VvuERV6cT4mfutXIlwTb+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK`

const now = Date.parse("2030-01-01T00:00:00Z")

const response = (body: unknown, headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body)
})

describe("Renewal information", () => {
  it("is identified as RFC 9773 shows", () => {
    assert.strictEqual(renewalIdOf(Buffer.from(example, "base64")), "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE")
  })

  it("has a window in whole seconds, and a pause", () => {
    const suggestedWindow = { start: "2030-01-03T04:00:00.5Z", end: "2030-01-03T05:00:00+01:00" }
    assert.isUndefined(renewalWindow(response({ suggestedWindow }), now))
    assert.deepStrictEqual(
      renewalWindow(
        response({ suggestedWindow: { ...suggestedWindow, end: "2030-01-03T06:00:00+01:00" } }, {
          "retry-after": "600"
        }),
        now
      ),
      {
        starts_on: DateTime.makeUnsafe("2030-01-03T04:00:00Z"),
        ends_on: DateTime.makeUnsafe("2030-01-03T05:00:00Z"),
        retry_after: 600
      }
    )
  })

  it("without a valid window is refused", () => {
    for (const body of ["", "{", {}, { suggestedWindow: { start: "soon", end: "later" } }, { suggestedWindow: null }]) {
      assert.isUndefined(renewalWindow(response(body), now))
    }
  })
})

describe("Failures of authorities", () => {
  const failed = (status: number, type: string, headers: Record<string, string> = {}) => {
    const { message, reason, retry_after } = authorityFailed(
      new AcmeProblem(response({ type: `urn:ietf:params:acme:error:${type}`, detail: "Why" }, headers, status), now)
    )
    return { message, reason, retry_after }
  }

  it("are refusals, limits, or leave the outcome unknown", () => {
    assert.deepStrictEqual(failed(403, "rejectedIdentifier"), { message: "Why", reason: "refused", retry_after: null })
    assert.deepInclude(failed(429, "rateLimited", { "retry-after": "3600" }), {
      reason: "rateLimited",
      retry_after: 3600
    })
    assert.deepInclude(failed(503, "serverInternal", { "retry-after": "60" }), {
      reason: "unavailable",
      retry_after: 60
    })
    assert.deepInclude(failed(429, "other"), { reason: "unavailable" })
    const broken = authorityFailed(new AcmeProblem(response("<html>", {}, 502), now))
    assert.instanceOf(broken, AuthorityFailed)
    assert.deepStrictEqual([broken.reason, broken.message], ["unavailable", "The authority answered with status 502"])
    assert.strictEqual(authorityFailed(new Error("socket hang up")).reason, "unavailable")
  })

  it("name a pause in seconds or as a date", () => {
    assert.strictEqual(retryAfterSeconds("Tue, 01 Jan 2030 00:01:00 GMT", now), 60)
    assert.strictEqual(retryAfterSeconds("Mon, 31 Dec 2029 00:01:00 GMT", now), 0)
    assert.strictEqual(retryAfterSeconds("soon", now), null)
    assert.strictEqual(retryAfterSeconds(undefined, now), null)
  })
})
