import { assert, describe, layer } from "@effect/vitest"
import { contractBackends, RegistryOrders } from "@namewright/conformance"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { EppUri } from "../../src/index.ts"
import type { RawClient } from "./RawClient.ts"
import { sendsValidDocuments } from "./sendsValidDocuments.ts"
import { allExtensions, codeOf, loggedIn, TestServer, written } from "./TestServer.ts"

const account = Effect.map(RegistrySimulator, ({ registry }) => registry(contractBackends.generic, "ours"))
const rival = Effect.map(RegistrySimulator, ({ registry }) => registry(contractBackends.generic, "theirs"))
const poll = written({ _tag: "PollRequest" })
const acknowledge = (client: RawClient, messageId: string) =>
  client.ask(written({ _tag: "PollAcknowledgement", messageId }))

/** Reads and acknowledges a queue until it is empty. */
const drained = Effect.fnUntraced(function*(client: RawClient) {
  while (true) {
    const { queue, results } = yield* client.ask(poll)
    if (results[0].code === 1300) return
    yield* acknowledge(client, queue?.id ?? "")
  }
})

/** The next message about a name, acknowledged with all before it. */
const taken = Effect.fnUntraced(function*(client: RawClient, name: string) {
  while (true) {
    const response = yield* client.ask(poll)
    assert.strictEqual(response.results[0].code, 1301)
    yield* acknowledge(client, response.queue?.id ?? "")
    if (response.queue?.message?.includes(name) === true) return response
  }
})

layer(TestServer.layer)("The queue of the EPP server", (it) => {
  it.effect("gives the oldest message until it is acknowledged, once", () =>
    Effect.gen(function*() {
      const [ours, theirs] = [yield* loggedIn(), yield* loggedIn({ clientId: "theirs" })]
      yield* drained(ours)
      assert.strictEqual(yield* codeOf(ours, poll), 1300)
      for (const _ of [1, 2]) {
        const { name } = yield* RegistryOrders.register(yield* account)
        yield* RegistryOrders.requestTransfer(yield* rival, name)
      }
      const { queue, results } = yield* ours.ask(poll)
      assert.deepStrictEqual([results[0].code, queue?.count], [1301, 2])
      assert.deepStrictEqual((yield* ours.ask(poll)).queue, queue)
      const id = queue?.id ?? ""
      assert.strictEqual((yield* acknowledge(theirs, id)).results[0].code, 2303)
      const first = yield* acknowledge(ours, id)
      assert.deepStrictEqual([first.results[0].code, first.queue?.count], [1000, 1])
      assert.strictEqual((yield* acknowledge(ours, id)).results[0].code, 2303)
      assert.strictEqual((yield* acknowledge(ours, "no such id")).results[0].code, 2303)
      const second = yield* ours.ask(poll)
      assert.strictEqual((yield* acknowledge(ours, second.queue?.id ?? "")).results[0].code, 1300)
      assert.strictEqual(yield* codeOf(ours, poll), 1300)
    }).pipe(Effect.scoped))

  it.effect("reports the requesting and the acting registrar of transfers", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      yield* drained(client)
      const { name } = yield* RegistryOrders.register(yield* account)
      yield* RegistryOrders.requestTransfer(yield* rival, name)
      const { data } = yield* taken(client, name)
      const parties = { _tag: "DomainTransferData", name, requester: "theirs", actor: "ours" } as const
      assert.deepInclude(data, { ...parties, status: "pending" })
      yield* TestClock.adjust("6 days")
      const next = yield* loggedIn()
      assert.deepInclude((yield* taken(next, name)).data, { ...parties, status: "serverApproved" })
    }).pipe(Effect.scoped))

  it.effect("reports decided commands with both of their transaction ids", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      yield* drained(client)
      const id = yield* RegistryOrders.newContact(yield* account)
      const name = yield* RegistryOrders.newName("generic", "pending")
      const created = yield* client.ask(written({
        _tag: "DomainCreate",
        name,
        registrant: id,
        contacts: [{ type: "admin", id }, { type: "tech", id }],
        authInfo: { password: "" }
      }, "OUR OWN ID"))
      assert.strictEqual(created.results[0].code, 1001)
      yield* TestClock.adjust("2 minutes")
      assert.deepInclude((yield* taken(client, name)).data, {
        _tag: "PendingActionData",
        object: "domain",
        id: name,
        accepted: true,
        clTRID: "OUR OWN ID",
        svTRID: created.svTRID
      })
    }).pipe(Effect.scoped))

  it.effect("reports actions of the registry, in their extension or as unhandled namespace (RFC 9038)", () =>
    Effect.gen(function*() {
      const { acts } = yield* RegistrySimulator
      const { name } = yield* RegistryOrders.register(yield* account)
      const without = allExtensions.filter((uri) => uri !== EppUri.changePoll)
      const changed = Effect.fnUntraced(function*(extensions: ReadonlyArray<string>) {
        const client = yield* loggedIn({ extensions })
        yield* drained(client)
        yield* acts.changeStatuses(name, { add: ["serverHold"] }, "Court order")
        return yield* taken(client, name)
      })
      const whole = yield* changed(allExtensions)
      assert.deepInclude(whole.data, { _tag: "DomainData", name, sponsor: "ours" })
      assert.deepInclude(whole.extension.changed, { operation: "update", state: "after", reason: "Court order" })
      const silent = yield* changed(without)
      assert.deepStrictEqual([silent.extension.changed, silent.results[0].reasons], [undefined, []])
      const reported = yield* changed([...without, EppUri.unhandledNamespaces])
      assert.deepInclude(reported.extension.changed, { operation: "update", reason: "Court order" })
      assert.include(reported.queue?.message, "Court order")
    }).pipe(Effect.scoped))

  it.effect("reports renewals, required verifications, and purged names", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      yield* drained(client)
      const registry = yield* account
      const { name } = yield* RegistryOrders.register(registry, {
        name: yield* RegistryOrders.newName("generic", "verify")
      })
      yield* TestClock.adjust("2 minutes")
      const demand = yield* taken(client, name)
      assert.deepStrictEqual(demand.extension.other.map((element) => element.children[0]?.attributes["s"]), ["pending"])
      yield* TestClock.adjust("366 days")
      const renewed = yield* loggedIn()
      assert.include((yield* taken(renewed, name)).queue?.message, "was not verified")
      assert.deepInclude((yield* taken(renewed, name)).data, { _tag: "DomainRenewedData", name })
      yield* TestClock.adjust("60 days")
      yield* RegistryOrders.remove(registry, name)
      yield* TestClock.adjust("40 days")
      const last = yield* loggedIn()
      assert.include((yield* taken(last, name)).queue?.message, "redemption")
      const { data, extension } = yield* taken(last, name)
      assert.deepInclude(data, { _tag: "DomainData", name })
      assert.deepInclude(extension.changed, { operation: "autoPurge", state: "before" })
    }).pipe(Effect.scoped))
})

describe("The queue of the EPP server", () => {
  sendsValidDocuments()
})
