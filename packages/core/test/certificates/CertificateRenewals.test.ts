import { assert, it } from "@effect/vitest"
import { Certificates, CertificateStore } from "@namewright/core/certificates"
import { Hostname, Instant, OrganizationId } from "@namewright/core/shared"
import { type TestPlatform } from "@namewright/testing"
import { DateTime, Duration } from "effect"
import { describe } from "vitest"
import { ensure, ordersOf, save, served, steeredAuthorities, stored } from "./ensuredCertificates.ts"
import { refused, scriptedAuthority, unavailable } from "./ScriptedAuthority.ts"

describe("With authorities that a test steers", () => {
  let platform: TestPlatform
  const use = steeredAuthorities((started) => platform = started)

  describe("Renewal information", () => {
    const window = (platform: TestPlatform, days: number) => {
      const starts_on = DateTime.add(DateTime.makeUnsafe(platform.clock.now()), { days })
      return { starts_on, ends_on: DateTime.add(starts_on, { days: 1 }), retry_after: 21_600 }
    }

    it("decides when a certificate is renewed, and its order replaces the previous one without using the limit", async () => {
      const one = scriptedAuthority("renewing", { orders: 1, period: Duration.days(900) })
      use(one)
      one.window = window(platform, 30)
      await ensure(platform, "a.example")
      await platform.clock.advance({ days: 2 })
      // The authority revokes certificates: the window moves into the past, also that of the next certificate.
      one.window = window(platform, -2)
      await platform.clock.advance({ hours: 7 })
      assert.deepStrictEqual(ordersOf(one), [
        "order a.example",
        "order a.example replaces https://renewing.example/orders/1"
      ])
    })

    it("does not delay a renewal that an operator requests while it is read", async () => {
      const one = scriptedAuthority("asked")
      use(one)
      one.window = window(platform, 30)
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 1 })
      await save(platform, "a.example", (certificate) => ({ ...certificate, due_on: certificate.updated_on }))
      one.reading = async () => {
        one.reading = () => Promise.resolve()
        await platform.runtime.runPromise(Certificates.use(({ renew }) => renew(Hostname.make("a.example"))))
      }
      await platform.clock.advance({ minutes: 2 })
      assert.lengthOf(ordersOf(one), 2)
    })

    it("has a window in which the time is chosen at random, although two thirds of the validity are inside", async () => {
      const one = scriptedAuthority("one")
      use(one)
      const starts_on = DateTime.makeUnsafe(platform.clock.now())
      one.window = { starts_on, ends_on: DateTime.add(starts_on, { days: 88 }), retry_after: 21_600 }
      const hosts = ["a.example", "b.example", "c.example"]
      for (const name of hosts) await ensure(platform, name)
      await platform.clock.advance({ minutes: 1 })
      const times = new Set<number>()
      for (const name of hosts) {
        const { renew_on } = await stored(platform, name)
        assert.isNotNull(renew_on)
        times.add(renew_on.epochMilliseconds)
      }
      assert.strictEqual(times.size, hosts.length)
    })

    it("that is never read leaves the renewal at two thirds of the validity", async () => {
      const one = scriptedAuthority("one")
      use(one)
      one.window = window(platform, 10)
      one.failing.set("renewalInfo", Array.from({ length: 400 }, () => unavailable))
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 1 })
      await save(platform, "a.example", (certificate) => {
        const now = certificate.updated_on
        return {
          ...certificate,
          issued_on: DateTime.subtract(now, { hours: 60 * 24 - 12 }),
          expires_on: DateTime.add(now, { hours: 30 * 24 + 12 })
        }
      })
      await platform.clock.advance({ hours: 11 })
      assert.lengthOf(ordersOf(one), 1)
      await platform.clock.advance({ hours: 2 })
      assert.lengthOf(ordersOf(one), 2)
    })

    it("that cannot be read leaves the time of renewal as it is", async () => {
      const one = scriptedAuthority("one")
      use(one)
      one.window = window(platform, 30)
      one.failing.set("renewalInfo", [unavailable])
      const issued_on = DateTime.makeUnsafe(platform.clock.now())
      await ensure(platform, "a.example")
      await platform.clock.advance({ minutes: 1 })
      assert.deepInclude(await stored(platform, "a.example"), {
        renew_on: null,
        due_on: DateTime.add(issued_on, { hours: 6, minutes: 1 })
      })
      await platform.clock.advance({ hours: 7 })
      const { renew_on } = await stored(platform, "a.example")
      assert.isTrue(
        renew_on !== null && DateTime.between(renew_on, { minimum: one.window.starts_on, maximum: one.window.ends_on })
      )
    })
  })

  describe("A renewal whose replaced certificate is refused", () => {
    it("is ordered again at once without it, and counts against the limits", async () => {
      const limits = { perDomain: 5, perNames: 5, period: Duration.days(7) }
      const one = scriptedAuthority("forgetful", undefined, limits)
      use(one)
      const starts_on = DateTime.makeUnsafe(platform.clock.now())
      one.window = { starts_on, ends_on: DateTime.add(starts_on, { days: 1 }), retry_after: 21_600 }
      await ensure(platform, "a.example")
      await platform.clock.settle()
      one.failing.set("order", [refused])
      await platform.clock.advance({ days: 1, hours: 12 })
      assert.deepStrictEqual(ordersOf(one), [
        "order a.example",
        "order a.example replaces https://forgetful.example/orders/1",
        "order a.example"
      ])
      assert.deepInclude(await stored(platform, "a.example"), { failures: 0, error_code: null })
      const query = { authority: "forgetful", domain: "a.example", since: DateTime.subtract(starts_on, { days: 1 }) }
      assert.lengthOf(
        await platform.runtime.runPromise(CertificateStore.use((store) => store.issueTimes(query))),
        2
      )
    })
  })

  describe("A renewal that is refused with and without the replaced certificate", () => {
    it("is one failure", async () => {
      const one = scriptedAuthority("hostile")
      use(one)
      const starts_on = DateTime.makeUnsafe(platform.clock.now())
      one.window = { starts_on, ends_on: DateTime.add(starts_on, { days: 1 }), retry_after: 21_600 }
      await ensure(platform, "a.example")
      await platform.clock.settle()
      one.failing.set("order", [refused, refused])
      await platform.clock.advance({ days: 1, minutes: 5 })
      assert.lengthOf(ordersOf(one), 3)
      assert.deepInclude(await stored(platform, "a.example"), { failures: 1, error_code: "authority_refused" })
      await platform.clock.advance({ minutes: 20 })
      assert.strictEqual(ordersOf(one).at(-1), "order a.example")
      assert.deepInclude(await stored(platform, "a.example"), { failures: 0, error_code: null })
    })
  })

  describe("A certificate", () => {
    const reports = async (name: string) =>
      (await platform.events(["event.recorded"])).filter((event) =>
        JSON.stringify(event).includes(`certificate for ${name}`)
      )

    it("that is not renewed is reported once, seven days before it expires, and is not served afterwards", async () => {
      const one = scriptedAuthority("one")
      use(one)
      const { organization_id } = await platform.create.organization()
      await ensure(platform, "a.example", OrganizationId.make(organization_id))
      await platform.clock.settle()
      const now = DateTime.makeUnsafe(platform.clock.now())
      const expires_on = DateTime.add(now, { days: 9 })
      await save(platform, "a.example", (certificate) => ({ ...certificate, expires_on, renew_on: now, due_on: now }))
      one.failing.set("order", Array.from({ length: 400 }, () => refused))
      await platform.clock.advance({ days: 1 })
      assert.lengthOf(await reports("a.example"), 0)
      await platform.clock.advance({ days: 2 })
      await platform.clock.advance({ days: 3 })
      const [report, ...others] = await reports("a.example")
      assert.lengthOf(others, 0)
      assert.include(
        JSON.stringify(report),
        `a.example expires on ${Instant.format(expires_on)} and was not renewed: The name is forbidden`
      )
      assert.isDefined(await served(platform, "a.example"))
      await platform.clock.advance({ days: 4 })
      assert.isUndefined(await served(platform, "a.example"))
    })

    it("that is not issued is reported once, a day after its request", async () => {
      const one = scriptedAuthority("one")
      one.failing.set("order", Array.from({ length: 400 }, () => refused))
      use(one)
      const { organization_id } = await platform.create.organization()
      const { created_on } = await ensure(platform, "never.example", OrganizationId.make(organization_id))
      await platform.clock.advance({ hours: 23 })
      assert.lengthOf(await reports("never.example"), 0)
      await platform.clock.advance({ hours: 3 })
      await platform.clock.advance({ days: 2 })
      const [report, ...others] = await reports("never.example")
      assert.lengthOf(others, 0)
      assert.include(
        JSON.stringify(report),
        `never.example was requested on ${Instant.format(created_on)} and was not issued: The name is forbidden`
      )
    })
  })
})
