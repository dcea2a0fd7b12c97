import { assert, layer } from "@effect/vitest"
import { DomainChanges } from "@namewright/core/domains"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { advance, customer, eventsOf, isOwned, openIntents, register } from "../DomainsPlatform.ts"
import { withdraw } from "../handOverSuite.ts"
import { hourLater } from "../hourLater.ts"
import type { AcceptingPlatform } from "./acceptingPlatform.ts"

/** Releases of domains that a registry accepts and carries out later. */
export const acceptedHandOverCases = ({ platform, unseen }: AcceptingPlatform, label: string) => {
  layer(platform)(`A release ${label}`, (it) => {
    it.effect("has its own event although a synchronisation finds first that the domain has left", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "unseen-release.at", {
          nameservers: ["ns1.example.net", "ns2.example.net"]
        })
        yield* withdraw(owner, domain)
        yield* hourLater
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.hand_over accepted"])
        yield* unseen.carryOut(domain.name)
        yield* TestClock.adjust("2 minutes")
        yield* DomainChanges.use(({ makeDue }) => makeDue(domain.domain_id))
        yield* advance(domain.name)
        yield* hourLater
        yield* hourLater
        assert.isFalse(yield* isOwned(domain.name))
        assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), ["REGISTRATION/SUCCESS", "WITHDRAW/SUCCESS"])
      }))
  })
}
