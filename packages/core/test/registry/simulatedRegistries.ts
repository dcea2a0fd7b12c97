import { allRegistryCapabilities, contractBackends, contractTlds, RegistryUnderTest } from "@namewright/conformance"
import { newCommandId, type Registry, RegistrySimulator } from "@namewright/core/registry"
import { Entropy } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

/** The simulator with the TLDs of the registry suite. */
export const contractSimulator = RegistrySimulator.layerWith({ unknown_names: "missing" }).pipe(
  Layer.provide(TldCatalog.layerOf(contractTlds, []))
)

/** The simulator has every capability, except that each command has an effect of its own. */
export const simulatedCapabilities = allRegistryCapabilities.filter((one) => one !== "repeatableCommands")

/** The driver under test of the registry suite: the simulator. */
export const simulatorUnderTest = Layer.effect(
  RegistryUnderTest,
  Effect.map(RegistrySimulator, ({ registry }) => {
    const accounts = (registrar?: string) => ({
      generic: registry(contractBackends.generic, registrar),
      country: registry(contractBackends.country, registrar)
    })
    return RegistryUnderTest.of({ ours: accounts(), theirs: accounts("rival"), advance: TestClock.adjust })
  })
).pipe(Layer.provideMerge(contractSimulator))

/** Makes a contact at a registry; answers its handle. */
export const newContact = Effect.fnUntraced(function*(registry: Registry) {
  const entropy = yield* Entropy
  const handle = `c-${(yield* entropy.intBetween(0, 2 ** 48)).toString(36)}`
  const { handle: made } = yield* registry.createContact({
    command_id: yield* newCommandId,
    contact: {
      handle,
      name: "Ada Lovelace",
      organization: null,
      street: ["12 St James's Square"],
      city: "London",
      state: null,
      postal_code: "SW1Y 4JH",
      country: "GB",
      phone: "+44.2079460000",
      fax: null,
      email: "ada@example.org",
      disclose: false,
      attributes: {}
    }
  })
  return made
})

/**
 * Storage whose pool uses the real clock: its periodic work must not run through the years that a test
 * moves on. For the same reason every connection is opened at the start.
 */
export const byRealClock = <A, E>(
  storage: Layer.Layer<A | SqlClient.SqlClient, E>,
  connections: number
): Layer.Layer<A | SqlClient.SqlClient, E> =>
  Layer.effectContext(TestClock.withLive(Effect.gen(function*() {
    const context = yield* Layer.build(storage)
    const sql = Context.get(context, SqlClient.SqlClient)
    const use = Effect.orDie(sql`SELECT pg_sleep(0.2)`)
    yield* Effect.all(Array.from({ length: connections }, () => use), { concurrency: connections, discard: true })
    return context
  })))
