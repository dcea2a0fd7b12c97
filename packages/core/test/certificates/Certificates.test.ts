import { assert, it } from "@effect/vitest"
import {
  type Certificate,
  CertificateAuthorities,
  type CertificateAuthority,
  Certificates,
  intended,
  placed
} from "@namewright/core/certificates"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { DateTime, Duration, Layer, Redacted } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { ensure, host, ordersOf, release, releaseAll, responseTo, save, served, stored } from "./ensuredCertificates.ts"
import { rateLimited, refused, type ScriptedAuthority, scriptedAuthority, unavailable } from "./ScriptedAuthority.ts"

describe("Certificates of the sandbox", () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await testPlatform({ keyEncryptionSecret: "0123456789abcdef0123456789abcdef" })
  })
  afterEach(() => releaseAll(platform))
  afterAll(() => platform.dispose())

  it("are issued for the ensured names and a key of their own, by one root", async () => {
    const ensured = await ensure(platform, "shop.example", null, "www.shop.example", "shop.example")
    assert.strictEqual(ensured.chain, null)
    await ensure(platform, "other.example")
    await platform.clock.settle()
    const found = await served(platform, "www.shop.example")
    assert.isDefined(found)
    const [leaf, root] = found.chain.split(/(?<=-----END CERTIFICATE-----\n)/).map((one) => new X509Certificate(one))
    assert.isDefined(leaf)
    assert.isDefined(root)
    assert.strictEqual(leaf.subjectAltName, "DNS:shop.example, DNS:www.shop.example")
    assert.isTrue(leaf.checkPrivateKey(createPrivateKey(Redacted.value(found.key))))
    assert.isTrue(root.ca)
    assert.isFalse(leaf.ca)
    assert.isTrue(leaf.verify(root.publicKey) && leaf.checkIssued(root))
    assert.strictEqual(leaf.validFromDate.getTime(), platform.clock.now().getTime())
    assert.strictEqual(leaf.validToDate.getTime() - leaf.validFromDate.getTime(), Duration.toMillis("90 days"))
    assert.strictEqual(found.expires_on.epochMilliseconds, leaf.validToDate.getTime())
    const other = new X509Certificate((await served(platform, "other.example"))?.chain ?? "")
    assert.isTrue(other.verify(root.publicKey))
    assert.isFalse(other.publicKey.equals(leaf.publicKey))
    assert.isUndefined(await served(platform, "mail.shop.example"))
  })

  it("are renewed after two thirds of their validity, with another key, until they are released", async () => {
    await ensure(platform, "shop.example")
    await platform.clock.settle()
    const first = await served(platform, "shop.example")
    const issued_on = DateTime.makeUnsafe(platform.clock.now())
    const due_on = DateTime.add(issued_on, { days: 60 })
    assert.deepInclude(await stored(platform, "shop.example"), { renew_on: due_on, due_on })
    const sooner = DateTime.add(issued_on, { days: 2 })
    await save(platform, "shop.example", (certificate) => ({ ...certificate, renew_on: sooner, due_on: sooner }))
    await platform.clock.advance({ days: 1 })
    assert.deepStrictEqual(await served(platform, "shop.example"), first)
    await platform.clock.advance({ days: 2 })
    const second = await served(platform, "shop.example")
    assert.isDefined(first)
    assert.isDefined(second)
    assert.strictEqual(second.certificate_id, first.certificate_id)
    assert.notStrictEqual(Redacted.value(second.key), Redacted.value(first.key))
    assert.strictEqual(DateTime.distance(first.expires_on, second.expires_on).toString(), Duration.days(2).toString())
    await release(platform, [host("shop.example")])
    assert.isUndefined(await served(platform, "shop.example"))
    await platform.clock.advance({ days: 3 })
    assert.isUndefined(await served(platform, "shop.example"))
  })

  it("are renewed for every owner, and end with the last one", async () => {
    const names = [host("shared.example")] as const
    const { certificate_id } = await ensure(platform, "shared.example")
    const by = (owner: string) =>
      platform.runtime.runPromise(Certificates.use((certificates) => certificates.ensure(names, null, owner)))
    const releasedBy = (owner: string) =>
      platform.runtime.runPromise(Certificates.use((certificates) => certificates.release(names, owner)))
    assert.strictEqual((await by("branding")).certificate_id, certificate_id)
    assert.strictEqual((await by("branding")).certificate_id, certificate_id)
    await platform.clock.settle()
    for (const owner of ["tests", "tests", "nobody"]) {
      await releasedBy(owner)
      assert.strictEqual((await served(platform, "shared.example"))?.certificate_id, certificate_id, owner)
    }
    await releasedBy("branding")
    assert.isUndefined(await served(platform, "shared.example"))
    assert.notStrictEqual((await ensure(platform, "shared.example")).certificate_id, certificate_id)
  })

  it("have keys that are encrypted in the database", async () => {
    await ensure(platform, "shop.example")
    await platform.clock.settle()
    const { sealed_key } = await stored(platform, "shop.example")
    assert.match(sealed_key ?? "", /^aes256gcm\./)
    assert.match(
      Redacted.value((await served(platform, "shop.example"))?.key ?? Redacted.make("")),
      /^-----BEGIN PRIVATE KEY/
    )
  })
})

describe("With authorities that a test steers", () => {
  const all: Array<CertificateAuthority> = []
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await testPlatform({ certificateAuthorities: Layer.succeed(CertificateAuthorities, { all }) })
  })
  afterEach(() => releaseAll(platform))
  afterAll(() => platform.dispose())

  /** Replaces the authorities of the installation. */
  const use = (...scripted: ReadonlyArray<ScriptedAuthority>) =>
    void all.splice(0, all.length, ...scripted.map(({ authority }) => authority))

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
      one.challenges.push([{ url: "https://one.example/challenges/1", token, key_authorization: `${token}.key` }])
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
      const challenges = [first, second].map((token) => ({
        url: `https://one.example/challenges/${token}`,
        token,
        key_authorization: `${token}.key`
      }))
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
      one.challenges.push([{ url: "https://one.example/challenges/1", token, key_authorization: `${token}.key` }])
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
