import { Context, Effect, Layer, Option } from "effect"
import { PlatformSettings } from "../shared/index.ts"
import { RealmRecords } from "./RealmRecords.ts"

/** A public client of the realm, which the platform itself has registered. */
export interface SignInClient {
  readonly client_id: string
  /** Name that people see. */
  readonly client_name: string
  readonly redirect_uris: ReadonlyArray<string>
  /** Addresses to which people return after signing out. */
  readonly post_logout_redirect_uris: ReadonlyArray<string>
}

/**
 * Model of these clients in the records of the realm. It differs from that of programs that register themselves, because each
 * of these is known at the realm of its brand only.
 */
export const signInClientModel = "SignInClient"
const model = signInClientModel

/** Lifetime of a record in seconds, 100 years; the platform removes its clients itself. */
const lifetime = 100 * 365 * 86_400

/** Clients of the platform's own pages in the embedded sign-in realm. Calls join the caller's transaction. */
export class SignInClients extends Context.Service<SignInClients, {
  /** Issuer of the realm; none if this installation has no realm of its own. */
  readonly issuer: Option.Option<string>
  /** Stores or replaces a client. */
  readonly put: (client: SignInClient) => Effect.Effect<void>
  /** Removes a client and its refresh tokens. Sign-in with it is refused afterwards. */
  readonly remove: (client_id: string) => Effect.Effect<void>
  readonly exists: (client_id: string) => Effect.Effect<boolean>
}>()("@namewright/core/realm/SignInClients") {
  static readonly layer = Layer.effect(
    SignInClients,
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const { sign_in_pages } = yield* PlatformSettings

      return SignInClients.of({
        issuer: Option.fromUndefinedOr(sign_in_pages),
        put: (client) =>
          records.put(model, client.client_id, {
            ...client,
            redirect_uris: [...client.redirect_uris],
            post_logout_redirect_uris: [...client.post_logout_redirect_uris],
            application_type: "web",
            grant_types: ["authorization_code", "refresh_token"],
            response_types: ["code"],
            token_endpoint_auth_method: "none"
          }, lifetime),
        remove: (client_id) => records.remove(model, client_id),
        exists: (client_id) => records.exists(model, client_id)
      })
    })
  )
}
