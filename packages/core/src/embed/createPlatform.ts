import { Duration, Effect, Layer, type ManagedRuntime, Predicate, Schema } from "effect"
import { Processes } from "../processes/index.ts"
import { type Actor, CurrentActor, type PlatformSettings } from "../shared/index.ts"
import { layerOwnMetrics } from "../telemetry/index.ts"
import { actorOfCaller, admittedCaller, type Caller } from "./Caller.ts"
import { callerCalls, type OperatorCalls, operatorCalls, type PlatformCalls } from "./calls.ts"
import { type ChangeCalls, changeCalls, type Consume, consumption } from "./ChangeCalls.ts"
import { decodeInputs } from "./decodeArguments.ts"
import { layerPlatform, type PlatformServices } from "./layerPlatform.ts"
import { actorOf } from "./OrganizationActor.ts"
import type { PlatformOptions } from "./PlatformOptions.ts"
import { makePlatformRuntime } from "./PlatformRuntime.ts"
import { hostTransaction, type TransactionStatements } from "./PlatformTransaction.ts"
import { callsOf, type RunCall } from "./PromiseCalls.ts"
import { makePromiseRunner, type RunOptions } from "./PromiseRunner.ts"
import { runEndless } from "./runEndless.ts"
import { settingsOf } from "./settingsOf.ts"
import { tracedCall } from "./tracedCall.ts"
import { type TickReport, Worker } from "./Worker.ts"

/** A transaction of the host: calls that commit together, and its own statements. */
export interface PlatformTransaction extends Pick<Platform, "as" | "operator">, TransactionStatements {}

/** A running installation. */
export interface Platform {
  readonly settings: PlatformSettings
  /**
   * The methods on behalf of a caller whom the host has authenticated, with a role or permissions, and with the user of the
   * host, who appears in histories. Hosts with Effect may pass an actor.
   *
   * @example
   * const caller = platform.as({ organization_id, role: "domain_manager", user: { id: "u-17", name: "Ada" } })
   * await caller.domains.get("example.com")
   */
  readonly as: {
    (caller: Caller): PlatformCalls
    (actor: Actor): PlatformCalls
    (organization_id: string, role: string): PlatformCalls
  }
  /** Calls of the operator of the installation. They check no rights: do not expose them to callers. */
  readonly operator: OperatorCalls
  /** The change feed of all organizations; no permission is checked. */
  readonly changes: ChangeCalls
  readonly consume: Consume
  /**
   * Runs work in one transaction of the storage: calls of `tx` and statements of the host commit together when the promise
   * resolves, and are rolled back when it rejects. Calls of the platform itself are not part of it. A registry cannot take
   * part: such calls reject with `RegistryInTransaction`; submit a job instead. The work does not run again. If the
   * database prefers a concurrent transaction, the call rejects with `TransactionLost`, which is retryable. On SQLite, all
   * other calls wait for its end. Default of `timeout`: 30 seconds.
   *
   * ```ts
   * await platform.transaction(async (tx) => {
   *   await tx.query("INSERT INTO customers (id) VALUES ($1)", ["customer-4711"])
   *   await tx.operator.organizations.createParent({ name: "Example" })
   * })
   * ```
   */
  readonly transaction: <A>(work: (tx: PlatformTransaction) => Promise<A>, options?: RunOptions) => Promise<A>
  /** Opens the storage and brings its schema up to date; without it, the first call does. */
  readonly ready: (options?: RunOptions) => Promise<void>
  /**
   * Runs jobs and scheduled work until the signal ends it or the platform is disposed of; for long-lived processes.
   * Waits for a storage that cannot be reached.
   */
  readonly work: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>
  /** Carries out what is due now and returns; for hosts that are woken by a clock. */
  readonly tick: (options: { readonly budgetMillis: number }) => Promise<TickReport>
  /** For hosts that use Effect: the services, built once for everything that shares the runtime's memo map. */
  readonly layer: Layer.Layer<PlatformServices, unknown>
  /** The runtime of the current start. After a failed start, the next read returns a new one. */
  readonly runtime: ManagedRuntime.ManagedRuntime<PlatformServices, unknown>
  /** Lets running work finish its step, and closes the storage. */
  readonly dispose: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const nameOrganization = Effect.flatMap(
  CurrentActor,
  ({ organization_id }) => Effect.annotateCurrentSpan("namewright.organization.id", organization_id)
)

const callsOfCaller = callsOf<PlatformServices | CurrentActor, typeof callerCalls>(callerCalls)
const callsOfOperator = callsOf<PlatformServices, typeof operatorCalls>(operatorCalls)

/** The calls of a platform, or of a transaction. */
const callsBy = (runCall: RunCall<PlatformServices>) => ({
  as: (caller: Actor | Caller | string, role?: string): PlatformCalls => {
    const actor = typeof caller === "string"
      ? actorOf(caller, role ?? "")
      : isActor(caller)
      ? Effect.succeed(caller)
      : admittedCaller(actorOfCaller(caller))
    const runAs: RunCall<PlatformServices | CurrentActor> = (effect, call, name) =>
      runCall(Effect.provideServiceEffect(Effect.andThen(nameOrganization, effect), CurrentActor, actor), call, name)
    return callsOfCaller(runAs)
  },
  operator: callsOfOperator(runCall)
})

const TickOptions = Schema.Struct({ budgetMillis: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)) })

const tick = Effect.fnUntraced(function*(options: unknown) {
  const { budgetMillis } = yield* decodeInputs(TickOptions, options, ["options"])
  const worker = yield* Worker
  return yield* worker.tick(Duration.millis(budgetMillis))
})

/** Milliseconds. */
const transactionTimeout = 30_000

/**
 * Makes an installation in this process. Options that cannot work throw a `ConfigurationError` that names them all; a
 * database that cannot be reached rejects the call, or `ready`; the next call starts again.
 */
export const createPlatform = (options: PlatformOptions): Platform => {
  const settings = settingsOf(options)
  const layer = Processes.layerHeartbeats.pipe(
    Layer.provideMerge(layerPlatform({ ...options, loggers: options.loggers ?? [] })),
    Layer.provideMerge(options.meter === undefined ? layerOwnMetrics : Layer.empty)
  )
  const runtime = makePlatformRuntime(layer)
  const run = makePromiseRunner(runtime)

  const runCall: RunCall<PlatformServices> = (effect, call, name) => run(tracedCall(name, effect), call)

  const dispose = () => runtime.dispose()

  return {
    settings,
    ...callsBy(runCall),
    transaction: (work, limits = {}) =>
      run(tracedCall("transaction", hostTransaction(work, callsBy)), {
        ...limits,
        timeout: limits.timeout ?? transactionTimeout
      }),
    changes: changeCalls(run),
    consume: (name, handler, how) => runEndless(runtime, consumption(name, handler, how), how?.signal),
    ready: (limits) => run(Effect.void, limits),
    work: ({ signal } = {}) => runEndless(runtime, Effect.flatMap(Worker, (worker) => worker.work), signal),
    tick: (budget) => run(tracedCall("tick", tick(budget))),
    layer,
    get runtime() {
      return runtime.current()
    },
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}

/** Actors have a principal. Callers are decoded, because hosts in JavaScript may pass anything. */
const isActor = (caller: Actor | Caller): caller is Actor => Predicate.hasProperty(caller, "principal")
