import { Duration, Effect, Layer, Schema } from "effect"
import { JobDeferred, JobKinds } from "../jobs/index.ts"
import { DomainId } from "../shared/index.ts"
import { reconciliationJob } from "./DomainChanges.ts"
import { DomainSigning } from "./DomainSigning.ts"

/** Another change of the domain takes seconds, unless its answer was lost. */
const pause = Duration.seconds(30)

const decode = Schema.decodeUnknownEffect(Schema.Struct({ domain_id: DomainId }))

/** What follows on new nameservers, and on the arrival of a domain. */
export const DnssecReconciliation = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const signing = yield* DomainSigning

  yield* kinds.registerKind({
    kind: reconciliationJob,
    topic: "registry.upkeep",
    run: Effect.fnUntraced(function*({ payload }) {
      const { domain_id } = yield* Effect.orDie(decode(payload))
      yield* Effect.catchTags(signing.reconcile(domain_id), {
        OperationInProgress: () => new JobDeferred({ pause })
      })
      return null
    })
  })
}))
