import { Array as Arr, Context, Effect, Layer, Option, Struct } from "effect"
import { type AuthorizationError, authorize, SealedSecrets } from "../access/index.ts"
import {
  type CurrentActor,
  type InputIssue,
  inputIssue,
  Instant,
  InvalidInput,
  limits,
  type OrganizationId,
  type Page,
  type PageRequest,
  Transaction
} from "../shared/index.ts"
import { credentialError } from "./credentialError.ts"
import { firstSync, isBlocked, requested, rotated } from "./CredentialSync.ts"
import {
  type ConnectRegistrar,
  newRegistrarCredentialId,
  type RegistrarCredential,
  type RegistrarCredentialFilter,
  type RegistrarCredentialId,
  type RotateRegistrarCredential,
  secretsIn,
  secretText
} from "./RegistrarCredential.ts"
import { RegistrarCredentialStore, type StoredCredential } from "./RegistrarCredentialStore.ts"
import {
  type CredentialDenied,
  type CredentialRejected,
  RegistrarCredentialLimit,
  RegistrarCredentialNotFound,
  type RegistrarUnavailable
} from "./RegistrarError.ts"
import { type RegistrarClient, Registrars } from "./Registrars.ts"
import { RegistrarSyncQueue } from "./RegistrarSyncQueue.ts"

type RegistrarError = CredentialDenied | CredentialRejected | RegistrarUnavailable

/** Credentials at external registrars. Source: REST specification, "Domain" and "Roles". */
export class RegistrarCredentials extends Context.Service<RegistrarCredentials, {
  /** Stores a credential that its registrar accepts, and requests a synchronisation. */
  readonly connect: (
    input: ConnectRegistrar
  ) => Effect.Effect<
    RegistrarCredential,
    AuthorizationError | InvalidInput | RegistrarCredentialLimit | RegistrarError,
    CurrentActor
  >
  /** Lists credentials, the oldest first. */
  readonly list: (
    filter: RegistrarCredentialFilter,
    page: PageRequest
  ) => Effect.Effect<Page<RegistrarCredential>, AuthorizationError, CurrentActor>
  readonly get: (
    id: RegistrarCredentialId
  ) => Effect.Effect<RegistrarCredential, AuthorizationError | RegistrarCredentialNotFound, CurrentActor>
  /** Replaces the secrets by others that the registrar accepts, and requests a synchronisation. */
  readonly rotate: (
    id: RegistrarCredentialId,
    input: RotateRegistrarCredential
  ) => Effect.Effect<
    RegistrarCredential,
    AuthorizationError | InvalidInput | RegistrarCredentialNotFound | RegistrarError,
    CurrentActor
  >
  /** Removes a credential and its secrets. The domains that are shown for it go with it. */
  readonly remove: (
    id: RegistrarCredentialId
  ) => Effect.Effect<void, AuthorizationError | RegistrarCredentialNotFound, CurrentActor>
  /** Requests a synchronisation, unless one is waiting or running. Fails if the registrar has refused the secrets. */
  readonly sync: (
    id: RegistrarCredentialId
  ) => Effect.Effect<
    RegistrarCredential,
    AuthorizationError | CredentialDenied | CredentialRejected | RegistrarCredentialNotFound,
    CurrentActor
  >
}>()("@namewright/core/registrars/RegistrarCredentials") {
  static readonly layer = Layer.effect(
    RegistrarCredentials,
    Effect.gen(function*() {
      const store = yield* RegistrarCredentialStore
      const registrars = yield* Registrars
      const sealed = yield* SealedSecrets
      const transaction = yield* Transaction
      const queue = yield* RegistrarSyncQueue

      const clientFor = (registrar: ConnectRegistrar["registrar"]): Effect.Effect<RegistrarClient, InvalidInput> =>
        Option.match(registrars.find(registrar), {
          onSome: Effect.succeed,
          onNone: () =>
            Effect.fail(
              new InvalidInput({
                issues: [
                  inputIssue(
                    ["body", "registrar"],
                    "value_error",
                    `This installation has no driver for ${registrar}`,
                    registrar
                  )
                ]
              })
            )
        })

      /** Asks the registrar whether it accepts secrets. Returns their sealed form. */
      const accepted = Effect.fnUntraced(function*(
        id: RegistrarCredentialId,
        client: RegistrarClient,
        credentials: ConnectRegistrar["credentials"]
      ) {
        const issues = fieldIssues(client, Object.keys(credentials))
        if (Arr.isReadonlyArrayNonEmpty(issues)) return yield* new InvalidInput({ issues })
        const text = secretText(credentials)
        yield* Effect.mapError(client.verify(secretsIn(text)), (failed) => credentialError(client.registrar, failed))
        return yield* sealed.seal(text, id)
      })

      const found = Effect.fnUntraced(function*(organization: OrganizationId, id: RegistrarCredentialId) {
        const credential = yield* store.find(organization, id)
        return Option.isSome(credential)
          ? credential.value
          : yield* new RegistrarCredentialNotFound({ registrar_credential_id: id })
      })

      /** Locks a credential of the organization and replaces it. */
      const changed = Effect.fnUntraced(function*<E>(
        organization: OrganizationId,
        id: RegistrarCredentialId,
        change: (credential: StoredCredential, now: Instant.Instant) => Effect.Effect<StoredCredential, E>
      ) {
        const now = yield* Instant.now
        return yield* transaction.atomically(Effect.gen(function*() {
          const locked = Option.filter(
            yield* store.lock(id),
            ({ organization_id }) => organization_id === organization
          )
          if (Option.isNone(locked)) return yield* new RegistrarCredentialNotFound({ registrar_credential_id: id })
          const next = yield* change(locked.value, now)
          yield* store.save(next)
          yield* queue.add(next)
          return shown(next)
        }))
      })

      const refuseTooMany = Effect.fnUntraced(function*(organization: OrganizationId) {
        if ((yield* store.count(organization)) >= limits.registrarCredentials) {
          return yield* new RegistrarCredentialLimit()
        }
      })

      const connect = Effect.fn("RegistrarCredentials.connect")(function*(input: ConnectRegistrar) {
        const { organization_id } = yield* authorize("registrar_credentials:manage")
        const client = yield* clientFor(input.registrar)
        // Before the registrar is asked, which takes its time. The limit itself is checked in the transaction.
        yield* refuseTooMany(organization_id)
        const registrar_credential_id = yield* newRegistrarCredentialId
        const secrets = yield* accepted(registrar_credential_id, client, input.credentials)
        const now = yield* Instant.now
        const credential: StoredCredential = {
          registrar_credential_id,
          organization_id,
          name: input.name,
          registrar: input.registrar,
          ...firstSync(now),
          secrets,
          created_on: now,
          updated_on: now
        }
        return yield* transaction.atomically(Effect.gen(function*() {
          yield* store.lockCreation(organization_id)
          yield* refuseTooMany(organization_id)
          yield* store.insert(credential)
          yield* queue.add(credential)
          return shown(credential)
        }))
      })

      const list = Effect.fn("RegistrarCredentials.list")(
        function*(filter: RegistrarCredentialFilter, page: PageRequest) {
          const { organization_id } = yield* authorize("registrar_credentials:read")
          const listed = yield* store.list(organization_id, filter, page)
          return { ...listed, items: listed.items.map(shown) }
        }
      )

      const get = Effect.fn("RegistrarCredentials.get")(function*(id: RegistrarCredentialId) {
        const { organization_id } = yield* authorize("registrar_credentials:read")
        return shown(yield* found(organization_id, id))
      })

      const rotate = Effect.fn("RegistrarCredentials.rotate")(
        function*(id: RegistrarCredentialId, { credentials }: RotateRegistrarCredential) {
          const { organization_id } = yield* authorize("registrar_credentials:manage")
          const { registrar } = yield* found(organization_id, id)
          const secrets = yield* accepted(id, yield* clientFor(registrar), credentials)
          return yield* changed(organization_id, id, (credential, now) =>
            Effect.succeed({
              ...credential,
              ...rotated(credential, now),
              secrets,
              updated_on: now
            }))
        }
      )

      const remove = Effect.fn("RegistrarCredentials.remove")(function*(id: RegistrarCredentialId) {
        const { organization_id } = yield* authorize("registrar_credentials:delete")
        yield* transaction.atomically(Effect.gen(function*() {
          yield* found(organization_id, id)
          yield* store.lock(id)
          yield* store.remove(id)
          yield* queue.removeDomains(organization_id, id)
        }))
      })

      const sync = Effect.fn("RegistrarCredentials.sync")(function*(id: RegistrarCredentialId) {
        const { organization_id } = yield* authorize("registrar_credentials:manage")
        return yield* changed(organization_id, id, (credential, now) => {
          if (!isBlocked(credential)) return Effect.succeed({ ...credential, ...requested(credential, now) })
          const { error_code: code, error_detail: detail, error_message: message, registrar } = credential
          return Effect.fail(credentialError(registrar, { code, message: message ?? "", detail }))
        })
      })

      return RegistrarCredentials.of({ connect, list, get, rotate, remove, sync })
    })
  )
}

/** The members that callers see. */
export const shown = (credential: StoredCredential): RegistrarCredential =>
  Struct.omit(credential, ["secrets", "generation", "next_sync_on"])

/** Problems of the names of secrets. The values are not repeated. */
const fieldIssues = (
  { fields, registrar }: RegistrarClient,
  given: ReadonlyArray<string>
): ReadonlyArray<InputIssue> => [
  ...fields.required.filter((field) => !given.includes(field)).map((field) =>
    inputIssue(["body", "credentials", field], "missing", `${registrar} needs ${field}`, null)
  ),
  ...given.filter((field) => !fields.required.includes(field) && !fields.optional.includes(field)).map((field) =>
    inputIssue(["body", "credentials", field], "extra_forbidden", `${registrar} has no secret ${field}`, null)
  )
]
