import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type PresentedCertificate, SecureContexts } from "../../src/tls/SecureContexts.ts"
import { newCertificateOf } from "./newCertificateOf.ts"

describe("Secure contexts", () => {
  let certificate: PresentedCertificate
  let renewed: PresentedCertificate
  beforeAll(async () => {
    certificate = await newCertificateOf(["a.example", "b.example"])
    renewed = await newCertificateOf(["a.example", "b.example"])
  })

  /** Contexts on a clock of the test, over certificates that the test replaces. */
  const contextsWith = (maximum?: number) => {
    const certificates = new Map<string, PresentedCertificate | Error>()
    const reads: Array<string> = []
    const time = { now: Date.now() }
    const find = async (host: string) => {
      reads.push(host)
      await Promise.resolve()
      const found = certificates.get(host)
      if (found instanceof Error) throw found
      return found
    }
    return { certificates, reads, time, contexts: new SecureContexts({ find, now: () => time.now, maximum }) }
  }

  it("are read once for concurrent handshakes, and not again within a minute", async () => {
    const { certificates, contexts, reads, time } = contextsWith()
    certificates.set("a.example", certificate)
    const found = await Promise.all([1, 2, 3].map(() => contexts.get("a.example")))
    assert.strictEqual(new Set(found.map((entry) => entry?.context)).size, 1)
    time.now += 59_000
    assert.strictEqual((await contexts.get("a.example"))?.context, found[0]?.context)
    assert.deepStrictEqual(reads, ["a.example"])
  })

  it("are found without a promise once they are cached, unless their certificate has expired", async () => {
    const { certificates, contexts, reads, time } = contextsWith()
    certificates.set("a.example", { ...certificate, expires: time.now + 90_000 })
    assert.isUndefined(contexts.used("a.example"))
    const first = await contexts.get("a.example")
    time.now += 61_000
    assert.strictEqual(contexts.used("a.example"), first)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepStrictEqual(reads, ["a.example", "a.example"])
    time.now += 60_000
    assert.isUndefined(contexts.used("a.example"))
  })

  it("are replaced a minute after a renewal, beside the handshake that finds them old", async () => {
    const { certificates, contexts, time } = contextsWith()
    certificates.set("a.example", certificate)
    const first = await contexts.get("a.example")
    certificates.set("a.example", renewed)
    time.now += 61_000
    assert.strictEqual(await contexts.get("a.example"), first)
    await new Promise((resolve) => setImmediate(resolve))
    assert.strictEqual((await contexts.get("a.example"))?.certificate.chain, renewed.chain)
  })

  it("of a wildcard are shared by its hosts until it is renewed", async () => {
    const { certificates, contexts, time } = contextsWith()
    const [first, second] = [await newCertificateOf(["*.w.example"]), await newCertificateOf(["*.w.example"])]
    const hosts = ["a.w.example", "b.w.example"]
    const both = () => Promise.all(hosts.map(async (host) => (await contexts.get(host))?.context))
    for (const host of hosts) certificates.set(host, first)
    const [one, other] = await both()
    assert.isDefined(one)
    assert.strictEqual(one, other)
    for (const host of hosts) certificates.set(host, second)
    time.now += 61_000
    await both()
    await new Promise((resolve) => setImmediate(resolve))
    const [next, nextOther] = await both()
    assert.notStrictEqual(next, one)
    assert.strictEqual(next, nextOther)
  })

  it("stay the same object while the certificate is the same", async () => {
    const { certificates, contexts, reads, time } = contextsWith()
    certificates.set("a.example", certificate)
    const first = await contexts.get("a.example")
    for (const seconds of [61, 61]) {
      time.now += seconds * 1_000
      await contexts.get("a.example")
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.strictEqual((await contexts.get("a.example"))?.context, first?.context)
    assert.lengthOf(reads, 3)
  })

  it("are used while certificates cannot be read, until they expire", async () => {
    const { certificates, contexts, reads, time } = contextsWith()
    certificates.set("a.example", { ...certificate, expires: time.now + 120_000 })
    const first = await contexts.get("a.example")
    certificates.set("a.example", new Error("The database is away"))
    time.now += 61_000
    assert.strictEqual(await contexts.get("a.example"), first)
    assert.strictEqual(await contexts.get("a.example"), first)
    await new Promise((resolve) => setImmediate(resolve))
    assert.lengthOf(reads, 2)
    time.now += 60_000
    const failed = await contexts.get("a.example").then(() => "read", () => "refused")
    assert.strictEqual(failed, "refused")
  })

  it("are dropped when their certificate is removed", async () => {
    const { certificates, contexts, time } = contextsWith()
    certificates.set("a.example", certificate)
    await contexts.get("a.example")
    certificates.delete("a.example")
    time.now += 61_000
    await contexts.get("a.example")
    await new Promise((resolve) => setImmediate(resolve))
    assert.isUndefined(await contexts.get("a.example"))
    assert.strictEqual(contexts.size, 0)
  })

  it("are looked up again ten seconds after a host was unknown", async () => {
    const { certificates, contexts, reads, time } = contextsWith()
    assert.isUndefined(await contexts.get("a.example"))
    certificates.set("a.example", certificate)
    assert.isUndefined(await contexts.get("a.example"))
    assert.lengthOf(reads, 1)
    time.now += 10_001
    assert.isDefined(await contexts.get("a.example"))
  })

  it("are kept for the hosts that were used last, and unknown hosts displace none", async () => {
    const { certificates, contexts } = contextsWith(2)
    for (const host of ["a.example", "b.example", "c.example"]) certificates.set(host, certificate)
    await contexts.get("a.example")
    await contexts.get("b.example")
    await contexts.get("a.example")
    await contexts.get("c.example")
    for (let n = 0; n < 5; n++) await contexts.get(`scan${n}.example`)
    assert.deepStrictEqual(
      ["a.example", "b.example", "c.example"].map((host) => contexts.cached(host) !== undefined),
      [true, false, true]
    )
  })

  it("are refused instead of read while a hundred others are being read", async () => {
    const pending: Array<() => void> = []
    const contexts = new SecureContexts({
      find: () => new Promise((resolve) => pending.push(() => resolve(undefined))),
      now: Date.now
    })
    const begun = Array.from({ length: 100 }, (_, n) => contexts.get(`h${n}.example`))
    const refused = await contexts.get("one-too-many.example").then(() => "read", () => "refused")
    assert.strictEqual(refused, "refused")
    for (const finish of pending) finish()
    await Promise.all(begun)
    void contexts.get("one-too-many.example").catch(() => {})
    assert.lengthOf(pending, 101)
  })
})
