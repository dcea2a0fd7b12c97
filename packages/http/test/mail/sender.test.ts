import { assert, describe, it } from "@effect/vitest"
import { DnsName, Rdata } from "@namewright/core/dns"
import { Message, publicTxtRecords, rcodes, rrTypes } from "@namewright/nameservers"
import { Effect, Result } from "effect"
import { respondingServer } from "../../../nameservers/test/transport/respondingServer.ts"
import { brandDocument, brandPlatform, sampleMail, sendMail } from "./brandedMail.ts"
import { verifiedDkim } from "./verifiedDkim.ts"

const nameOf = (text: string) => Result.getOrThrow(DnsName.parse(text))

/** A TXT record whose value is longer than one string of it. */
const recordOf = (name: string, text: string): Message.ResourceRecord => {
  const strings = (text.match(/.{1,200}/g) ?? []).map((part) => `"${part}"`).join(" ")
  const value = Result.getOrThrow(Rdata.parse("TXT", strings, { origin: DnsName.root, form: "zone_file" }))
  return { name: nameOf(`${name}.`), type: rrTypes.TXT, class: 1, ttl: 60, rdata: Rdata.encode("TXT", value) }
}

/** A resolver with these TXT records, by name. It answers with SERVFAIL while `isDown` is set. */
const makeDns = Effect.gen(function*() {
  const records = new Map<string, string>()
  const state = { isDown: false }
  const port = yield* respondingServer((octets, _, reply) => {
    const asked = Result.getOrThrow(Message.decode(octets))
    const [question] = asked.questions
    if (question === undefined) return Effect.void
    const name = DnsName.lowerCase(question.name).replace(/\.$/, "")
    const text = records.get(name)
    const answer = state.isDown
      ? { rcode: rcodes.SERVFAIL }
      : text === undefined
      ? { rcode: rcodes.NXDOMAIN }
      : { answers: [recordOf(name, text)] }
    return reply(Message.encode({ ...asked, isResponse: true, recursionAvailable: true, ...answer }))
  })
  return { records, state, layer: publicTxtRecords({ resolvers: [`127.0.0.1:${port}`], timeout: 500 }) }
})

const address = "mails@nordhost.example"
const neutral = "noreply@mailing.example"

/** A platform over a resolver on this machine, whose reseller has a brand and an address. */
const started = Effect.gen(function*() {
  const dns = yield* makeDns
  const all = yield* Effect.acquireRelease(
    Effect.promise(() =>
      brandPlatform({
        txtRecords: dns.layer,
        mailSpfDomain: "_spf.mailing.example",
        keyEncryptionSecret: "s".repeat(32)
      })
    ),
    (opened) => Effect.promise(() => opened[Symbol.asyncDispose]())
  )
  const { platform, reseller } = all
  const { branding } = platform.as(reseller, "admin")
  const saved = yield* Effect.promise(async () => {
    await branding.saveDocument(brandDocument)
    return branding.saveSender({ address })
  })
  let sent = 0
  /** Sender and text of the next mail, as the mail server has received it. */
  const next = async () => {
    sent += 1
    await sendMail(platform, { ...sampleMail("balance_low", all.customer), cause: `test/${sent}` })
    await platform.clock.settle()
    const mail = (await all.received())[sent - 1]
    const { from = "", raw = "" } = all.raw()[sent - 1] ?? {}
    return { from: mail?.from?.address, envelope: from, raw }
  }
  const publish = () => {
    for (const { name, value } of saved.records) dns.records.set(name, value)
  }
  return { ...all, branding, dns, next, publish, saved }
})

describe("the address of a brand", () => {
  it.live("signs mails once its domain has the records of DKIM, SPF and DMARC, and as long as it has them", () =>
    Effect.gen(function*() {
      const { branding, dns, next, platform, publish, saved } = yield* started
      yield* Effect.promise(async () => {
        assert.deepInclude(saved, { address, status: "pending", checked_on: null, verified_on: null })
        assert.deepStrictEqual((await branding.checkSender())?.status, "pending")
        assert.strictEqual((await next()).from, neutral)

        publish()
        const verified = await branding.checkSender()
        assert.strictEqual(verified?.status, "verified")
        assert.deepStrictEqual(verified?.records.map(({ found }) => found), [true, true, true])
        const mail = await next()
        assert.deepStrictEqual([mail.from, mail.envelope], [address, address])
        const key = /p=(.+)$/.exec(saved.records[0]?.value ?? "")?.[1] ?? ""
        const selector = saved.records[0]?.name.split(".")[0]
        assert.deepInclude(verifiedDkim(mail.raw, key), { d: "nordhost.example", s: selector })
        assert.isUndefined(verifiedDkim(mail.raw.replace("17.50", "99.50"), key))

        // Without answers nothing changes; a record that is gone ends the use of the address on the next day.
        dns.state.isDown = true
        await platform.clock.advance({ days: 1 })
        assert.strictEqual((await branding.sender())?.status, "verified")
        dns.state.isDown = false
        dns.records.delete("_dmarc.nordhost.example")
        await platform.clock.advance({ days: 1 })
        assert.strictEqual((await branding.sender())?.status, "failed")
        const fallen = await next()
        assert.deepStrictEqual([fallen.from, fallen.envelope], [neutral, neutral])
        assert.notInclude(fallen.raw, "DKIM-Signature")

        publish()
        await platform.clock.advance({ days: 1 })
        assert.strictEqual((await next()).from, address)
        await branding.removeSender()
        assert.isNull(await branding.sender())
        assert.strictEqual((await next()).from, neutral)
      })
    }).pipe(Effect.scoped))

  it.live("is neutral in a mail that waited until a record was gone", () =>
    Effect.gen(function*() {
      const { branding, customer, dns, platform, publish, received } = yield* started
      yield* Effect.promise(async () => {
        publish()
        await branding.checkSender()
        await sendMail(platform, sampleMail("balance_low", customer))
        dns.records.clear()
        assert.strictEqual((await branding.checkSender())?.status, "failed")
        await platform.clock.settle()
        assert.deepStrictEqual((await received())[0]?.from, { name: "Nordhost", address: neutral })
      })
    }).pipe(Effect.scoped))

  it.live("is neutral in mails that waited until their address was replaced, or removed", () =>
    Effect.gen(function*() {
      const { branding, customer, dns, platform, publish, raw, received } = yield* started
      yield* Effect.promise(async () => {
        publish()
        await branding.checkSender()
        await sendMail(platform, sampleMail("balance_low", customer))
        await branding.saveSender({ address: "post@nordhost.example" })
        await platform.clock.settle()
        assert.deepStrictEqual((await received())[0]?.from, { name: "Nordhost", address: neutral })
        assert.strictEqual(raw()[0]?.from, neutral)

        const { records } = await branding.saveSender({ address })
        for (const { name, value } of records) dns.records.set(name, value)
        assert.strictEqual((await branding.checkSender())?.status, "verified")
        await sendMail(platform, { ...sampleMail("balance_low", customer), cause: "test/second" })
        await branding.removeSender()
        await platform.clock.settle()
        assert.deepStrictEqual((await received())[1]?.from, { name: "Nordhost", address: neutral })
        assert.strictEqual(raw()[1]?.from, neutral)
      })
    }).pipe(Effect.scoped))

  it("is refused without a domain for SPF, and null if there is none", async () => {
    await using all = await brandPlatform()
    const { branding } = all.platform.as(all.reseller, "admin")
    assert.isNull(await branding.checkSender())
    await branding.removeSender()
    const refused = await branding.saveSender({ address }).then(() => undefined, (error: unknown) => error)
    assert.include(String(refused), "sends no mails from other addresses")
  })

  it.live("keeps its key when it is saved again, and has a new one with another address", () =>
    Effect.gen(function*() {
      const { branding, saved } = yield* started
      yield* Effect.promise(async () => {
        assert.deepStrictEqual(await branding.saveSender({ address: "mails@NORDHOST.example" }), saved)
        const other = await branding.saveSender({ address: "post@nordhost.example" })
        assert.notStrictEqual(other.records[0]?.name, saved.records[0]?.name)
      })
    }).pipe(Effect.scoped))
})
