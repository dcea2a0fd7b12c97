import { assert, layer } from "@effect/vitest"
import { ZoneOwnershipStore } from "@namewright/core/dns"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { zoneCaller } from "./zoneCaller.ts"

const zoneOf = Effect.fnUntraced(function*(name: string) {
  const call = yield* zoneCaller()
  const { body } = yield* call("POST", "/v1/dns", { name })
  assert.deepInclude(body.ownership, { state: "unproven", proof: null })
  return { call, claim: call("POST", `/v1/dns/${name}/claim`) }
})

const codesOf = (body: any): ReadonlyArray<string> => body.ownership.missing.map(({ code }: any) => code)

layer(TestPlatform.layer)("POST /v1/dns/{zone_name}/claim", (it) => {
  it.effect("200: the zone, proven by the names that were generated for the organization", () =>
    Effect.gen(function*() {
      const { call, claim } = yield* zoneOf("delegated-claim.com")
      const { body, headers, status } = yield* claim
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("etag"), `"${body.serial}"`)
      assert.deepInclude(body.ownership, { state: "proven", proof: "own_nameservers", is_served: true, missing: [] })
      const label = call.organization.slice("organization_".length)
      assert.deepStrictEqual(body.ownership.nameservers, [
        `${label}.ns1.namewright.test.`,
        `${label}.ns2.namewright.test.`
      ])
      const { tags: _, ...zone } = (yield* call("GET", "/v1/dns/delegated-claim.com")).body
      assert.deepInclude(body, zone)
    }))

  it.effect("200: proven by the challenge, which the zone shows", () =>
    Effect.gen(function*() {
      const { call, claim } = yield* zoneOf("challenged-claim.com")
      const { challenge } = (yield* call("GET", "/v1/dns/challenged-claim.com")).body.ownership
      assert.strictEqual(challenge.name, "_namewright-challenge.challenged-claim.com.")
      assert.strictEqual(challenge.type, "TXT")
      assert.match(challenge.value, /^namewright-claim=[0-9a-f]+$/)
      assert.strictEqual((yield* claim).body.ownership.proof, "challenge")
    }))

  it.effect("200: unproven, with what is missing", () =>
    Effect.gen(function*() {
      const expected = {
        "shared-claim.com": ["delegation_shared", "challenge_missing"],
        "disputed-claim.com": ["delegation_disputed"],
        "somewhere-claim.com": ["delegated_elsewhere", "challenge_missing"],
        "below.nowhere-claim.com": ["not_delegated"],
        "silent-claim.com": ["not_checked", "check_incomplete"]
      }
      for (const [name, codes] of Object.entries(expected)) {
        const { body, status } = yield* Effect.flatMap(zoneOf(name), ({ claim }) => claim)
        assert.deepStrictEqual([name, status, body.ownership.state, ...codesOf(body)], [
          name,
          200,
          "unproven",
          ...codes
        ])
        for (const { detail } of body.ownership.missing) assert.isNotEmpty(detail)
      }
    }))

  it.effect("200: the stored outcome within ten seconds, and the same one again afterwards", () =>
    Effect.gen(function*() {
      const { claim } = yield* zoneOf("delegated-again.com")
      const first = (yield* claim).body
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual((yield* claim).body, first)
      yield* TestClock.adjust("5 seconds")
      const { checked_on, ...again } = (yield* claim).body.ownership
      assert.isAbove(Date.parse(checked_on), Date.parse(first.ownership.checked_on))
      assert.deepStrictEqual({ ...again, checked_on: first.ownership.checked_on }, first.ownership)
    }))

  it.effect("403: a key without dns:manage", () =>
    Effect.gen(function*() {
      const call = yield* zoneCaller({ rights: ["dns:read", "dns:delete"] })
      assert.strictEqual((yield* call("POST", "/v1/dns/any.com/claim")).status, 403)
    }))

  it.effect("404: a zone that does not exist, another organization's zone, and an invalid name", () =>
    Effect.gen(function*() {
      yield* zoneOf("delegated-hidden.com")
      const stranger = yield* zoneCaller()
      for (const name of ["delegated-hidden.com", "nobody.com", "a..b"]) {
        const { body, status } = yield* stranger("POST", `/v1/dns/${name}/claim`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_ZONE_NOT_FOUND"])
      }
    }))

  it.effect("409: another claim of the zone is being checked; the header says when to repeat it", () =>
    Effect.gen(function*() {
      const { call, claim } = yield* zoneOf("delegated-busy.com")
      const { dns_zone_id } = (yield* call("GET", "/v1/dns/delegated-busy.com")).body
      const now = yield* Instant.now
      const { beginCheck } = yield* ZoneOwnershipStore
      yield* beginCheck(dns_zone_id, now, { endedSince: now, lostSince: now })
      const { body, headers, status } = yield* claim
      assert.deepStrictEqual([status, body.code, headers.get("retry-after")], [409, "ERROR_REQUEST_IN_PROGRESS", "5"])
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual((yield* claim).body.ownership.state, "proven")
    }))

  it.effect("409: another organization has proven the name since", () =>
    Effect.gen(function*() {
      const first = yield* zoneOf("challenged-twice.com")
      const second = yield* zoneOf("challenged-twice.com")
      assert.strictEqual((yield* first.claim).body.ownership.state, "proven")
      const { body, status } = yield* second.claim
      assert.deepStrictEqual([status, body.code], [409, "ERROR_ZONE_DISPLACED"])

      yield* second.call("POST", "/v1/dns", { name: "challenged-twice.com" })
      assert.strictEqual((yield* second.claim).body.ownership.state, "proven")
      assert.strictEqual((yield* first.claim).status, 409)
    }))
})
