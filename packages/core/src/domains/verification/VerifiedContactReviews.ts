import { Effect, Layer, Schema } from "effect"
import { ContactId, VerifiedContacts } from "../../contacts/index.ts"
import { JobKinds, JobQueue } from "../../jobs/index.ts"
import { Instant, Transaction } from "../../shared/index.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { DomainStore } from "../DomainStore.ts"

const kind = "domains.verified_contact"

const decode = Schema.decodeUnknownEffect(Schema.Struct({ contact_id: ContactId }))

/** Domains that one query of the job finds. It continues until there are no more. */
const perQuery = 500

/**
 * Reviews by a job: a transaction that changes the claims of a contact does not lock its domains, which other transactions
 * lock first.
 */
export const VerifiedContactReviews = Layer.effect(
  VerifiedContacts,
  Effect.map(JobQueue, (queue) =>
    VerifiedContacts.of({
      review: (contact_id) =>
        queue.enqueue({
          kind,
          organization_id: null,
          payload: { contact_id },
          ordering_key: `contact ${contact_id}`,
          key: contact_id
        })
    }))
)

/** Kind of job that makes the domains due which wait for the verification of a contact. */
export const VerifiedContactJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const store = yield* DomainStore
  const changes = yield* DomainChanges
  const transaction = yield* Transaction

  yield* kinds.registerKind({
    kind,
    topic: "registry.upkeep",
    run: Effect.fnUntraced(function*({ payload }) {
      const { contact_id } = yield* Effect.orDie(decode(payload))
      while (true) {
        const waiting = yield* store.awaitingContact(contact_id, yield* Instant.now, perQuery)
        yield* Effect.forEach(waiting, (id) => transaction.atomically(changes.makeDue(id)), { discard: true })
        if (waiting.length < perQuery) return null
      }
    })
  })
}))
