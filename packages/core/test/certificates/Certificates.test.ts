import { assert, it } from "@effect/vitest"
import {
  CertificateAuthorities,
  Certificates,
  CertificateStore,
  ChallengeResponses,
  IssuedCertificates,
  type ServedCertificate
} from "@namewright/core/certificates"
import { Hostname, OrganizationId } from "@namewright/core/shared"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { describe } from "vitest"
import {
  authorities,
  rateLimited,
  refused,
  type ScriptedAuthority,
  scriptedAuthority,
  unavailable
} from "./ScriptedAuthority.ts"

const host = (text: string): Hostname => Hostname.make(text)

const ensure = (
  { runtime }: TestPlatform,
  name: string,
  organization: OrganizationId | null = null,
  ...others: ReadonlyArray<string>
) =>
  runtime.runPromise(
    Effect.flatMap(Certificates, (certificates) => certificates.ensure([host(name), ...others.map(host)], organization))
  )

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

const platformWith = (...scripted: ReadonlyArray<ScriptedAuthority>) =>
  testPlatform({ certificateAuthorities: authorities(...scripted) })

const ordersOf = ({ calls }: ScriptedAuthority) => calls.filter((call) => call.startsWith("order"))

describe("Certificates of the sandbox", () => {
  it("are issued for the ensured names and a key of their own, by one root", async () => {
    await using platform = await testPlatform()
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
    await using platform = await testPlatform()
    await ensure(platform, "shop.example")
    await platform.clock.settle()
    const first = await served(platform, "shop.example")
    await platform.clock.advance({ days: 59 })
    assert.deepStrictEqual(await served(platform, "shop.example"), first)
    await platform.clock.advance({ days: 2 })
    const second = await served(platform, "shop.example")
    assert.isDefined(first)
    assert.isDefined(second)
    assert.strictEqual(second.certificate_id, first.certificate_id)
    assert.notStrictEqual(Redacted.value(second.key), Redacted.value(first.key))
    assert.strictEqual(DateTime.distance(first.expires_on, second.expires_on).toString(), Duration.days(60).toString())
    await platform.runtime.runPromise(
      Effect.flatMap(Certificates, (certificates) => certificates.release([host("shop.example")]))
    )
    assert.isUndefined(await served(platform, "shop.example"))
    await platform.clock.advance({ days: 70 })
    assert.isUndefined(await served(platform, "shop.example"))
  })

  it("have keys that are encrypted in the database", async () => {
    await using platform = await testPlatform({ keyEncryptionSecret: "0123456789abcdef0123456789abcdef" })
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

describe("An order", () => {
  it("is placed once for a set of names, however often and in whatever order they are ensured", async () => {
    const one = scriptedAuthority("one")
    await using platform = await platformWith(one)
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
      "lookUp https://one.example/orders/1",
      "finalize",
      "download"
    ])
  })

  it("is looked up by its URL and not placed again while its outcome is unknown", async () => {
    const one = scriptedAuthority("one")
    one.failing.set("finalize", [unavailable])
    one.failing.set("download", [unavailable])
    one.statuses.push("ready", "valid")
    await using platform = await platformWith(one)
    await ensure(platform, "a.example")
    await platform.clock.advance({ minutes: 10 })
    assert.isDefined(await served(platform, "a.example"))
    assert.deepStrictEqual(one.calls, [
      "register",
      "order a.example",
      "lookUp https://one.example/orders/1",
      "finalize",
      "lookUp https://one.example/orders/1",
      "download",
      "lookUp https://one.example/orders/1",
      "finalize",
      "download"
    ])
  })

  it("stores the response to a challenge before it is confirmed, and removes it at the end", async () => {
    const one = scriptedAuthority("one")
    const token = "token-of-a-challenge"
    one.statuses.push("pending", "pending")
    one.challenges.push([{ url: "https://one.example/challenges/1", token, key_authorization: `${token}.key` }])
    await using platform = await platformWith(one)
    const response = () =>
      platform.runtime.runPromise(
        Effect.map(Effect.flatMap(ChallengeResponses, ({ find }) => find(token)), Option.getOrUndefined)
      )
    const confirmed: Array<string | undefined> = []
    one.confirming = async () => void confirmed.push(await response())
    await ensure(platform, "a.example")
    await platform.clock.advance({ minutes: 2 })
    assert.deepStrictEqual(confirmed, [`${token}.key`])
    assert.isDefined(await served(platform, "a.example"))
    assert.isUndefined(await response())
  })

  it("waits for an authority that works on it", async () => {
    const one = scriptedAuthority("one")
    one.statuses.push("processing", "processing", "pending")
    await using platform = await platformWith(one)
    await ensure(platform, "a.example")
    await platform.clock.advance({ minutes: 2 })
    assert.isDefined(await served(platform, "a.example"))
    assert.lengthOf(ordersOf(one), 1)
  })

  it("that is refused is repeated after 15 minutes and an hour, at most four times in an hour", async () => {
    const one = scriptedAuthority("one")
    one.failing.set("order", [refused])
    one.statuses.push("invalid")
    await using platform = await platformWith(one)
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
    await using platform = await platformWith(one, two)
    await ensure(platform, "a.example")
    await platform.clock.advance({ minutes: 15 })
    assert.isDefined(await served(platform, "a.example"))
    assert.strictEqual((await stored(platform, "a.example")).authority, "two")
    assert.lengthOf(ordersOf(one), 1)
  })

  it("goes to the next authority at once if an authority limits orders, and otherwise waits as long as it demands", async () => {
    const [one, two] = [scriptedAuthority("one"), scriptedAuthority("two")]
    one.failing.set("order", [rateLimited(7200), rateLimited(7200)])
    await using both = await platformWith(one, two)
    await ensure(both, "a.example")
    await both.clock.advance({ minutes: 2 })
    assert.strictEqual((await stored(both, "a.example")).authority, "two")

    await using alone = await platformWith(one)
    await ensure(alone, "a.example")
    await alone.clock.advance({ minutes: 119 })
    assert.isUndefined(await served(alone, "a.example"))
    await alone.clock.advance({ minutes: 3 })
    assert.isDefined(await served(alone, "a.example"))
  })

  it("waits for the limit of the account", async () => {
    const one = scriptedAuthority("one", { orders: 2, period: Duration.hours(1) })
    await using platform = await platformWith(one)
    await Promise.all(["a.example", "b.example", "c.example"].map((name) => ensure(platform, name)))
    await platform.clock.advance({ minutes: 29 })
    assert.lengthOf(ordersOf(one), 2)
    await platform.clock.advance({ minutes: 3 })
    assert.lengthOf(ordersOf(one), 3)
  })

  it("is replaced if its authority is removed from the installation", async () => {
    const [gone, two] = [scriptedAuthority("gone"), scriptedAuthority("two")]
    gone.failing.set("lookUp", [unavailable])
    const all = [gone.authority]
    await using platform = await testPlatform({
      certificateAuthorities: Layer.succeed(CertificateAuthorities, { all })
    })
    await ensure(platform, "a.example")
    await platform.clock.settle()
    all.splice(0, 1, two.authority)
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
    const one = scriptedAuthority("one", { orders: 1, period: Duration.days(900) })
    await using platform = await platformWith(one)
    one.window = window(platform, 30)
    await ensure(platform, "a.example")
    await platform.clock.advance({ days: 2 })
    // The authority revokes certificates: the window moves into the past, also that of the next certificate.
    one.window = window(platform, -2)
    await platform.clock.advance({ hours: 7 })
    assert.deepStrictEqual(ordersOf(one), ["order a.example", "order a.example replaces https://one.example/orders/1"])
  })

  it("that cannot be read leaves the time of renewal as it is", async () => {
    const one = scriptedAuthority("one")
    await using platform = await platformWith(one)
    one.window = window(platform, 30)
    one.failing.set("renewalInfo", [unavailable])
    const issued_on = DateTime.makeUnsafe(platform.clock.now())
    await ensure(platform, "a.example")
    await platform.clock.advance({ minutes: 1 })
    assert.deepInclude(await stored(platform, "a.example"), {
      renew_on: DateTime.add(issued_on, { days: 60 }),
      due_on: DateTime.add(issued_on, { hours: 6, minutes: 1 })
    })
    await platform.clock.advance({ hours: 7 })
    const { renew_on } = await stored(platform, "a.example")
    assert.isTrue(
      renew_on !== null && DateTime.between(renew_on, { minimum: one.window.starts_on, maximum: one.window.ends_on })
    )
  })
})

describe("A certificate that is not renewed", () => {
  it("is reported once, seven days before it expires, and is not served afterwards", async () => {
    const one = scriptedAuthority("one")
    await using platform = await platformWith(one)
    const { organization_id } = await platform.create.organization()
    await ensure(platform, "a.example", OrganizationId.make(organization_id))
    await platform.clock.settle()
    one.failing.set("order", Array.from({ length: 400 }, () => refused))
    await platform.clock.advance({ days: 82 })
    const reports = async () =>
      (await platform.events(["event.recorded"])).filter((event) => JSON.stringify(event).includes("certificate_"))
    assert.lengthOf(await reports(), 0)
    await platform.clock.advance({ days: 2 })
    await platform.clock.advance({ days: 3 })
    const [report, ...others] = await reports()
    assert.lengthOf(others, 0)
    assert.include(
      JSON.stringify(report),
      "a.example expires on 2030-04-01T09:00:00Z and was not renewed: The name is forbidden"
    )
    assert.isDefined(await served(platform, "a.example"))
    await platform.clock.advance({ days: 4 })
    assert.isUndefined(await served(platform, "a.example"))
  })
})
