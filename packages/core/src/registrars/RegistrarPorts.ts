import { Effect, Layer, Option, Schema } from "effect"
import { ExternalAccounts } from "../domains/index.ts"
import { Instant } from "../shared/index.ts"
import { isBlocked } from "./CredentialSync.ts"
import { RegistrarCredentialId } from "./RegistrarCredential.ts"
import { RegistrarCredentialStore } from "./RegistrarCredentialStore.ts"

const isCredentialId = Schema.is(RegistrarCredentialId)

/** Port of domains: the accounts of domains at external registrars. */
export const RegistrarPorts = Layer.effect(
  ExternalAccounts,
  Effect.map(RegistrarCredentialStore, (store) =>
    ExternalAccounts.of({
      of: (ids) =>
        Effect.map(
          store.described(ids),
          (found) => new Map(found.map((credential) => [credential.registrar_credential_id, credential]))
        ),

      // The next scheduled round requests the synchronisation.
      review: Effect.fnUntraced(function*(id) {
        if (!isCredentialId(id)) return
        const credential = Option.filter(yield* store.lock(id), (stored) => !isBlocked(stored))
        if (Option.isSome(credential)) {
          yield* store.save({ ...credential.value, next_sync_on: yield* Instant.now })
        }
      })
    }))
)
