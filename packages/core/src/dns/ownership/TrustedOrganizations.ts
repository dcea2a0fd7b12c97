import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { OrganizationDirectory, UnknownOrganization } from "../../access/index.ts"
import { JobKinds, JobQueue } from "../../jobs/index.ts"
import { Instant, OrganizationId, Transaction } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import { ZoneOwnership } from "./ZoneOwnership.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

const kind = "dns.trust"

/** Zones of one page. */
const pageSize = 200

const Payload = Schema.Struct({ organization_id: OrganizationId })

/**
 * Organizations whose zones are served in production without proof of their names, such as a hoster that migrates its
 * zones before it changes their delegation. Set by operators; without a REST operation or access check.
 */
export class TrustedOrganizations extends Context.Service<TrustedOrganizations, {
  /** Enqueues a job that reviews the zones of the organization. */
  readonly set: (organization: OrganizationId, is_trusted: boolean) => Effect.Effect<void, UnknownOrganization>
}>()("@namewright/core/dns/ownership/TrustedOrganizations") {
  static readonly layer = Layer.effect(
    TrustedOrganizations,
    Effect.gen(function*() {
      const store = yield* ZoneOwnershipStore
      const ownership = yield* ZoneOwnership
      const directory = yield* OrganizationDirectory
      const kinds = yield* JobKinds
      const queue = yield* JobQueue
      const transaction = yield* Transaction

      const reviewAll = Effect.fnUntraced(function*(organization: OrganizationId) {
        let after: DnsName | null = null
        for (;;) {
          const names: ReadonlyArray<DnsName> = yield* store.namesAfter(organization, after, pageSize)
          yield* Effect.forEach(names, (name) => ownership.review(name), { discard: true })
          const last = names.at(-1)
          if (last === undefined) return
          after = last
        }
      })

      yield* kinds.registerKind({
        kind,
        topic: "dns",
        run: ({ payload }) =>
          Effect.orDie(Schema.decodeUnknownEffect(Payload)(payload)).pipe(
            Effect.flatMap(({ organization_id }) => reviewAll(organization_id)),
            Effect.as(null)
          )
      })

      const set = Effect.fn("TrustedOrganizations.set")(
        function*(organization_id: OrganizationId, is_trusted: boolean) {
          if (Option.isNone(yield* directory.find(organization_id))) {
            return yield* new UnknownOrganization({ organization_id })
          }
          yield* transaction.atomically(Effect.gen(function*() {
            const now = yield* Instant.now
            if (!(yield* store.setTrusted(organization_id, is_trusted, now))) return
            // The second job finds zones of transactions that did not see the change; no transaction lasts a minute.
            const job = { kind, organization_id: null, payload: { organization_id } }
            yield* queue.enqueueAll([job, { ...job, not_before: DateTime.add(now, { minutes: 1 }) }])
          }))
        }
      )

      return TrustedOrganizations.of({ set })
    })
  )
}
