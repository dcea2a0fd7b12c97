import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { EppUri } from "../../src/index.ts"
import { namewright } from "../../src/profile/namewright.ts"
import { answers, emptied, frames, framesKeepToSchemas, register, type Registrar, Registrars } from "./Registrars.ts"

const request = { _tag: "PollRequest" } as const
const acknowledgement = (messageId: string) => ({ _tag: "PollAcknowledgement", messageId }) as const

/** The answer to a request, which has to bring a message. */
const next = (registrar: Registrar) =>
  Effect.map(answers(registrar, request, 1301), (response) => {
    const { date, id, ...queue } = response.queue ?? assert.fail("No message came")
    return { ...response, queue: { ...queue, id, date: date ?? assert.fail("The message has no date") } }
  })

/** Has the registry lock a name of the registrar, with a message. */
const locked = Effect.fnUntraced(function*(registrar: Registrar, name: string, reason = "Court order") {
  const { simulator } = yield* Registrars
  yield* register(registrar, name)
  const add = ["serverUpdateProhibited" as const, "serverHold" as const]
  yield* Effect.orDie(simulator.acts.changeStatuses(DomainName.make(name), { add }, reason))
})

layer(Registrars.layer())("The queue of messages", (it) => {
  it.effect("returns the oldest until it is acknowledged, and their number", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* Registrars
      yield* answers(ours, request, 1300)
      for (const name of ["one.generic", "two.generic"]) yield* locked(ours, name)
      const { queue: first } = yield* next(ours)
      assert.deepStrictEqual((yield* next(ours)).queue, first)
      assert.strictEqual(first.count, 2)
      const { id } = first
      yield* answers(theirs, acknowledgement(id), 2303)
      const { queue: left } = yield* answers(ours, acknowledgement(id), 1000)
      assert.strictEqual(left?.count, 1)
      yield* answers(ours, acknowledgement(id), 2303)
      yield* answers(ours, acknowledgement("nothing"), 2303)
      yield* ours.registry.acknowledgeMessage(id)
      const { queue: second } = yield* next(ours)
      assert.notStrictEqual(second.id, id)
      yield* answers(ours, acknowledgement(second.id), 1300)
      yield* answers(ours, request, 1300)
    }))

  it.effect("reports changes by the registry with operation, time, actor and reason (RFC 8590)", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* locked(ours, "ordered.generic", "URS 1234")
      const { data, extension: { changed }, queue } = yield* next(ours)
      assert.deepInclude(changed, { operation: "update", state: "after", date: queue.date, reason: "URS 1234" })
      assert.isNotEmpty(changed?.who)
      assert.isNotEmpty(changed?.svTRID)
      const statuses = data?._tag === "DomainData" ? data.statuses.map(({ status }) => status) : []
      assert.includeMembers(statuses, ["serverHold", "serverUpdateProhibited"])
      const message = Option.getOrThrow(yield* ours.registry.nextMessage)
      assert.deepInclude(message.payload, {
        _tag: "ChangedByRegistry",
        name: DomainName.make("ordered.generic"),
        reason: "URS 1234"
      })
      yield* emptied(ours)
    }))

  it.effect("is not blocked by an unknown message, which is stored unchanged", () =>
    Effect.gen(function*() {
      const { server, third } = yield* Registrars
      for (const name of ["odd.generic", "plain.generic"]) yield* locked(third, name)
      const { queue } = yield* next(third)
      const document = `<?xml version="1.0" encoding="UTF-8"?><epp xmlns="${EppUri.epp}"><response>`
        + `<result code="1301"><msg>Ack to dequeue</msg></result><msgQ count="2" id="${queue.id}"><qDate>${queue.date}`
        + `</qDate><msg>Odd news</msg></msgQ><resData><odd:news xmlns:odd="http://registry.example/odd-1.0">`
        + "<odd:weather>Rain</odd:weather><odd:pw>Correct-Horse-1</odd:pw></odd:news></resData>"
        + "<trID><svTRID>ODD-1</svTRID></trID></response></epp>"
      server.faults.inject({ fault: { _tag: "Garbage", document }, command: "PollRequest" })
      const odd = Option.getOrThrow(yield* third.registry.nextMessage)
      assert.deepInclude(odd, { message_id: queue.id, text: "Odd news", payload: { _tag: "Unknown" } })
      assert.include(odd.raw ?? "", "Rain")
      assert.notInclude(odd.raw ?? "", "Correct-Horse-1")
      // No schema has it.
      frames.splice(frames.findIndex((frame) => frame.document === document), 1)
      yield* third.registry.acknowledgeMessage(odd.message_id)
      const plain = Option.getOrThrow(yield* third.registry.nextMessage)
      assert.deepInclude(plain.payload, { _tag: "ChangedByRegistry", name: DomainName.make("plain.generic") })
    }))
})

const silent = { ...namewright, extensions: [] }
const unhandled = { ...namewright, extensions: [EppUri.unhandledNamespaces] }

layer(Registrars.layer({}, { profile: unhandled }))(
  "A registrar who announces nothing but that unhandled data may come",
  (it) => {
    it.effect("reads the data of the extensions nevertheless", () =>
      Effect.gen(function*() {
        const { ours } = yield* Registrars
        assert.notInclude([...(yield* ours.client.services).extensions], EppUri.changePoll)
        yield* locked(ours, "read.generic", "Registry lock")
        const { extension } = yield* next(ours)
        const answered = frames.findLast(({ document }) => document.includes("<result code=\"1301\">"))
        assert.include(answered?.document, `<reason>${EppUri.changePoll} not in login services</reason>`)
        assert.strictEqual(extension.changed?.reason, "Registry lock")
        const message = Option.getOrThrow(yield* ours.registry.nextMessage)
        assert.deepInclude(message.payload, {
          _tag: "ChangedByRegistry",
          name: DomainName.make("read.generic"),
          reason: "Registry lock"
        })
        yield* ours.registry.acknowledgeMessage(message.message_id)
        yield* answers(ours, request, 1300)
      }))
  }
)

layer(Registrars.layer({}, { profile: silent }))("A registrar who announces no extensions", (it) => {
  it.effect("receives messages as text", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      yield* locked(ours, "words.generic", "Registry lock")
      const message = Option.getOrThrow(yield* ours.registry.nextMessage)
      assert.deepInclude(message.payload, { _tag: "ChangedByRegistry", name: DomainName.make("words.generic") })
      assert.isNotEmpty(message.text)
    }))

  it.effect("uses none, and is served nevertheless", () =>
    Effect.gen(function*() {
      const { ours } = yield* Registrars
      const [answer] = yield* ours.registry.checkDomains([DomainName.make("premium-unknown.generic")])
      assert.deepInclude(answer, { available: true, premium: null, claims_key: null })
      yield* register(ours, "bare.generic")
      const refused: ReadonlyArray<Parameters<typeof answers>[1]> = [
        { _tag: "DomainUpdate", name: "bare.generic", extension: { rgp: { operation: "request" } } },
        { _tag: "DomainUpdate", name: "bare.generic", extension: { secDNS: { remove: "all" } } },
        {
          _tag: "DomainCheck",
          names: ["bare.generic"],
          extension: { launch: { type: "claims", phase: { phase: "claims" } } }
        },
        {
          _tag: "DomainCheck",
          names: ["bare.generic"],
          extension: { fee: { currency: "EUR", commands: [{ name: "create" }] } }
        }
      ]
      for (const command of refused) yield* answers(ours, command, 2103)
    }))
})

framesKeepToSchemas()
