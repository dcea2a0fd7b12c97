import { assert } from "@effect/vitest"
import { type Domain, DomainDnssec, ReplaceDnssecData } from "@namewright/core/domains"
import { layerPlatform, type Storage } from "@namewright/core/embed"
import { RegistryIntents } from "@namewright/core/registry"
import { type Duration, Effect, Layer, Schema } from "effect"
import { ds } from "../dnssecSuite.ts"
import { remove, settled } from "../domainRequests.ts"
import { chargesOf, type Customer, domainNow, eventsOf, round } from "../DomainsPlatform.ts"
import { hourLater } from "../hourLater.ts"
import { testTlds } from "../testTlds.ts"
import { unseenReviews } from "../unseenReviews.ts"

/** Newest charge of a customer. */
export const newestCharge = (owner: Customer) => Effect.map(chargesOf(owner), (charges) => charges.at(-1))

export const eventsSince = (owner: Customer, domain: Domain, before: ReadonlyArray<string>) =>
  Effect.map(eventsOf(owner, domain.domain_id), (events) => events.slice(before.length))

export const rule = Effect.fnUntraced(function*({ name }: Domain, ruling: "done" | "undone") {
  const intents = yield* RegistryIntents
  const waiting = (yield* intents.escalated(1000)).find(({ object_name }) => object_name === name)
  assert.isDefined(waiting)
  yield* intents.rule(waiting.intent_id, ruling)
  yield* round
})

export const replaceKeys = Effect.fnUntraced(
  function*(owner: Customer, { name }: Domain, keyTags: ReadonlyArray<number>) {
    const dnssec = yield* DomainDnssec
    const data = Schema.decodeUnknownSync(ReplaceDnssecData)(keyTags.map((tag) => ds(tag)))
    yield* owner.act(dnssec.replace(name, data))
  }
)

export const keysOf = Effect.fnUntraced(function*(owner: Customer, { name }: Domain) {
  const entries = yield* owner.act((yield* DomainDnssec).list(name))
  return entries.map(({ key_tag }) => key_tag)
})

/** Deleted domain that can be restored. */
export const deleted = Effect.fnUntraced(function*(owner: Customer, name: string) {
  const domain = yield* settled(owner, name)
  yield* remove(owner, domain)
  assert.include((yield* domainNow(owner, domain)).registry_statuses, "redemptionPeriod")
  return domain
})

/** Platform whose registries accept commands and do not show their results before `carriedOut`. */
export const acceptingPlatform = (storage: Layer.Layer<Storage, unknown>, lag: Duration.Duration) => {
  const unseen = unseenReviews(lag)
  return {
    unseen,
    platform: Layer.orDie(layerPlatform({ storage, tlds: testTlds, registries: unseen.registries })),
    carriedOut: Effect.fnUntraced(function*({ name }: Pick<Domain, "name">) {
      yield* unseen.carryOut(name)
      yield* hourLater
      yield* hourLater
    })
  }
}
export type AcceptingPlatform = ReturnType<typeof acceptingPlatform>
