import { assert, it } from "@effect/vitest"
import {
  type Certificate,
  CertificateAuthorities,
  type CertificateAuthority,
  Certificates,
  CertificateStore,
  ChallengeResponses,
  intended,
  IssuedCertificates,
  placed,
  type ServedCertificate
} from "@namewright/core/certificates"
import { Hostname, Instant, OrganizationId } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { rateLimited, refused, type ScriptedAuthority, scriptedAuthority, unavailable } from "./ScriptedAuthority.ts"

const host = (text: string): Hostname => Hostname.make(text)

/** Names of the certificates of a test, which are released after it. */
const ensuredNames: Array<ReadonlyArray<Hostname>> = []

const ensure = (
  { runtime }: TestPlatform,
  name: string,
  organization: OrganizationId | null = null,
  ...others: ReadonlyArray<string>
) => {
  ensuredNames.push([host(name), ...others.map(host)])
  return runtime.runPromise(
    Effect.flatMap(
      Certificates,
      (certificates) => certificates.ensure([host(name), ...others.map(host)], organization, "tests")
    )
  )
}

const release = ({ runtime }: TestPlatform, names: ReadonlyArray<Hostname>) =>
  runtime.runPromise(Effect.flatMap(Certificates, (certificates) => certificates.release(names, "tests")))

const releaseAll = async (platform: TestPlatform) => {
  for (const names of ensuredNames.splice(0)) await release(platform, names)
}

const served = ({ runtime }: TestPlatform, name: string): Promise<ServedCertificate | undefined> =>
  runtime.runPromise(
    Effect.map(Effect.flatMap(IssuedCertificates, (issued) => issued.find(host(name))), Option.getOrUndefined)
  )

/** The stored certificate; the test has ensured it. */
const stored = async (platform: TestPlatform, ...names: ReadonlyArray<string>) =>
  Option.getOrThrow(
    await platform.runtime.runPromise(
      Effect.flatMap(CertificateStore, (store) => store.lockNames(names.map(host)))
    )
  )

/** A change of the stored certificate by another process. */
const save = async (platform: TestPlatform, name: string, changed: (certificate: Certificate) => Certificate) => {
  const certificate = changed(await stored(platform, name))
  await platform.runtime.runPromise(Effect.flatMap(CertificateStore, (store) => store.save(certificate)))
}

/** The response to a challenge, as a server finds it. */
const responseTo = ({ runtime }: TestPlatform, token: string) =>
  runtime.runPromise(
    Effect.map(Effect.flatMap(ChallengeResponses, ({ find }) => find(token)), Option.getOrUndefined)
  )

const ordersOf = ({ calls }: ScriptedAuthority) => calls.filter((call) => call.startsWith("order"))

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
