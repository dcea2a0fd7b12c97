import { Cause, Duration, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { Processes } from "../processes/index.ts"
import { type Actor, CurrentActor, type PlatformSettings } from "../shared/index.ts"
import { layerPlatform, type PlatformServices } from "./layerPlatform.ts"
import { offers, operations } from "./offers.ts"
import { actorOf } from "./OrganizationActor.ts"
import { type PlatformOptions, settingsOf } from "./PlatformOptions.ts"
import { type CallsOf, callsOf, type RunCall } from "./PromiseCalls.ts"
import { type TickReport, Worker } from "./Worker.ts"

/** The services of the platform as one caller uses them, by promises. */
export type PlatformCalls = CallsOf<typeof offers>

/** What operators do, by promises. */
export type OperatorCalls = CallsOf<typeof operations>

/** A running installation. */
export interface Platform {
  readonly settings: PlatformSettings
  /**
   * The services on behalf of a caller: one that your own code has authenticated as an actor, or an organization with a
   * role of it (`admin`, `viewer`, the label of a custom role).
   */
  readonly as: {
    (actor: Actor): PlatformCalls
    (organization_id: string, role: string): PlatformCalls
  }
  /** What the operator of the installation does; nobody's rights are checked, so keep it from callers. */
  readonly operator: OperatorCalls
  /** Opens the storage and brings its schema up to date; without it, the first call does. */
  readonly ready: () => Promise<void>
  /** Carries out what time brings until the signal ends it or the platform is disposed of; for long-lived processes. */
  readonly work: (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>
  /** Carries out what is due now and returns; for hosts that are woken by a clock. */
  readonly tick: (options: { readonly budgetMillis: number }) => Promise<TickReport>
  /** For hosts that use Effect: the services, built once for everything that shares the runtime's memo map. */
  readonly layer: Layer.Layer<PlatformServices, unknown>
  readonly runtime: ManagedRuntime.ManagedRuntime<PlatformServices, unknown>
  /** Lets running work finish its step, and closes the storage. */
  readonly dispose: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Makes an installation in this process. Options that cannot work throw a `ConfigurationError` that names them all; a
 * database that cannot be reached rejects the first call, or `ready`.
 */
export const createPlatform = (options: PlatformOptions): Platform => {
  const settings = settingsOf(options)
  const layer = Processes.layerHeartbeats.pipe(
    Layer.provideMerge(layerPlatform({ ...options, loggers: options.loggers ?? [] }))
  )
  const runtime = ManagedRuntime.make(layer)

  const run = async <A>(effect: Effect.Effect<A, unknown, PlatformServices>, signal?: AbortSignal): Promise<A> => {
    signal?.throwIfAborted()
    const exit = await runtime.runPromiseExit(effect, { signal })
    if (Exit.isSuccess(exit)) return exit.value
    signal?.throwIfAborted()
    throw Cause.squash(exit.cause)
  }

  /** A call needs nothing but services of the platform, which the types of the offers see to. */
  const runCall: RunCall = (effect, { signal }) =>
    run(effect as Effect.Effect<unknown, unknown, PlatformServices>, signal)

  const as = (caller: Actor | string, role?: string): PlatformCalls => {
    const actor = typeof caller === "string" ? actorOf(caller, role ?? "") : Effect.succeed(caller)
    return callsOf(
      offers,
      (effect, call) => runCall(Effect.provideServiceEffect(effect, CurrentActor, actor), call)
    )
  }
  const dispose = () => runtime.dispose()

  return {
    settings,
    as,
    operator: callsOf(operations, runCall),
    ready: async () => void await run(Effect.void),
    work: async ({ signal } = {}) => {
      const exit = await runtime.runPromiseExit(Effect.flatMap(Worker, (worker) => worker.work), { signal })
      if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw Cause.squash(exit.cause)
    },
    tick: ({ budgetMillis }) => run(Effect.flatMap(Worker, (worker) => worker.tick(Duration.millis(budgetMillis)))),
    layer,
    runtime,
    dispose,
    [Symbol.asyncDispose]: dispose
  }
}
