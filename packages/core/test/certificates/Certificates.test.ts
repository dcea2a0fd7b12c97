import { assert, it } from "@effect/vitest"
import { Certificates, CertificateStore } from "@namewright/core/certificates"
import { type TestPlatform, testPlatform } from "@namewright/testing"
import { DateTime, Duration, Effect, Redacted, Result } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { certificateName, ensure, host, release, releaseAll, save, served, stored } from "./ensuredCertificates.ts"

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

  it("are issued for wildcards, which serve the hosts one label below that have no certificate of their own", async () => {
    await ensure(platform, "wild.example", null, "*.wild.example")
    await ensure(platform, "own.wild.example")
    await platform.clock.settle()
    const wildcard = await served(platform, "a.wild.example")
    assert.deepStrictEqual(wildcard?.names, ["*.wild.example", "wild.example"].map(certificateName))
    assert.strictEqual(
      new X509Certificate(wildcard?.chain ?? "").subjectAltName,
      "DNS:*.wild.example, DNS:wild.example"
    )
    assert.deepStrictEqual(await served(platform, "wild.example"), wildcard)
    assert.deepStrictEqual((await served(platform, "own.wild.example"))?.names, [host("own.wild.example")])
    assert.isUndefined(await served(platform, "a.b.wild.example"))
    assert.isUndefined(await served(platform, "awild.example"))
    await release(platform, [host("own.wild.example")])
    assert.deepStrictEqual(await served(platform, "own.wild.example"), wildcard)
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

  it("of former hosts of an owner are served until they expire, and are not renewed", async () => {
    const retire = (name: string) =>
      platform.runtime.runPromise(Certificates.use((certificates) => certificates.retire("tests", [host(name)])))
    await ensure(platform, "former.example")
    await ensure(platform, "current.example")
    await platform.clock.settle()
    const former = await served(platform, "former.example")
    await ensure(platform, "unissued.example")
    const retired = await retire("current.example")
    assert.sameMembers(retired.flatMap(({ names }) => names), [host("former.example"), host("unissued.example")])
    assert.isEmpty(await retire("current.example"))
    await platform.clock.advance({ days: 65 })
    assert.deepStrictEqual(await served(platform, "former.example"), former)
    assert.isUndefined(await served(platform, "unissued.example"))
    await platform.clock.advance({ days: 27 })
    assert.isUndefined(await served(platform, "former.example"))
    assert.isDefined(await served(platform, "current.example"))
    assert.isEmpty(
      await platform.runtime.runPromise(CertificateStore.use((store) => store.withName(host("former.example"))))
    )
    // The names can be served again.
    await ensure(platform, "former.example")
    await platform.clock.settle()
    assert.isDefined(await served(platform, "former.example"))
  })

  it("that were retired are renewed again once their names are needed", async () => {
    await ensure(platform, "back.example")
    await platform.clock.settle()
    const first = await served(platform, "back.example")
    await platform.runtime.runPromise(Certificates.use(({ retire }) => retire("tests", [])))
    await platform.clock.advance({ days: 70 })
    await ensure(platform, "back.example")
    await platform.clock.settle()
    const second = await served(platform, "back.example")
    assert.isDefined(second)
    assert.notStrictEqual(second.chain, first?.chain)
  })

  it("are removed for operators, by force if a feature needs them", async () => {
    const discard = (force: boolean) =>
      platform.runtime.runPromise(
        Effect.result(Certificates.use((certificates) => certificates.discard(host("removed.example"), () => force)))
      )
    const { certificate_id } = await ensure(platform, "removed.example")
    await platform.clock.settle()
    const kept = await discard(false)
    assert.isTrue(Result.isFailure(kept))
    assert.deepInclude(Result.isFailure(kept) ? kept.failure : {}, { names: ["removed.example"], owners: ["tests"] })
    assert.isDefined(await served(platform, "removed.example"))
    const removed = await discard(true)
    assert.deepStrictEqual(
      Result.isSuccess(removed) ? removed.success.map((one) => one.certificate_id) : [],
      [certificate_id]
    )
    assert.isUndefined(await served(platform, "removed.example"))
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
