import { assert, it } from "@effect/vitest"
import { type Certificate, Certificates, intended, placed } from "@namewright/core/certificates"
import { type TestPlatform } from "@namewright/testing"
import { Duration } from "effect"
import { describe } from "vitest"
import { ensure, host, ordersOf, responseTo, save, served, steeredAuthorities, stored } from "./ensuredCertificates.ts"
import { httpChallenge, rateLimited, refused, scriptedAuthority, unavailable } from "./ScriptedAuthority.ts"

describe("With authorities that a test steers", () => {
  let platform: TestPlatform
  const use = steeredAuthorities((started) => platform = started)

  describe("An order", () => {
    it("is placed once for a set of names, however often and in whatever order they are ensured", async () => {
      const one = scriptedAuthority("new")
      use(one)
      const ensured = await Promise.all([
        ensure(platform, "a.example", null, "b.example"),
        ensure(platform, "b.example", null, "a.example"),
        ensure(platform, "a.example", null, "b.example", "a.example")
      ])
      assert.strictEqual(new Set(ensured.map(({ certificate_id }) => certificate_id)).size, 1)
      await platform.clock.settle()
      await ensure(platform, "a.example", null, "b.example")
      await platform.clock.settle()
      assert.deepStrictEqual(one.calls, [
        "register",
        "order a.example b.example",
        "lookUp https://new.example/orders/1",
        "finalize",
        "download"
      ])
    })

    it("is looked up by its URL and not placed again while its outcome is unknown", async () => {
      const one = scriptedAuthority("silent")
      one.failing.set("finalize", [unavailable])
      one.failing.set("download", [unavailable])
      one.statuses.push("ready", "valid")
      use(one)
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 10 })
      assert.isDefined(await served(platform, "a.example"))
      assert.deepStrictEqual(one.calls, [
        "register",
        "order a.example",
        "lookUp https://silent.example/orders/1",
        "finalize",
        "lookUp https://silent.example/orders/1",
        "download",
        "lookUp https://silent.example/orders/1",
        "finalize",
        "download"
      ])
    })

    it("stores the response to a challenge before it is confirmed, and removes it at the end", async () => {
      const one = scriptedAuthority("one")
      const token = "token-of-a-challenge"
      one.statuses.push("pending", "pending")
      one.challenges.push([httpChallenge("a.example", token)])
      use(one)
      const confirmed: Array<string | undefined> = []
      one.confirming = async () => void confirmed.push(await responseTo(platform, token))
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 2 })
      assert.deepStrictEqual(confirmed, [`${token}.key`])
      assert.isDefined(await served(platform, "a.example"))
      assert.isUndefined(await responseTo(platform, token))
    })

    it("confirms a challenge once while its authority validates it, also in later runs", async () => {
      const one = scriptedAuthority("one")
      const [first, second] = ["token-of-the-first", "token-of-the-second"]
      const challenges = [first, second].map((token) => httpChallenge("a.example", token))
      one.statuses.push("pending", "pending", "pending", "pending")
      one.challenges.push(challenges, challenges, challenges, challenges)
      // No answer: the authority may have been notified or not.
      one.failing.set("confirm", [unavailable])
      one.confirming = async () => void one.failing.set("lookUp", [unavailable])
      use(one)
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 30 })
      assert.isDefined(await served(platform, "a.example"))
      assert.isEmpty(one.statuses)
      assert.deepStrictEqual(
        one.calls.filter((call) => call.startsWith("confirm")),
        [`confirm ${first}`, `confirm ${first}`, `confirm ${second}`]
      )
    })

    it("that another process has replaced is not changed by the failure of the previous one", async () => {
      const one = scriptedAuthority("one")
      const token = "token-of-a-challenge"
      one.statuses.push("pending")
      one.challenges.push([httpChallenge("a.example", token)])
      use(one)
      let newer: Certificate | undefined
      one.confirming = () => {
        one.failing.set("lookUp", [refused])
        return save(platform, "a.example", (certificate) => {
          const now = certificate.updated_on
          newer = placed(
            intended(certificate, { authority: "one", sealed_key: "newer", now }),
            "https://one.example/2",
            now
          )
          return newer
        })
      }
      await ensure(platform, "a.example")
      await platform.clock.settle()
      assert.isEmpty(one.failing.get("lookUp") ?? [refused])
      assert.deepStrictEqual(await stored(platform, "a.example"), newer)
      assert.strictEqual(await responseTo(platform, token), `${token}.key`)
    })

    it("waits for an authority that works on it", async () => {
      const one = scriptedAuthority("one")
      one.statuses.push("processing", "processing", "pending")
      use(one)
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 2 })
      assert.isDefined(await served(platform, "a.example"))
      assert.lengthOf(ordersOf(one), 1)
    })

    it("that is refused is repeated after 15 minutes and an hour, at most four times in an hour", async () => {
      const one = scriptedAuthority("one")
      one.failing.set("order", [refused])
      one.statuses.push("invalid")
      use(one)
      await ensure(platform, "a.example")
      await platform.clock.settle()
      assert.deepInclude(await stored(platform, "a.example"), {
        failures: 1,
        error_message: "The name is forbidden",
        order_step: "none"
      })
      await platform.clock.advance({ minutes: 16 })
      assert.deepInclude(await stored(platform, "a.example"), { failures: 2, error_message: "No address" })
      await platform.clock.advance({ minutes: 55 })
      assert.lengthOf(ordersOf(one), 2)
      await platform.clock.advance({ minutes: 10 })
      assert.isDefined(await served(platform, "a.example"))
      assert.deepInclude(await stored(platform, "a.example"), { failures: 0, error_message: null })
    })

    it("goes to the next authority after three failures", async () => {
      const [one, two] = [scriptedAuthority("one"), scriptedAuthority("two")]
      one.failing.set("lookUp", [unavailable, unavailable, unavailable])
      use(one, two)
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 15 })
      assert.isDefined(await served(platform, "a.example"))
      assert.strictEqual((await stored(platform, "a.example")).authority, "two")
      assert.lengthOf(ordersOf(one), 1)
    })

    it("goes to the next authority at once if an authority limits orders, and otherwise waits as long as it demands", async () => {
      const [one, two] = [scriptedAuthority("one"), scriptedAuthority("two")]
      one.failing.set("order", [rateLimited(7200), rateLimited(7200)])
      use(one, two)
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 2 })
      assert.strictEqual((await stored(platform, "a.example")).authority, "two")

      use(one)
      await ensure(platform, "b.example")
      await platform.clock.advance({ minutes: 119 })
      assert.isUndefined(await served(platform, "b.example"))
      await platform.clock.advance({ minutes: 3 })
      assert.isDefined(await served(platform, "b.example"))
    })

    it("waits for the limit of the account", async () => {
      const one = scriptedAuthority("limited", { orders: 2, period: Duration.hours(1) })
      use(one)
      await Promise.all(["a.example", "b.example", "c.example"].map((name) => ensure(platform, name)))
      await platform.clock.advance({ minutes: 29 })
      assert.lengthOf(ordersOf(one), 2)
      await platform.clock.advance({ minutes: 3 })
      assert.lengthOf(ordersOf(one), 3)
    })

    it("that was intended before a crash waits for the limit of the account, too", async () => {
      const one = scriptedAuthority("crashed", { orders: 1, period: Duration.hours(1) })
      use(one)
      await ensure(platform, "a.example")
      await platform.clock.settle()
      await ensure(platform, "b.example")
      await save(
        platform,
        "b.example",
        (certificate) =>
          intended(certificate, { authority: "crashed", sealed_key: "lost", now: certificate.updated_on })
      )
      await platform.clock.advance({ minutes: 55 })
      assert.deepStrictEqual(ordersOf(one), ["order a.example"])
      await platform.clock.advance({ minutes: 10 })
      assert.deepStrictEqual(ordersOf(one), ["order a.example", "order b.example"])
      assert.isDefined(await served(platform, "b.example"))
    })

    it("waits while its authority has issued its limit for the registered domain or the names, or goes to the next one", async () => {
      const limits = { perDomain: 3, perNames: 2, period: Duration.days(7) }
      const [one, two] = [scriptedAuthority("counting", undefined, limits), scriptedAuthority("uncounted")]
      use(one)
      const renewed = async (name: string) => {
        await platform.clock.advance({ seconds: 1 })
        await platform.runtime.runPromise(Certificates.use((certificates) => certificates.renew(host(name))))
        await platform.clock.settle()
      }
      await ensure(platform, "a.limited.co.uk")
      await ensure(platform, "a.other.co.uk")
      await platform.clock.settle()
      await renewed("a.limited.co.uk")
      assert.lengthOf(ordersOf(one), 3)
      await platform.clock.advance({ days: 1 })
      await renewed("a.limited.co.uk")
      assert.lengthOf(ordersOf(one), 3)
      assert.deepInclude(await stored(platform, "a.limited.co.uk"), { error_code: "authority_limited" })
      assert.include(
        (await stored(platform, "a.limited.co.uk")).error_message ?? "",
        "2 certificates for a.limited.co.uk"
      )
      await ensure(platform, "b.limited.co.uk")
      await platform.clock.settle()
      await ensure(platform, "c.limited.co.uk")
      await platform.clock.settle()
      assert.isDefined(await served(platform, "b.limited.co.uk"))
      assert.include(
        (await stored(platform, "c.limited.co.uk")).error_message ?? "",
        "3 certificates for limited.co.uk"
      )
      use(one, two)
      await ensure(platform, "d.limited.co.uk")
      await platform.clock.advance({ minutes: 2 })
      assert.strictEqual((await stored(platform, "d.limited.co.uk")).authority, "uncounted")
      use(one)
      await platform.clock.advance({ days: 5 })
      assert.isUndefined(await served(platform, "c.limited.co.uk"))
      await platform.clock.advance({ days: 2 })
      assert.isDefined(await served(platform, "c.limited.co.uk"))
    })

    it("that is under way counts against the limit for the registered domain, until it has failed", async () => {
      const limits = { perDomain: 2, perNames: 2, period: Duration.days(7) }
      const one = scriptedAuthority("busy", undefined, limits)
      use(one)
      one.failing.set("lookUp", [unavailable, unavailable])
      await ensure(platform, "a.busy.co.uk")
      await ensure(platform, "b.busy.co.uk")
      await platform.clock.settle()
      one.failing.set("lookUp", [refused])
      await ensure(platform, "c.busy.co.uk")
      await platform.clock.settle()
      assert.deepStrictEqual(ordersOf(one), ["order a.busy.co.uk", "order b.busy.co.uk"])
      assert.deepInclude(await stored(platform, "c.busy.co.uk"), { error_code: "authority_limited" })
      // The order of one of the hosts is refused and gives its place to the next one; the other is issued.
      await platform.clock.advance({ minutes: 5 })
      await ensure(platform, "d.busy.co.uk")
      await platform.clock.settle()
      assert.isDefined(await served(platform, "d.busy.co.uk"))
      assert.lengthOf(ordersOf(one), 3)
    })

    it("is replaced if its authority is removed from the installation", async () => {
      const [gone, two] = [scriptedAuthority("gone"), scriptedAuthority("two")]
      gone.failing.set("lookUp", [unavailable])
      use(gone)
      await ensure(platform, "a.example")
      await platform.clock.settle()
      use(two)
      await platform.clock.advance({ minutes: 70 })
      assert.strictEqual((await stored(platform, "a.example")).authority, "two")
    })
  })
})
