import type { RealmAudience } from "@namewright/core/access"
import type { PlatformSettings } from "@namewright/core/shared"

/** A sign-in realm that somebody else runs, such as Keycloak. */
export interface ExternalRealm {
  /** The `iss` of its tokens; its discovery document lies below. */
  readonly issuer: string
  /**
   * `aud` of its tokens for the tool endpoint, for the variant of it that only reads, and for the REST interface.
   * Without `mcpReadonly` that variant takes the tokens of the tool endpoint only.
   */
  readonly audiences: { readonly mcp: string; readonly mcpReadonly?: string | undefined; readonly rest: string }
  /**
   * How its tokens name people: by the platform's `user_id`, in the claim `sub` or another one; by their username, in
   * `preferred_username`; or by their email address, where the realm says that it has verified it. Default `{ claim: "sub" }`.
   */
  readonly people?: { readonly claim: string } | "username" | "email" | undefined
}

/** Sign-in realm: none, embedded in this process, or external. */
export type RealmChoice = "none" | "embedded" | ExternalRealm

/** The path below which the embedded realm answers. */
export const realmPath = ({ environment }: PlatformSettings): `/${string}` => `/realms/${environment}`

/** The issuer of the realm's tokens; undefined where there is no realm. */
export const realmIssuer = (choice: RealmChoice, settings: PlatformSettings): string | undefined =>
  choice === "none" ? undefined : choice === "embedded" ? `${settings.base_url}${realmPath(settings)}` : choice.issuer

/** Resources that tokens of the embedded realm open (RFC 8707); each address is the `aud` of its tokens. */
export type RealmResources = Readonly<Record<RealmAudience, string>>

export const realmResources = ({ base_url }: PlatformSettings): RealmResources => ({
  mcp: `${base_url}/mcp`,
  mcp_readonly: `${base_url}/mcp/readonly`,
  rest: `${base_url}/v1`
})

/** Values of `aud` that open a resource: a token that may write may also read. */
export const openedBy = (
  audience: RealmAudience,
  { mcp, mcp_readonly, rest }: Readonly<Record<RealmAudience, string | undefined>>
): Array<string> =>
  ({ mcp: [mcp], mcp_readonly: [mcp_readonly, mcp], rest: [rest] })[audience].filter((text) => text !== undefined)

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
    ...(isDistinct(choice.audiences)
      ? []
      : [
        "realm.audiences: expected different ones for the tool endpoint, its read-only variant and the REST interface"
      ])
  ]
}

const isDistinct = (audiences: ExternalRealm["audiences"]): boolean => {
  const named = Object.values(audiences).filter((text) => text !== undefined)
  return new Set(named).size === named.length
}
