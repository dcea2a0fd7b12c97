import { assert, layer } from "@effect/vitest"
import { contractBackends, RegistryOrders } from "@namewright/conformance"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Option } from "effect"
import type { ComingEppFault } from "../../src/server/index.ts"
import { codeOf, garbage, loggedIn, TestServer, written } from "./TestServer.ts"

const inject = (fault: ComingEppFault) => Effect.map(TestServer, ({ faults }) => faults.inject(fault))

const ours = Effect.map(RegistrySimulator, ({ registry }) => registry(contractBackends.generic, "ours"))
const registered = Effect.gen(function*() {
  const registry = yield* ours
  const { name } = yield* RegistryOrders.register(registry)
  return { registry, name }
})
const statusesOf = Effect.fnUntraced(function*(name: string) {
  const found = yield* (yield* ours).infoDomain(DomainName.make(name))
  return Option.getOrThrow(found).statuses
})
const hold = (name: string) => ({
  _tag: "DomainUpdate" as const,
  name,
  add: { contacts: [], statuses: [{ status: "clientHold" }] }
})

layer(TestServer.layer)("Faults of the EPP server", (it) => {
  it.effect.each(["before", "after"] as const)(
    "cut the connection %s the command is carried out",
    (when) =>
      Effect.gen(function*() {
        const { name } = yield* registered
        yield* inject({ fault: { _tag: "Cut", when }, command: "DomainUpdate", object: name })
        const client = yield* loggedIn()
        client.send(written(hold(name)))
        assert.isUndefined(yield* client.next)
        assert.strictEqual((yield* statusesOf(name)).includes("clientHold"), when === "after")
        const next = yield* loggedIn()
        assert.strictEqual(yield* codeOf(next, { _tag: "DomainInfo", name }), 1000)
      }).pipe(Effect.scoped)
  )

  it.effect.each<[number, "after" | "before"]>([
    [2400, "before"],
    [2400, "after"],
    [2500, "after"],
    [2501, "before"],
    [2502, "before"]
  ])("answer %i, %s the command is carried out", ([code, when]) =>
    Effect.gen(function*() {
      const { name } = yield* registered
      const fault = { _tag: "Fail", code, when } as const
      yield* inject({ fault, object: name })
      const client = yield* loggedIn()
      assert.strictEqual(yield* codeOf(client, hold(name)), code)
      assert.strictEqual((yield* statusesOf(name)).includes("clientHold"), when === "after")
      if (code >= 2500) assert.isUndefined(yield* client.next)
      else assert.strictEqual(yield* codeOf(client, { _tag: "DomainInfo", name }), 1000)
    }).pipe(Effect.scoped))

  it.effect("keep an answer back for as long as the test likes", () =>
    Effect.gen(function*() {
      const { name } = yield* registered
      const released = yield* Deferred.make<void>()
      yield* inject({ fault: { _tag: "Delay", until: Deferred.await(released) }, object: name })
      const client = yield* loggedIn()
      const answer = yield* Effect.forkChild(client.ask(written(hold(name))))
      const other = yield* loggedIn()
      assert.strictEqual(yield* codeOf(other, { _tag: "DomainCheck", names: ["free.generic"] }), 1000)
      assert.isUndefined(answer.pollUnsafe())
      yield* Deferred.succeed(released, undefined)
      assert.strictEqual((yield* Fiber.join(answer)).results[0].code, 1000)
    }).pipe(Effect.scoped))

  it.effect("name another transaction, or none", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      for (const clTRID of ["ANOTHER-1", undefined]) {
        yield* inject({ fault: { _tag: "WrongId", clTRID }, command: "DomainCheck" })
        const response = yield* client.ask(written({ _tag: "DomainCheck", names: ["free.generic"] }))
        assert.deepStrictEqual([response.results[0].code, response.clTRID], [1000, clTRID])
      }
    }).pipe(Effect.scoped))

  it.effect("send a response octet by octet, or replace it", () =>
    Effect.gen(function*() {
      const client = yield* loggedIn()
      const check = { _tag: "DomainCheck", names: ["free.generic"] } as const
      yield* inject({ fault: { _tag: "Trickle" }, command: "DomainCheck" })
      assert.strictEqual(yield* codeOf(client, check), 1000)
      yield* inject({ fault: { _tag: "Garbage", document: garbage }, command: "DomainCheck" })
      client.send(written(check))
      assert.strictEqual(yield* client.next, garbage)
      yield* inject({ fault: { _tag: "WrongLength", length: 0x7fffffff }, command: "DomainCheck" })
      client.send(written(check))
      assert.isUndefined(yield* client.next)
      assert.strictEqual(client.wrongLength, 0x7fffffff)
    }).pipe(Effect.scoped))

  it.effect("hit as many commands as they say, after as many as they let pass, until they are cleared", () =>
    Effect.gen(function*() {
      const { faults } = yield* TestServer
      const client = yield* loggedIn()
      const check = { _tag: "DomainCheck", names: ["free.generic"] } as const
      const failing = { _tag: "Fail", code: 2400, when: "before" } as const
      faults.inject({ fault: failing, command: "DomainCheck", after: 1, times: 2 })
      assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3, 4], () => codeOf(client, check)), [1000, 2400, 2400, 1000])
      faults.inject({ fault: failing, times: 5, object: "free.generic" })
      assert.strictEqual(yield* codeOf(client, { ...check, names: ["other.generic"] }), 1000)
      assert.strictEqual(yield* codeOf(client, check), 2400)
      faults.clear()
      assert.strictEqual(yield* codeOf(client, check), 1000)
    }).pipe(Effect.scoped))
})
