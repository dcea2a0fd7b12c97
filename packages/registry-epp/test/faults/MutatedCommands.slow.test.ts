import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { Draw } from "../../../core/test/dns/Draw.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { RawClient } from "../server/RawClient.ts"
import { testAuthority } from "../testCertificates.ts"
import { mutatedFrame } from "./mutatedFrame.ts"
import { Recorder } from "./Recorder.ts"
import { password, profile, registrar, WireRegistry } from "./WirePlatform.ts"

const frames = testSize(1000, 4000)
const clients = 4

const login: EppCommand = {
  _tag: "Login",
  clientId: registrar,
  password,
  version: "1.0",
  language: "en",
  objects: ["domain", "contact", "host"].map((object) => `urn:ietf:params:xml:ns:${object}-1.0`),
  extensions: profile.extensions.filter((uri) => /secDNS|rgp|fee-1|launch|changePoll/.test(uri))
}

/** Commands about a few objects, so that many of them find what others have made. */
const commandOf = (draw: Draw): EppCommand => {
  const name = `m${draw.below(12)}.wire`
  const id = `CT-${draw.below(6)}`
  const host = `ns${draw.below(3)}.${name}`
  const authInfo = { password: "Transfer-Code-1" }
  return draw.pick<() => EppCommand>([
    () => ({ _tag: "DomainCheck", names: [name, `m${draw.below(12)}.wire`] }),
    () => ({ _tag: "DomainInfo", name, hosts: "all" }),
    () => ({
      _tag: "DomainCreate",
      name,
      period: { value: 1, unit: "y" },
      registrant: id,
      contacts: [{ type: "admin", id }, { type: "tech", id }],
      authInfo
    }),
    () => ({ _tag: "DomainUpdate", name, add: { contacts: [], statuses: [{ status: "clientHold" }] } }),
    () => ({ _tag: "DomainRenew", name, currentExpiry: "1971-01-01", period: { value: 1, unit: "y" } }),
    () => ({ _tag: "DomainTransfer", operation: draw.pick(["request", "query", "cancel"]), name, authInfo }),
    () => ({ _tag: "DomainDelete", name }),
    () => ({ _tag: "HostCreate", name: host, addresses: [{ address: "8.8.8.8", version: "v4" }] }),
    () => ({ _tag: "HostInfo", name: host }),
    () => ({ _tag: "HostDelete", name: host }),
    () => ({ _tag: "ContactInfo", id }),
    () => ({
      _tag: "ContactCreate",
      id,
      postalInfos: [{
        type: "int",
        name: "Ada Lovelace",
        address: { street: ["Invalidenstr. 1"], city: "Berlin", country: "DE" }
      }],
      voice: { number: "+49.30123456" },
      email: "ada@example.org",
      authInfo
    }),
    () => ({ _tag: "PollRequest" }),
    () => ({ _tag: "PollAcknowledgement", messageId: String(draw.below(9)) })
  ])()
}

const recorder = new Recorder()

const registry = Layer.provideMerge(WireRegistry.layer, recorder.layer)

layer(registry)(`The server, which receives ${frames} frames with something wrong in them`, (it) => {
  it.effect("answers or closes the connection, keeps the other clients, and serves the next one", () =>
    Effect.gen(function*() {
      const { server } = yield* WireRegistry
      const codes = new Map<number, number>()
      let hungUp = 0

      const connected = Effect.gen(function*() {
        const client = yield* RawClient.open({ host: server.host, port: server.port, ca: testAuthority })
        yield* client.greeting
        const answer = yield* client.ask(writeCommand(login, { clTRID: "TEST-LOGIN" }))
        assert.strictEqual(answer.results[0].code, 1000)
        return client
      })

      /** Throws what it has left at one connection, until that ends; answers which number is next. */
      const throwFrom = Effect.fnUntraced(function*(first: number) {
        const client = yield* connected
        for (let number = first; number < frames; number += clients) {
          const draw = new Draw(number)
          const { bytes, isTorn } = mutatedFrame(writeCommand(commandOf(draw), { clTRID: `TEST-${number}` }), draw)
          client.write(bytes)
          // The server may wait for octets that never come.
          if (isTorn) return number + clients
          const document = yield* client.next
          if (document === undefined) {
            hungUp++
            return number + clients
          }
          const message = Result.getOrThrow(readServerMessage(document))
          const code = message._tag === "Response" ? message.results[0].code : 0
          codes.set(code, (codes.get(code) ?? 0) + 1)
        }
        return frames
      })
      const thrower = Effect.fnUntraced(function*(first: number) {
        let next = first
        while (next < frames) next = yield* Effect.scoped(throwFrom(next))
      })
      yield* Effect.forEach(Array.from({ length: clients }, (_, index) => index), thrower, {
        concurrency: "unbounded"
      })

      const answers = Array.from(codes.values()).reduce((sum, count) => sum + count, 0)
      assert.isAbove(answers, frames * 0.95)
      assert.isBelow(hungUp, frames * 0.01)
      assert.includeMembers([...codes.keys()], [1000, 2000, 2001, 2101, 2302, 2303, 2307])
      // 2400 is what a fault of the server's own is answered with.
      assert.isUndefined(codes.get(2400))
      assert.deepStrictEqual((yield* recorder.texts).filter((text) => text.includes("An EPP command failed")), [])
      const after = yield* Effect.scoped(
        Effect.flatMap(
          connected,
          (client) => client.ask(writeCommand({ _tag: "DomainInfo", name: "m1.wire" }, { clTRID: "TEST-AFTER" }))
        )
      )
      assert.include([1000, 2303], after.results[0].code)
    }))
})
