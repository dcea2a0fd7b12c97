import { Cause, Clock, Duration, Effect, Exit, Layer, Logger, ManagedRuntime } from "effect"
import { type Actor, CurrentActor, PlatformSettings } from "../shared/index.ts"
import { actorOf } from "./OrganizationActor.ts"
import { type PlatformOptions, settingsOf } from "./PlatformOptions.ts"
import { type CallsOf, callsOf, type RunCall } from "./PromiseCalls.ts"
import { offers, type PlatformServices, services } from "./services.ts"
import { type TickReport, Worker } from "./Worker.ts"

/** The services of the platform as one caller uses them, by promises. */
export type PlatformCalls = { readonly [K in keyof typeof offers]: CallsOf<(typeof offers)[K]> }

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

/** The services over the storage of the options, for hosts that use Effect throughout. */
export const layerPlatform = (options: PlatformOptions): Layer.Layer<PlatformServices, unknown> => {
  const settings = settingsOf(options)
  return services.pipe(
    Layer.provideMerge(options.storage),
    Layer.provideMerge(Layer.succeed(PlatformSettings, settings)),
    Layer.provideMerge(options.clock === undefined ? Layer.empty : Layer.succeed(Clock.Clock, options.clock)),
    Layer.provideMerge(options.loggers === undefined ? Layer.empty : Logger.layer(options.loggers))
  )
}

/**
 * Makes an installation in this process. Options that cannot work throw a `ConfigurationError` that names them all; a
 * database that cannot be reached rejects the first call, or `ready`.
 */
export const createPlatform = (options: PlatformOptions): Platform => {
  const settings = settingsOf(options)
  const layer = layerPlatform({ ...options, loggers: options.loggers ?? [] })
  const runtime = ManagedRuntime.make(layer)

  const run = async <A>(effect: Effect.Effect<A, unknown, PlatformServices>, signal?: AbortSignal): Promise<A> => {
    signal?.throwIfAborted()
    const exit = await runtime.runPromiseExit(effect, { signal })
    if (Exit.isSuccess(exit)) return exit.value
    signal?.throwIfAborted()
    throw Cause.squash(exit.cause)
  }

  const as = (caller: Actor | string, role?: string): PlatformCalls => {
    const actor = typeof caller === "string" ? actorOf(caller, role ?? "") : Effect.succeed(caller)
    const runCall: RunCall = (effect, { signal }) =>
      run(
        Effect.provideServiceEffect(effect, CurrentActor, actor) as Effect.Effect<unknown, unknown, PlatformServices>,
        signal
      )
    return Object.fromEntries(
      Object.entries(offers).map(([name, offer]) => [name, callsOf(offer, runCall)])
    ) as PlatformCalls
  }
  const dispose = () => runtime.dispose()

  return {
    settings,
    as,
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
