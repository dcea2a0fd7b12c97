import { Effect, Layer, Option, Schema } from "effect"
import { SealedSecrets } from "../access/index.ts"
import { ExternalAccounts } from "../domains/index.ts"
import { type QueryError, RegistryRefusal, RegistryTemporary } from "../registry/index.ts"
import { Instant, type OrganizationId } from "../shared/index.ts"
import { isBlocked } from "./CredentialSync.ts"
import { RegistrarCredentialId, secretsIn } from "./RegistrarCredential.ts"
import { RegistrarCredentialStore } from "./RegistrarCredentialStore.ts"
import { type RegistrarFailed, Registrars } from "./Registrars.ts"

const isCredentialId = Schema.is(RegistrarCredentialId)

/** Port of domains: the accounts of domains at external registrars. */
export const RegistrarPorts = Layer.effect(
  ExternalAccounts,
  Effect.gen(function*() {
    const store = yield* RegistrarCredentialStore
    const registrars = yield* Registrars
    const sealed = yield* SealedSecrets

    /** Credential that its registrar has not refused, and the registrar. A refused one is not used again. */
    const usable = Effect.fnUntraced(function*(organization: OrganizationId, id: string) {
      if (!isCredentialId(id)) return Option.none()
      const credential = Option.filter(yield* store.find(organization, id), (stored) => !isBlocked(stored))
      return Option.flatMap(
        credential,
        ({ registrar, secrets }) => Option.map(registrars.find(registrar), (client) => ({ id, secrets, client }))
      )
    })

    return ExternalAccounts.of({
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
      }),

      hasAuthCodes: (organization, id) =>
        Effect.map(
          usable(organization, id),
          (found) => Option.exists(found, ({ client }) => Option.isSome(client.authCode))
        ),

      // The lock first: registrars show the code of an unlocked domain.
      release: Effect.fnUntraced(function*(organization, id, name) {
        const found = yield* usable(organization, id)
        if (Option.isNone(found) || Option.isNone(found.value.client.authCode)) return yield* unusable
        const { client: { authCode, unlock }, secrets } = found.value
        const plain = secretsIn(yield* sealed.open(secrets, id))
        const unlock_refusal = Option.isNone(unlock) ? null : yield* unlock.value(plain, name).pipe(
          Effect.as(null),
          // Not every TLD has locks. The registry refuses the transfer of a locked domain.
          Effect.catchIf(({ reason }) => reason === "refused", (failed) => Effect.succeed(textOf(failed))),
          Effect.mapError(registryError)
        )
        const auth_code = yield* Effect.mapError(authCode.value(plain, name), registryError)
        return { auth_code, unlock_refusal }
      })
    })
  })
)

const textOf = ({ detail, message }: RegistrarFailed): string => detail === null ? message : `${message}: ${detail}`

/** The losing registrar's refusal, which becomes `ERROR_DOMAIN_TRANSFER`. */
const refusal = (text: string) => new RegistryRefusal({ reason: "notSponsor", result_code: null, text })

const unusable = refusal("The connected account does not provide the auth code; give it with the request")

const registryError = (failed: RegistrarFailed): QueryError =>
  failed.reason === "unavailable" ? new RegistryTemporary({ text: textOf(failed) }) : refusal(textOf(failed))
