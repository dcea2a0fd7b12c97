import { Effect, Layer, Schema } from "effect"
import { JobKinds } from "../../jobs/index.ts"
import { DomainId } from "../../shared/index.ts"
import { reconciliationJob } from "../DomainChanges.ts"
import { DomainSigning } from "./DomainSigning.ts"

const decode = Schema.decodeUnknownEffect(Schema.Struct({ domain_id: DomainId }))

/** Kind of job that reconciles DNSSEC after a change of nameservers or an inbound transfer. */
export const DnssecReconciliation = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const signing = yield* DomainSigning

  yield* kinds.registerKind({
    kind: reconciliationJob,
    topic: "registry.upkeep",
    run: Effect.fnUntraced(function*({ payload }) {
      const { domain_id } = yield* Effect.orDie(decode(payload))
      yield* signing.reconcile(domain_id)
      return null
    })
  })
}))
