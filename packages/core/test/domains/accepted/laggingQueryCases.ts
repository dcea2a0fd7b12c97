import { assert, layer } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { restore, update } from "../domainRequests.ts"
import { customer, domainNow, register } from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import { type AcceptingPlatform, deleted, keysOf, replaceKeys } from "./acceptingPlatform.ts"

/** Commands at a registry whose queries lag behind them. */
export const laggingQueryCases = ({ platform, unseen }: AcceptingPlatform, name: string) => {
  layer(platform)(`An update at a registry whose queries lag by five minutes (${name})`, (it) => {
    it.effect("is stored by its response, although the registry shows the domain unchanged", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "behind-answered.com")
        const changed = yield* update(owner, domain, {
          nameservers: ["ns1.example.net", "ns2.example.net"],
          statuses: ["clientHold"]
        })
        assert.deepStrictEqual(changed.nameservers.map(({ hostname }) => String(hostname)), [
          "ns1.example.net",
          "ns2.example.net"
        ])
        assert.include(changed.registry_statuses, "clientHold")
        yield* TestClock.adjust("10 minutes")
        yield* replaceKeys(owner, domain, [7])
        assert.deepStrictEqual(yield* keysOf(owner, domain), [7])
      }))
  })

  layer(platform)(`A restore with a renewal of unknown outcome (${name})`, (it) => {
    it.effect("starts the grace period of the renewal when it was ordered", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        const domain = yield* deleted(owner, "restored-renewed.com")
        yield* faults.inject({ method: "restoreDomain", fault: "cutAfter", object: domain.name })
        yield* unseen.failLookUps(domain.name, 1000)
        yield* Effect.exit(restore(owner, domain))
        const ordered = yield* Instant.now
        yield* TestClock.adjust("20 hours")
        yield* unseen.failLookUps(domain.name, 0)
        yield* unseen.show(domain.name, { statuses: ["renewPeriod"] })
        yield* hourLater
        const { grace_charges } = yield* domainNow(owner, domain)
        assert.deepStrictEqual(grace_charges.map(({ began_on, operation }) => [operation, began_on]), [
          ["renew", ordered]
        ])
      }))
  })
}
