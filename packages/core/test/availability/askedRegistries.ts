import { AvailabilityLookups, type AvailabilitySettings, type NameStatus } from "@namewright/core/availability"
import { layerPlatform } from "@namewright/core/embed"
import {
  type NameAvailability,
  type QueryError,
  type Registry,
  RegistryRouter,
  RegistrySimulator
} from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { tldSpec } from "@namewright/core/tlds"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { memoize } from "effect/Function"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { customer } from "../domains/DomainsPlatform.ts"

type Checked = Effect.Effect<ReadonlyArray<NameAvailability>, QueryError>

/** How a registry answers the next checks. `answer` is what the simulated registry says. */
type Behaviour = (answer: Checked) => Checked

/** What registries were asked, and how they answer: by backend. */
export class AskedRegistries extends Context.Service<AskedRegistries, {
  readonly asked: Array<{ readonly backend: string; readonly names: ReadonlyArray<DomainName> }>
  readonly interrupted: Array<string>
  readonly behave: (backend: string, behaviour: Behaviour) => void
}>()("@namewright/core/test/AskedRegistries") {}

export const namesPerCheck = 50

const backends = ["one", "two", "three", "four"]

const tlds = backends.map((backend) =>
  tldSpec({ name: backend === "one" ? ["one", "uno"] : backend, type: "gTLD", backend, roles: "R" })
)

/** A platform with four registries that serve a TLD each, and `uno` by the first of them. */
export const askedPlatform = (availability: Partial<AvailabilitySettings> = {}) => {
  const asked: AskedRegistries["Service"]["asked"] = []
  const interrupted: Array<string> = []
  const behaviours = new Map<string, Behaviour>()

  const observed = memoize((registry: Registry): Registry => ({
    ...registry,
    capabilities: { ...registry.capabilities, names_per_check: namesPerCheck },
    checkDomains: (names) =>
      Effect.suspend(() => {
        asked.push({ backend: registry.key, names })
        const answer = registry.checkDomains(names)
        return behaviours.get(registry.key)?.(answer) ?? answer
      }).pipe(Effect.onInterrupt(() => Effect.sync(() => interrupted.push(registry.key))))
  }))

  const router = Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), observed)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
  return Layer.orDie(
    layerPlatform({ storage: memoryDatabase(), registries: router, tlds, availability })
  )
    .pipe(Layer.merge(Layer.succeed(AskedRegistries, {
      asked,
      interrupted,
      behave: (backend, behaviour) => behaviours.set(backend, behaviour)
    })))
}

/** `count` names below a TLD. */
export const namesBelow = (tld: string, count: number, prefix = "name"): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}.${tld}`)

/** Look-ups of a customer. */
export const asked = Effect.gen(function*() {
  const owner = yield* customer()
  const lookups = yield* AvailabilityLookups
  return {
    owner,
    check: (...names: ReadonlyArray<string>) => owner.act(lookups.check(names)),
    /** Adds the statuses to a list as they come. */
    follow: (names: ReadonlyArray<string>, found: Array<NameStatus>) =>
      Effect.flatMap(
        owner.act(lookups.stream(names)),
        Stream.runForEach((status) => Effect.sync(() => found.push(status)))
      )
  }
})

export const isUnknown = ({ status }: NameStatus): boolean => status === "unknown"

/** Lets other fibers work, without the clock, until the condition holds. */
export const until = Effect.fnUntraced(function*(condition: () => boolean) {
  for (let turn = 0; turn < 10_000; turn++) {
    if (condition()) return
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  return yield* Effect.die(new Error("The condition never holds"))
})
