import { assert, describe, it } from "@effect/vitest"
import { ClaimsAcceptances } from "@namewright/core/domains"
import { type ClaimsNoticeFunction, type IssuedClaimsNotice, layerPlatform } from "@namewright/core/embed"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { keyOf, registerAccepted } from "./claimsRequests.ts"
import { customer } from "./DomainsPlatform.ts"
import { testTlds } from "./testTlds.ts"

const markup = "<script>alert(\"Tom & Jerry's\")</script>"

const notice = (members: Partial<IssuedClaimsNotice> = {}): IssuedClaimsNotice => ({
  notice_id: "49FD46E6C4B45C55D4AC",
  validator: "sample",
  not_after: new Date("2100-01-01T00:00:00Z"),
  label: "claims-host",
  claims: [{
    mark_name: markup,
    goods_and_services: "Books",
    jur_desc: { jur_cc: "EM", description: "European Union" },
    class_descs: [{ class_num: 16, description: "Paper" }],
    holders: [{ entitlement: "owner", org: "Example", addr: { street: ["Road 1"], city: "Alicante", cc: "ES" } }],
    contacts: [],
    not_exact_match: { court: [], udrp: [{ case_no: "D2012-1", udrp_provider: "Example Center" }] }
  }],
  ...members
})

const platformOf = (claimsNotices: ClaimsNoticeFunction | undefined, environment?: "production") =>
  Layer.orDie(
    layerPlatform({ storage: memoryDatabase(), tlds: testTlds, claimsNotices, environment })
  )

const fetched = Effect.fnUntraced(function*(key: string) {
  const owner = yield* customer()
  return yield* owner.act(ClaimsAcceptances.use((claims) => claims.notices({ claims_keys: [key] })))
})

describe("the source of claims notices", () => {
  it.effect("is a function of the host, whose texts are shown and escaped, and whose validator is sent", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const platform = platformOf((key) => {
        asked.push(key)
        return notice({
          texts: {
            notice_title: "Notice & more",
            notice_intro: "Intro",
            notice_not_exact_match_intro: "Decisions:",
            notice_footer: "Footer",
            notice_footer_url: "javascript:alert(1)"
          }
        })
      })
      yield* Effect.provide(
        Effect.gen(function*() {
          const { claims_notices: [shown] } = yield* fetched("key-1")
          assert.deepStrictEqual(asked, ["key-1"])
          assert.strictEqual(shown?.notice_title, "Notice & more")
          assert.strictEqual(shown?.claims[0]?.mark_name, markup)
          assert.strictEqual(shown?.claims[0]?.not_exact_match?.intro, "Decisions:")
          const html = shown?.rendered_html ?? ""
          assert.include(html, "<h1>Notice &amp; more</h1>")
          assert.include(html, "&lt;script&gt;alert(&quot;Tom &amp; Jerry&#39;s&quot;)&lt;/script&gt;")
          assert.include(html, "D2012-1, Example Center")
          assert.notInclude(html, "<script")
          assert.notInclude(html, "href=\"javascript")
          yield* registerAccepted(yield* customer(), "claims-host.com")
        }),
        platform
      )
    }))

  it.effect.each<[string, ClaimsNoticeFunction]>([
    ["is unavailable if it fails", () => Promise.reject(new Error("down"))],
    ["is unavailable if its answer is no notice", () => ({ ...notice(), label: "" })],
    ["is unavailable if the end of a notice is no time", () => notice({ not_after: "soon" })]
  ])("%s", ([, find]) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(fetched("key-1")))._tag, "ClaimsServiceUnavailable")
    }).pipe(Effect.provide(platformOf(find))))

  it.effect("is unavailable after 10 seconds without an answer", () =>
    Effect.gen(function*() {
      let aborted = false
      const reached = yield* Deferred.make<void>()
      const silent: ClaimsNoticeFunction = (_, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => (aborted = true))
          Deferred.doneUnsafe(reached, Effect.void)
        })
      yield* Effect.provide(
        Effect.gen(function*() {
          const asked = yield* Effect.forkChild(Effect.flip(fetched("key-1")))
          yield* Deferred.await(reached)
          yield* TestClock.adjust("10 seconds")
          assert.strictEqual((yield* Fiber.join(asked))._tag, "ClaimsServiceUnavailable")
          assert.isTrue(aborted)
        }),
        platformOf(silent)
      )
    }))

  it.effect.each<[string, ClaimsNoticeFunction | undefined]>([
    ["an unknown key", () => null],
    ["an expired notice", () => notice({ not_after: new Date("1969-01-01T00:00:00Z") })],
    ["a key that no simulated registry returns", undefined]
  ])("has none for %s", ([, find]) =>
    Effect.gen(function*() {
      for (const key of ["key-1", keyOf("plain.com")]) {
        assert.strictEqual((yield* Effect.flip(fetched(key)))._tag, "ClaimsNoticeNotFound")
      }
    }).pipe(Effect.provide(platformOf(find))))

  it.effect("is missing in production without the option", () =>
    Effect.gen(function*() {
      const owner = yield* customer(0)
      const asked = owner.act(
        ClaimsAcceptances.use((claims) => claims.notices({ claims_keys: [keyOf("claims-a.com")] }))
      )
      assert.strictEqual((yield* Effect.flip(asked))._tag, "ClaimsServiceUnavailable")
    }).pipe(Effect.provide(platformOf(undefined, "production"))))
})
