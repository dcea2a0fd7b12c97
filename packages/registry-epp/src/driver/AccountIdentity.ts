import type { RegistrarIds, RegistryAccountId, Sponsor } from "@namewright/core/registry"
import { Instant, Text } from "@namewright/core/shared"
import { Effect } from "effect"
import { trimmed } from "../xml/whiteSpace.ts"

/** Owner of a registrar id. */
export type OwnerOf = (registrarId: string) => Sponsor

/** The ids by which the registry names the account in its answers (`clID`, `reID`, `acID`). */
export interface AccountIdentity {
  /** Owner of a registrar id in an answer about a domain. */
  readonly sponsorOf: (registrarId: string, domain: string) => Effect.Effect<Sponsor>
  /** Owner of a registrar id in any other answer. */
  readonly ownerOf: (registrarId: string) => Effect.Effect<Sponsor>
  /** Owners of several ids, by the ids known now. */
  readonly owners: Effect.Effect<OwnerOf>
  /** Stores an id that a response certainly used for the account, with the domain of that response. */
  readonly learn: (registrarId: string, domain: string) => Effect.Effect<void>
}

export interface AccountIdentityOptions {
  readonly account_id: RegistryAccountId
  /** The configured id. Default: the user of the login. */
  readonly registrar: string
  readonly ids: RegistrarIds["Service"]
}

const plain = (registrarId: string): string => Text.foldCase(trimmed(registrarId))

/**
 * Registrar ids are compared without case. The configured id, and every id that the registry was seen to use for the
 * account, means the account. Another id means another registrar only once an id of the account has been seen in an
 * answer about a domain; until then nobody knows how the registry writes it.
 */
export const accountIdentity = ({ account_id, ids, registrar }: AccountIdentityOptions): AccountIdentity => {
  let isConfirmed = false

  const learn = Effect.fnUntraced(function*(registrarId: string, domain: string) {
    yield* ids.keep({ account_id, registrar_id: trimmed(registrarId), seen_with: domain, seen_on: yield* Instant.now })
  })

  const isConfigured = (registrarId: string) => plain(registrarId) === plain(registrar)

  // Other processes store ids too, and an operator may delete one. Unknown ids are rare, so the store is read again.
  const owners = Effect.map(ids.ofAccount(account_id), (known): OwnerOf => {
    const own = new Set(known.map(({ registrar_id }) => plain(registrar_id)))
    return (registrarId) =>
      isConfigured(registrarId) || own.has(plain(registrarId)) ? "account" : own.size === 0 ? "unknown" : "other"
  })

  const ownerOf = (registrarId: string): Effect.Effect<Sponsor> =>
    isConfigured(registrarId) ? Effect.succeed("account") : Effect.map(owners, (of) => of(registrarId))

  const sponsorOf = Effect.fnUntraced(function*(registrarId: string, domain: string) {
    const sponsor = yield* ownerOf(registrarId)
    if (sponsor === "account" && !isConfirmed) {
      yield* learn(registrarId, domain)
      isConfirmed = true
    }
    return sponsor
  })

  return { sponsorOf, ownerOf, owners, learn }
}
