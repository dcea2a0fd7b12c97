import { Effect, Option, Schema } from "effect"
import { inheritable, type JobKind, storedRequest } from "../../jobs/index.ts"
import { DomainId, DomainName } from "../../shared/index.ts"
import type { DomainReference } from "../Domain.ts"
import { DomainStore } from "../DomainStore.ts"
import { UpdateDomainRequest } from "../request/DomainRequest.ts"
import { makeEarlierRun } from "../request/EarlierRun.ts"
import { DomainUpdates } from "./DomainUpdates.ts"

/** Stored update of a job: reference to the domain, and the changes. */
export const DomainUpdateJob = Schema.Struct({
  domain_id: inheritable(DomainId),
  name: inheritable(DomainName),
  ...UpdateDomainRequest.fields
})

/**
 * Kind of job that updates a domain. Values are complete, so a repeated run requests the same state; it changes nothing
 * if an earlier run has reached it.
 */
export const makeDomainUpdateKind = Effect.gen(function*() {
  const updates = yield* DomainUpdates
  const store = yield* DomainStore
  const { settled } = yield* makeEarlierRun
  const requestOf = storedRequest("domain", DomainUpdateJob)

  /** Defers the job while the outcome of the update is unknown. */
  const unlessUnsettled = Effect.fnUntraced(function*(reference: DomainReference) {
    const found = yield* store.find(reference)
    if (Option.isSome(found)) yield* settled(found.value.domain_id, "domain.update")
  })

  const kind: JobKind = {
    kind: "domain_update",
    topic: "registry",
    run: Effect.fnUntraced(function*(job) {
      const { request: { domain_id, name, ...request }, type } = yield* requestOf(job)
      const reference = domain_id ?? name ?? DomainName.make(job.resource_key)
      const domain = yield* Effect.catchTag(
        updates.updateOnce(reference, request),
        "RegistryUnavailable",
        (error) => Effect.andThen(unlessUnsettled(reference), Effect.fail(error))
      )
      return { type, domain_id: domain.domain_id }
    })
  }
  return kind
})
