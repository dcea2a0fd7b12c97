import { assert, layer } from "@effect/vitest"
import { layerPlatform } from "@namewright/core/embed"
import { type Registry, RegistryOutcomeUnknown } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { changedRegistries } from "./changedRegistries.ts"
import { remove, restore } from "./domainRequests.ts"
import { chargesOf, customer, domainNow, openIntents, passDays, register } from "./DomainsPlatform.ts"
import { hourLater } from "./hourLater.ts"

/** Names that are restored without the year that the TLD requires, until they are renewed, which is not answered at first. */
const owing = new Set<DomainName>()
let isAnswered = false

const withoutYear = (registry: Registry): Registry => ({
  ...registry,
  restoreDomain: (command) =>
    Effect.tap(registry.restoreDomain(command), () => Effect.sync(() => owing.add(command.name))),
  infoDomain: (name, code) =>
    Effect.map(registry.infoDomain(name, code), (found) =>
      owing.has(name)
        ? Option.map(found, (shown) => ({
          ...shown,
          expires_on: shown.expires_on === null ? null : DateTime.subtract(shown.expires_on, { years: 1 })
        }))
        : found),
  renewDomain: (command) =>
    Effect.suspend(() => {
      if (!owing.has(command.name)) return registry.renewDomain(command)
      if (!isAnswered) return new RegistryOutcomeUnknown({ command_id: command.command_id, text: "No answer" })
      owing.delete(command.name)
      return Effect.succeed({ completed: true, expires_on: null, cost: null })
    })
})

const platform = Layer.orDie(
  layerPlatform({ storage: memoryDatabase(), registries: changedRegistries(withoutYear) })
)

layer(platform)("The renewal that a TLD requires with a restore", (it) => {
  it.effect("is ordered again, for more than a day as well, and the restore is neither repeated nor given up", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "restored-owing.com")
      yield* passDays(6)
      yield* remove(owner, domain)
      yield* Effect.exit(restore(owner, domain))
      for (let day = 0; day < 3; day++) {
        yield* TestClock.adjust("1 day")
        yield* hourLater
      }
      assert.deepStrictEqual(yield* openIntents(domain), ["domain.restore prepared"])
      assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), ["restore pending 75.00", "renew pending 9.90"])
      isAnswered = true
      yield* TestClock.adjust("1 day")
      yield* hourLater
      assert.deepStrictEqual(yield* openIntents(domain), [])
      assert.deepStrictEqual((yield* chargesOf(owner)).slice(1), ["restore succeeded 75.00", "renew succeeded 9.90"])
      const { expires_on, registry_statuses } = yield* domainNow(owner, domain)
      assert.notInclude(registry_statuses, "redemptionPeriod")
      assert.isTrue(DateTime.isGreaterThan(expires_on!, domain.expires_on!))
    }))
})
