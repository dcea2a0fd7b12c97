import type { RegistrarIds, RegistryAccountId, Sponsor } from "@namewright/core/registry"
import { Instant, Text } from "@namewright/core/shared"
import { Effect } from "effect"
import { trimmed } from "../xml/whiteSpace.ts"

/** Owner of a registrar id. */
export type OwnerOf = (registrarId: string) => Sponsor

/** Registrar ids of the account in responses of the registry (`clID`, `reID`, `acID`). */
export interface AccountIdentity {
  /** Owner of a registrar id in a response about a domain. */
  readonly sponsorOf: (registrarId: string, domain: string) => Effect.Effect<Sponsor>
  /** Owner of a registrar id in any other response. */
  readonly ownerOf: (registrarId: string) => Effect.Effect<Sponsor>
  /** Owners of several ids, by the ids stored now. */
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
 * Registrar ids are compared without case. The account's ids are the configured one, and every id that the registry
 * certainly used for the account. Another id belongs to another registrar only once a response about a domain has shown
 * an id of the account; until then its owner is unknown.
 */
export const accountIdentity = ({ account_id, ids, registrar }: AccountIdentityOptions): AccountIdentity => {
  let isConfirmed = false

  const learn = Effect.fnUntraced(function*(registrarId: string, domain: string) {
    yield* ids.keep({ account_id, registrar_id: trimmed(registrarId), seen_with: domain, seen_on: yield* Instant.now })
  })

  const isConfigured = (registrarId: string) => plain(registrarId) === plain(registrar)

  // Other processes store ids too, and an operator may delete one. Unknown ids are rare, so the store is read again.
  const owners = Effect.map(ids.ofAccount(account_id), (stored): OwnerOf => {
    const own = new Set(stored.map(({ registrar_id }) => plain(registrar_id)))
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
