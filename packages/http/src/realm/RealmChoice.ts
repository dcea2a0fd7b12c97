import type { PlatformSettings } from "@namewright/core/shared"

/** A sign-in realm that somebody else runs, such as Keycloak. */
export interface ExternalRealm {
  /** The `iss` of its tokens; its discovery document lies below. */
  readonly issuer: string
  /** What its tokens say in `aud` when they are for the tool endpoint, and when they are for the REST interface. */
  readonly audiences: { readonly mcp: string; readonly rest: string }
  /**
   * How its tokens name people: by the platform's `user_id`, in the claim `sub` or another one; by their username, in
   * `preferred_username`; or by their email address, where the realm says that it has verified it. Default `{ claim: "sub" }`.
   */
  readonly people?: { readonly claim: string } | "username" | "email" | undefined
}

/** Where people sign in: nowhere, on pages of this process, or at somebody else's. */
export type RealmChoice = "none" | "embedded" | ExternalRealm

/** The path below which the embedded realm answers. */
export const realmPath = ({ environment }: PlatformSettings): `/${string}` => `/realms/${environment}`

/** The issuer of the realm's tokens; undefined where there is no realm. */
export const realmIssuer = (choice: RealmChoice, settings: PlatformSettings): string | undefined =>
  choice === "none" ? undefined : choice === "embedded" ? `${settings.base_url}${realmPath(settings)}` : choice.issuer

/** What tokens of the embedded realm are good for (RFC 8707). */
export const realmResources = ({ base_url }: PlatformSettings) => ({ mcp: `${base_url}/mcp`, rest: `${base_url}/v1` })

/** Everything that is wrong with the choice. */
export const realmProblems = (choice: RealmChoice): ReadonlyArray<string> => {
  if (typeof choice === "string") {
    return choice === "none" || choice === "embedded"
      ? []
      : ["realm: expected \"none\", \"embedded\" or the settings of a realm"]
  }
  const url = URL.parse(choice.issuer)
  return [
    ...(url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === ""
      ? []
      : [`realm.issuer: expected an https address without query, got ${JSON.stringify(choice.issuer)}`]),
    ...(choice.audiences.mcp === choice.audiences.rest
      ? ["realm.audiences: expected one for the tool endpoint, and another for the REST interface"]
      : [])
  ]
}
