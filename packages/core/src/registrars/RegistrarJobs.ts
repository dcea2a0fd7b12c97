import { Effect, Layer, Schema } from "effect"
import { JobFailure, JobKinds, unlimitedAttempts } from "../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../shared/index.ts"
import { roundInterval, scheduled } from "./CredentialSync.ts"
import { RegistrarCredentialId } from "./RegistrarCredential.ts"
import { RegistrarCredentialStore } from "./RegistrarCredentialStore.ts"
import type { RegistrarFailed } from "./Registrars.ts"
import { RegistrarSync } from "./RegistrarSync.ts"
import { RegistrarSyncQueue, removalKind, syncKind } from "./RegistrarSyncQueue.ts"

const topic = "registrars"

/** Attempts of one synchronisation while the registrar does not answer. */
const attempts = 5

/** Concurrent synchronisations of one process; each waits for its registrar most of the time. */
const concurrency = 4

/** Credentials of one scheduled round. */
const perRound = 100

const readSync = Schema.decodeUnknownEffect(
  Schema.Struct({ registrar_credential_id: RegistrarCredentialId, generation: Schema.Int })
)
const readRemoval = Schema.decodeUnknownEffect(Schema.Struct({ registrar_credential_id: RegistrarCredentialId }))

/** Refused secrets are not tried again. */
const jobFailure = ({ code, message }: RegistrarFailed) =>
  new JobFailure({
    error_class: code === "ERROR_REGISTRAR_UNAVAILABLE" ? "DomainsClientError" : "PermissionError",
    error_code: code,
    message
  })

/** Registers the jobs on credentials, and the daily synchronisation. */
export const RegistrarJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const sync = yield* RegistrarSync
  const queue = yield* RegistrarSyncQueue
  const store = yield* RegistrarCredentialStore
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  yield* kinds.registerTopic({ topic, concurrency })
  yield* kinds.registerKind({
    kind: syncKind,
    topic,
    maxAttempts: attempts,
    run: Effect.fnUntraced(function*({ attempt, payload }) {
      const { generation, registrar_credential_id } = yield* Effect.orDie(readSync(payload))
      yield* Effect.mapError(sync.run(registrar_credential_id, generation, attempt >= attempts), jobFailure)
      return null
    })
  })
  yield* kinds.registerKind({
    kind: removalKind,
    topic,
    // No other job removes the domains of a credential that is gone.
    maxAttempts: unlimitedAttempts,
    run: Effect.fnUntraced(function*({ payload }) {
      const { registrar_credential_id } = yield* Effect.orDie(readRemoval(payload))
      yield* sync.removeDomains(registrar_credential_id)
      return null
    })
  })

  const due = transaction.atomically(Effect.gen(function*() {
    const now = yield* Instant.now
    const found = yield* store.claimDue(now, perRound)
    yield* Effect.forEach(found, (credential) => {
      const next = { ...credential, ...scheduled(credential, now) }
      return Effect.andThen(store.save(next), queue.add(next))
    }, { discard: true })
    return found.length === perRound
  }))
  yield* timetable.add({ name: "registrars.sync", every: roundInterval, run: due })
}))
