import { Cause, Clock, Context, Duration, Effect, Layer, Option, Semaphore, Stream, Struct } from "effect"
import {
  type AddressedName,
  makeAddressName,
  notAnswered,
  type RegistryAnswer,
  registryAnswers
} from "../domains/index.ts"
import {
  pauseOf,
  type PremiumPrices,
  refuseInHostTransaction,
  type Registry,
  RegistryRouter
} from "../registry/index.ts"
import { CurrentActor, type DomainName } from "../shared/index.ts"
import { CurrentAvailabilitySettings } from "./AvailabilitySettings.ts"
import type { NameStatus, NameStatusError } from "./NameStatus.ts"
import { RecentAnswers } from "./RecentAnswers.ts"

/** Names with a registry, each with the texts of the request that mean it. */
type Requested = ReadonlyMap<DomainName, ReadonlyArray<string>>

/** Status of a name, with the registry's prices of a premium name that is available. */
export interface LookedUpName extends NameStatus {
  readonly premium: PremiumPrices | null
}

/** A name that a registry is asked about. */
type Sent = Extract<AddressedName, { readonly name: DomainName }>

/**
 * Statuses of names, for searches. Answers may be a few seconds old, so orders do not use them. Any caller may ask.
 * Source: REST specification, "Availability"; the product decisions about streams.
 */
export class AvailabilityLookups extends Context.Service<AvailabilityLookups, {
  /** One status per name, in the order of the names. Problems of single names are in their statuses. */
  readonly check: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NameStatus>, never, CurrentActor>
  /** As `check`, with the prices of premium names. */
  readonly lookUp: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LookedUpName>, never, CurrentActor>
  /**
   * One status per name, as soon as it is known. The end of the stream's consumer ends the look-ups. Nothing is asked
   * before the stream runs.
   */
  readonly stream: (names: ReadonlyArray<string>) => Effect.Effect<Stream.Stream<NameStatus>, never, CurrentActor>
}>()("@namewright/core/availability/AvailabilityLookups") {
  static readonly layer = Layer.effect(
    AvailabilityLookups,
    Effect.gen(function*() {
      const settings = yield* CurrentAvailabilitySettings
      const router = yield* RegistryRouter
      const addressName = yield* makeAddressName
      const recent = new RecentAnswers<Omit<Result, "error">>(
        Duration.toMillis(settings.cache_time),
        settings.cached_names
      )
      const turns = new Map<string, Semaphore.Semaphore>()

      /** Turns of all requests at a registry. */
      const turnsOf = (registry: Registry): Semaphore.Semaphore => {
        const known = turns.get(registry.key) ?? Semaphore.makeUnsafe(settings.groups_at_once)
        turns.set(registry.key, known)
        return known
      }

      /** The status of a name that has not been checked. A maintenance of its zone is no error of the name. */
      const unchecked = Effect.fnUntraced(function*(
        registry: Registry,
        name: DomainName,
        answer: Extract<RegistryAnswer, { readonly error: string }>
      ) {
        if (answer.isSilent) return unknown
        const pause = yield* pauseOf(router, registry.key, name)
        return Option.isSome(pause) ? unknown : checkError(answer.error)
      })

      const ask = Effect.fnUntraced(function*(registry: Registry, names: ReadonlyArray<DomainName>) {
        const answers = yield* registryAnswers(registry, names)
        const now = yield* Clock.currentTimeMillis
        return yield* Effect.forEach(names, (name) => {
          const answer = answers.get(name) ?? notAnswered
          if (answer.error !== null) return Effect.map(unchecked(registry, name, answer), named(name))
          const found = { ...statusOf(answer), premium: answer.premium }
          recent.keep(registry.key, name, found, now)
          return Effect.succeed(named(name)(found))
        })
      })

      /** Asks about one group. A fault of the driver is an error of its names, so that the others are still answered. */
      const askInTurn = (registry: Registry, names: ReadonlyArray<DomainName>) =>
        turnsOf(registry).withPermit(ask(registry, names)).pipe(
          Effect.timeoutOption(settings.time_limit),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : Effect.as(
                Effect.logError(`The check of names at ${registry.key} failed`, cause),
                Option.some(names.map((name) => named(name)(checkError("The check failed"))))
              )
          )
        )

      /** Statuses of the names of one registry, group by group. */
      const atRegistry = (registry: Registry, requested: Requested): Stream.Stream<LookedUpName> =>
        Stream.suspend(() => {
          let isSilent = false
          const answered = (names: ReadonlyArray<DomainName>) =>
            Effect.suspend(() =>
              isSilent ? Effect.succeed(silent(names)) : Effect.map(
                askInTurn(registry, names),
                Option.getOrElse(() => {
                  isSilent = true
                  return silent(names)
                })
              )
            )
          return Stream.fromIterable(groupsOf(Array.from(requested.keys()), registry.capabilities.names_per_check))
            .pipe(
              Stream.mapEffect(answered, { concurrency: settings.groups_at_once, unordered: true }),
              Stream.map((found) =>
                found.flatMap(({ name, ...result }) =>
                  (requested.get(name) ?? []).map((domain): LookedUpName => ({ domain, ...result }))
                )
              ),
              Stream.flattenIterable
            )
        })

      /** Statuses that need no registry, and the other names by registry. */
      const sorted = (names: ReadonlyArray<string>, now: number) => {
        const known: Array<LookedUpName> = []
        const sent: Array<Sent> = []
        for (const addressed of names.map(addressName)) {
          if ("problem" in addressed) {
            const error: NameStatusError = { type: "validation_error", message: addressed.problem }
            known.push({ domain: addressed.input, status: "error", error, premium: null })
            continue
          }
          const found = recent.get(addressed.registry.key, addressed.name, now)
          if (found === undefined) sent.push(addressed)
          else known.push({ domain: addressed.input, ...found })
        }
        const byRegistry = Array.from(Map.groupBy(sent, ({ registry }) => registry), ([registry, own]) => {
          const texts = Map.groupBy(own, ({ name }) => name)
          const requested: Requested = new Map(
            Array.from(texts, ([name, same]) => [name, same.map(({ input }) => input)])
          )
          return { registry, requested }
        })
        return { known, byRegistry }
      }

      const lookUps = Effect.fnUntraced(function*(names: ReadonlyArray<string>) {
        yield* CurrentActor
        yield* refuseInHostTransaction
        const statuses = Effect.map(Clock.currentTimeMillis, (now) => {
          const { byRegistry, known } = sorted(names, now)
          const asked = byRegistry.map(({ registry, requested }) => atRegistry(registry, requested))
          return Stream.mergeAll([Stream.fromArray(known), ...asked], { concurrency: "unbounded" })
        })
        return Stream.unwrap(statuses)
      })

      const stream = Effect.fn("AvailabilityLookups.stream")((names: ReadonlyArray<string>) =>
        Effect.map(lookUps(names), Stream.map(statusAlone))
      )

      const lookUp = Effect.fn("AvailabilityLookups.lookUp")(function*(names: ReadonlyArray<string>) {
        const found = yield* Effect.flatMap(lookUps(names), Stream.runCollect)
        const byName = new Map(found.map((status) => [status.domain, status]))
        return names.flatMap((name) => byName.get(name) ?? [])
      })

      const check = Effect.fn("AvailabilityLookups.check")((names: ReadonlyArray<string>) =>
        Effect.map(lookUp(names), (found) => found.map(statusAlone))
      )

      return AvailabilityLookups.of({ check, lookUp, stream })
    })
  )
}

type Result = Omit<LookedUpName, "domain">

const statusAlone = (found: LookedUpName): NameStatus => Struct.omit(found, ["premium"])

const unknown: Result = { status: "unknown", premium: null }

const silent = (names: ReadonlyArray<DomainName>) => names.map((name) => named(name)(unknown))

const checkError = (message: string): Result => ({
  status: "error",
  error: { type: "check_error", message },
  premium: null
})

const named = (name: DomainName) => (result: Result) => ({ name, ...result })

const statusOf = (
  { available, claims_key }: Extract<RegistryAnswer, { readonly error: null }>
): Pick<NameStatus, "claims_key" | "status"> =>
  !available
    ? { status: "unavailable" }
    : claims_key === null
    ? { status: "available" }
    : { status: "tmch_claim", claims_key }

const groupsOf = (names: ReadonlyArray<DomainName>, size: number): ReadonlyArray<ReadonlyArray<DomainName>> =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, index) => names.slice(index * size, (index + 1) * size))
