import { Context, Effect, Layer, Option } from "effect"
import { type DomainName, Instant, Transaction } from "../../shared/index.ts"
import { TldCatalog, type TldSpec } from "../../tlds/index.ts"
import type { Registry } from "../Registry.ts"
import { RegistryRouter } from "../RegistryRouter.ts"
import { type RegistryActs, registryActs } from "./commands/RegistryActs.ts"
import { listPrices } from "./objects/ListPrices.ts"
import { type SimulatedTld, simulatedTld } from "./objects/SimulatedTld.ts"
import { makeRegistryFaults, type RegistryFaults } from "./RegistryFaults.ts"
import { type SimulatedRegistrar, simulatedRegistrar } from "./SimulatedRegistrar.ts"
import { noFaults, simulatedRegistry } from "./SimulatedRegistry.ts"
import { SimulatorStore } from "./SimulatorStore.ts"
import { type SimulatedAccount, type SimulatorSettings, simulatorSettings } from "./time/SimulatedAccount.ts"

/** Registrar id of the platform at the simulated registries. */
const platform = "platform"

/**
 * Registries in the database: one for each backend of the TLD catalogue, with the rules of its specifications. They
 * store domains of any number of registrars, of which the platform is one.
 */
export class RegistrySimulator extends Context.Service<RegistrySimulator, {
  /** Keys of the registries: the backends of the catalogue at the start. */
  readonly keys: ReadonlyArray<string>
  /** Keys of the registries whose message queues are not empty for the platform, read in one statement. */
  readonly waiting: Effect.Effect<ReadonlySet<string>>
  /**
   * The account of the platform, or of another registrar, at a registry. Any text is a registrar id; the first use
   * creates it.
   */
  readonly registry: (backend: string, registrar?: string) => Registry
  /** The same account with all commands of an EPP server. */
  readonly registrar: (backend: string, clientId: string) => SimulatedRegistrar
  /** Faults between the platform and its registries. Calls of other registrars do not fail. */
  readonly faults: RegistryFaults
  /** Actions of the registries themselves. */
  readonly acts: RegistryActs
}>()("@namewright/core/registry/RegistrySimulator") {
  static readonly layerWith = (
    settings: Partial<SimulatorSettings>
  ): Layer.Layer<RegistrySimulator, never, SimulatorStore | TldCatalog | Transaction> =>
    Layer.effect(RegistrySimulator, Effect.suspend(() => make({ ...simulatorSettings, ...settings })))

  static readonly layer = RegistrySimulator.layerWith({})

  /** Routes each backend to its driver, and backends without a driver to the simulator. */
  static readonly layerRouter = (
    drivers: ReadonlyArray<Registry> = []
  ): Layer.Layer<RegistryRouter, never, RegistrySimulator> =>
    Layer.effect(
      RegistryRouter,
      Effect.map(RegistrySimulator, (simulator) => {
        const driven = RegistryRouter.make(drivers)
        const simulated = simulator.keys.filter((key) => !driven.keys.includes(key))
        return {
          keys: [...driven.keys, ...simulated],
          queues: [...driven.queues, ...simulated],
          find: (backend: string) => Option.orElseSome(driven.find(backend), () => simulator.registry(backend)),
          waiting: Effect.map(simulator.waiting, (keys) => new Set([...keys, ...driven.keys]))
        }
      })
    )
}

const make = Effect.fnUntraced(function*(settings: SimulatorSettings) {
  const store = yield* SimulatorStore
  const catalog = yield* TldCatalog
  const transaction = yield* Transaction
  const specs = yield* catalog.list
  const faults = makeRegistryFaults()
  const rules = new WeakMap<TldSpec, Map<string, SimulatedTld>>()
  const made = new Map<string, Registry>()

  const specsOf = (backend: string) => specs.filter((spec) => spec.backend === backend)

  const rulesOf = (spec: TldSpec, suffix: string): SimulatedTld => {
    const known = rules.get(spec) ?? new Map<string, SimulatedTld>()
    const prices = { ...listPrices, ...settings.prices[suffix] }
    const tld = known.get(suffix) ?? simulatedTld(spec, suffix, prices, settings.auth_code_lifetime !== null)
    rules.set(spec, known.set(suffix, tld))
    return tld
  }

  const tldOf = (name: DomainName) =>
    Effect.sync(() => Option.map(catalog.split(name), ({ spec, tld }) => rulesOf(spec, tld)))

  const accountOf = (registry: string, registrar: string): SimulatedAccount => ({
    registry,
    registrar,
    settings,
    store,
    tldOf,
    atomically: (work) => Effect.andThen(outsideOfTransactions(transaction), transaction.atomically(work))
  })

  const registry = (backend: string, registrar = platform): Registry => {
    const key = `${backend}/${registrar}`
    const known = made.get(key)
    if (known !== undefined) return known
    const between = registrar === platform ? faults : noFaults
    const account = simulatedRegistry(accountOf(backend, registrar), specsOf(backend), between)
    made.set(key, account)
    return account
  }

  const backends = [...new Set(specs.map(({ backend }) => backend))]

  const waiting = Effect.gen(function*() {
    // A queue that fails is read, so that its reader sees the failure.
    if (yield* faults.isComing("nextMessage")) return new Set(backends)
    return yield* store.waitingRegistries(backends, platform, yield* Instant.now)
  })

  return RegistrySimulator.of({
    keys: backends,
    waiting,
    registry,
    registrar: (backend, clientId) =>
      simulatedRegistrar(accountOf(backend, clientId), registry(backend, clientId), specsOf(backend)),
    faults,
    acts: registryActs(
      (name) =>
        Effect.map(
          tldOf(name),
          (tld) => accountOf(Option.match(tld, { onNone: () => "", onSome: (t) => t.backend }), "")
        ),
      accountOf
    )
  })
})

/**
 * Refuses calls inside a transaction. A real registry does not undo a command if its caller rolls back. The simulator
 * would join the transaction, so it dies instead, which shows the mistake.
 */
const outsideOfTransactions = (transaction: Transaction["Service"]): Effect.Effect<void> =>
  Effect.suspend(() => {
    let open = true
    const probe = Effect.sync(() => {
      open = false
    })
    return Effect.andThen(
      transaction.afterCommit(probe),
      Effect.suspend(() => open ? Effect.die(new Error("A registry was called inside a transaction")) : Effect.void)
    )
  })
