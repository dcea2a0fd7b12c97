import { assert, layer } from "@effect/vitest"
import { type Registry, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

/** Renewals at registries wait until they are released. */
const released = Deferred.makeUnsafe<void>()

const slow = (registry: Registry): Registry => ({
  ...registry,
  renewDomain: (command) => Effect.andThen(Deferred.await(released), registry.renewDomain(command))
})

const registries = Layer.effect(
  RegistryRouter,
  Effect.map(RegistryRouter, (router) => ({
    ...router,
    find: (backend: string) => Option.map(router.find(backend), slow)
  }))
).pipe(Layer.provide(RegistrySimulator.layerRouter()))

/** Returns when a renewal was answered with a 409; every look at the metrics lets the server go on. */
const untilRefused = Effect.gen(function*() {
  const { fetch } = yield* TestPlatform
  for (;;) {
    const { body } = yield* fetch("GET", "/metrics")
    if (/renew[^\n]*409|409[^\n]*renew/.test(String(body))) return
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
})

layer(AgentEndpoint.layerWith({}, { registries }))("an approved call that meets an object in use", (it) => {
  it.effect("is repeated until the object is not in use", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf({ credit: 100_000 })
      const contact = (yield* agent.rest("POST", "/v1/contacts", contactBody)).body.contact_id
      const contacts = { registrant: contact, admin: contact, tech: contact, billing: contact }
      const period = { unit: "y", value: 1 }
      const name = "agent-waits.com"
      const { expires_on } =
        (yield* agent.rest("POST", "/v1/domains", { name, renewal_mode: "renew", period, contacts })).body
      const call = { operationId: "renewDomain", pathParams: { domain_reference: name }, body: { period } }
      const { confirmationToken } = yield* agent.content("call_operation", call, formless)
      const first = yield* Effect.forkChild(agent.rest("POST", `/v1/domains/${name}/renew`, { period }))
      const second = yield* Effect.forkChild(
        agent.content("call_operation", { ...call, confirmationToken }, formless)
      )
      yield* untilRefused
      yield* Deferred.succeed(released, undefined)
      assert.strictEqual((yield* Fiber.join(first)).status, 200)
      yield* TestClock.adjust("2 seconds")
      const { data, httpStatus } = yield* Fiber.join(second)
      assert.strictEqual(httpStatus, 200, JSON.stringify(data))
      assert.strictEqual(Number(data.expires_on.slice(0, 4)), Number(expires_on.slice(0, 4)) + 2)
    }))
})
