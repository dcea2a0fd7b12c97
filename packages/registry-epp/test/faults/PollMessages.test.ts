import { assert, layer } from "@effect/vitest"
import { RegistryMessages } from "@namewright/core/domains"
import { newCommandId, type Registry } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Logger, Option } from "effect"
import { customer, eventsOf, register } from "../../../core/test/domains/DomainsPlatform.ts"
import type { EppFault } from "../../src/server/index.ts"
import { backend, onTheWire, registrar, WireRegistry } from "./WirePlatform.ts"

const poll = Effect.flatMap(RegistryMessages, (messages) => messages.poll)

/** Another registrar requests a transfer, which the registry reports in a message. */
const requestedTransfer = Effect.fnUntraced(function*(name: string, auth_code: string | null) {
  const { simulator } = yield* WireRegistry
  const rival: Registry = simulator.registry(backend, "rival")
  yield* rival.requestTransfer({
    command_id: yield* newCommandId,
    name: DomainName.make(name),
    auth_code,
    period: null,
    contacts: [],
    nameservers: [],
    attributes: {},
    fee: null
  })
})

const faults: ReadonlyArray<{ readonly title: string; readonly fault: EppFault; readonly acknowledgements: number }> = [
  { title: "is cut before the server hears of it", fault: { _tag: "Cut", when: "before" }, acknowledgements: 2 },
  { title: "is cut after the message is gone", fault: { _tag: "Cut", when: "after" }, acknowledgements: 1 },
  { title: "is answered with 2400", fault: { _tag: "Fail", code: 2400, when: "before" }, acknowledgements: 2 },
  {
    title: "is answered with 2400 although the message is gone",
    fault: { _tag: "Fail", code: 2400, when: "after" },
    acknowledgements: 1
  },
  { title: "is answered with 2303", fault: { _tag: "Fail", code: 2303, when: "after" }, acknowledgements: 1 },
  {
    title: "has the answer to another command",
    fault: { _tag: "WrongId", clTRID: "NW-other" },
    acknowledgements: 1
  }
]

layer(onTheWire())("A message of the registry", (it) => {
  for (const [index, { acknowledgements, fault, title }] of faults.entries()) {
    it.effect(`has its effect once when its acknowledgement ${title}`, () =>
      Effect.gen(function*() {
        const { sent, server } = yield* WireRegistry
        const owner = yield* customer()
        const domain = yield* register(owner, `asked-${index}.wire`)
        yield* poll
        yield* requestedTransfer(domain.name, domain.auth_code)
        server.faults.inject({ command: "PollAcknowledgement", fault })
        const from = sent.length
        yield* poll
        yield* poll
        const reported = yield* eventsOf(owner, domain.domain_id)
        assert.deepStrictEqual(reported, ["REGISTRATION/SUCCESS", "OUTBOUND_TRANSFER/NOTIFICATION"])
        const tags = sent.slice(from).map(({ command }) => command._tag)
        assert.lengthOf(tags.filter((tag) => tag === "PollAcknowledgement"), acknowledgements)
        // The queue is empty: the last command is a poll request.
        assert.strictEqual(yield* poll, 0)
      }))
  }

  it.effect("is requested again after a lost response, and is not acknowledged unread", () =>
    Effect.gen(function*() {
      const { sent, server } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* register(owner, "asked-again.wire")
      yield* requestedTransfer(domain.name, domain.auth_code)
      server.faults.inject({ command: "PollRequest", fault: { _tag: "Cut", when: "after" }, times: 2 })
      const from = sent.length
      yield* poll
      const tags = sent.slice(from).map(({ command }) => command._tag).filter((tag) => tag.startsWith("Poll"))
      assert.deepStrictEqual(tags, ["PollRequest", "PollRequest", "PollRequest", "PollAcknowledgement", "PollRequest"])
      assert.include(yield* eventsOf(owner, domain.domain_id), "OUTBOUND_TRANSFER/NOTIFICATION")
    }))

  /** What the log of errors says while something runs. */
  const errorsOf = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
    const errors: Array<string> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      if (logLevel === "Error") errors.push(Array.isArray(message) ? message.join("\n") : String(message))
    })
    yield* Effect.provide(work, Logger.layer([logger]))
    return errors.join("\n")
  })

  it.effect("is stored and acknowledged although it is no EPP, if it contains its id", () =>
    Effect.gen(function*() {
      const { sent, server, simulator } = yield* WireRegistry
      const owner = yield* customer()
      const [first, second] = [yield* register(owner, "garbled-1.wire"), yield* register(owner, "garbled-2.wire")]
      yield* poll
      yield* requestedTransfer(first.name, first.auth_code)
      yield* requestedTransfer(second.name, second.auth_code)
      const { message_id } = Option.getOrThrow(yield* simulator.registry(backend, registrar).nextMessage)
      const document = `<epp><response><result code="1301"/><x:msgQ count="2" id="${message_id}">`
        + "<domain:authInfo><domain:pw>Hidden-1</domain:pw></domain:authInfo></response>"
      server.faults.inject({ command: "PollRequest", fault: { _tag: "Garbage", document } })
      const from = sent.length
      const errors = yield* errorsOf(poll)
      const commands = sent.slice(from).map(({ command }) => command)
      const acknowledged = commands.flatMap((command) =>
        command._tag === "PollAcknowledgement" ? [command.messageId] : []
      )
      assert.strictEqual(acknowledged[0], message_id)
      assert.lengthOf(acknowledged, 2)
      assert.include(errors, `The message ${message_id}`)
      assert.include(errors, "<result code=\"1301\"/>")
      assert.notInclude(errors, "Hidden-1")
      assert.notInclude(yield* eventsOf(owner, first.domain_id), "OUTBOUND_TRANSFER/NOTIFICATION")
      assert.include(yield* eventsOf(owner, second.domain_id), "OUTBOUND_TRANSFER/NOTIFICATION")
    }))

  it.effect("is reported and not acknowledged if it is no EPP and has no id", () =>
    Effect.gen(function*() {
      const { sent, server } = yield* WireRegistry
      const owner = yield* customer()
      const domain = yield* register(owner, "nameless.wire")
      yield* poll
      yield* requestedTransfer(domain.name, domain.auth_code)
      server.faults.inject({ command: "PollRequest", fault: { _tag: "Garbage", document: "out of order" } })
      const from = sent.length
      const errors = yield* errorsOf(poll)
      assert.include(errors, "has no id")
      assert.include(errors, "out of order")
      assert.isFalse(sent.slice(from).some(({ command }) => command._tag === "PollAcknowledgement"))
      yield* poll
      assert.include(yield* eventsOf(owner, domain.domain_id), "OUTBOUND_TRANSFER/NOTIFICATION")
    }))
})
