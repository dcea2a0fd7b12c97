import type { RealmAudience } from "@namewright/core/access"
import type { PlatformSettings } from "@namewright/core/shared"

/** External sign-in realm, such as Keycloak. */
export interface ExternalRealm {
  /** `iss` of its tokens, below which its discovery document is. */
  readonly issuer: string
  /**
   * `aud` of its tokens for the tool endpoint, its read-only variant and the REST interface. Without `mcpReadonly`,
   * that variant accepts only the tokens of the tool endpoint.
   */
  readonly audiences: { readonly mcp: string; readonly mcpReadonly?: string | undefined; readonly rest: string }
  /**
   * Identification of people in its tokens: the platform's `user_id` in a claim; the username in `preferred_username`;
   * or the email address, if the realm has verified it. Default `{ claim: "sub" }`.
   */
  readonly people?: { readonly claim: string } | "username" | "email" | undefined
}

/** Sign-in realm: none, embedded in this process, or external. */
export type RealmChoice = "none" | "embedded" | ExternalRealm

/** Path prefix of the embedded realm. */
export const realmPath = ({ environment }: PlatformSettings): `/${string}` => `/realms/${environment}`

/** Issuer of the realm's tokens; undefined without a realm. */
export const realmIssuer = (choice: RealmChoice, settings: PlatformSettings): string | undefined =>
  choice === "none" ? undefined : choice === "embedded" ? `${settings.base_url}${realmPath(settings)}` : choice.issuer

/** Resources of the embedded realm's tokens (RFC 8707); each URL is the `aud` of its tokens. */
export type RealmResources = Readonly<Record<RealmAudience, string>>

export const realmResources = ({ base_url }: PlatformSettings): RealmResources => ({
  mcp: `${base_url}/mcp`,
  mcp_readonly: `${base_url}/mcp/readonly`,
  rest: `${base_url}/v1`
})

/** Names of the documents with the metadata of an issuer (RFC 8414, OpenID Connect Discovery). */
export const metadataNames = ["oauth-authorization-server", "openid-configuration"] as const

/** Values of `aud` that a resource accepts: a token for writes is valid for reads too. */
export const acceptedAudiences = (
  audience: RealmAudience,
  { mcp, mcp_readonly, rest }: { readonly [Audience in RealmAudience]?: string | undefined }
): Array<string> =>
  ({ mcp: [mcp], mcp_readonly: [mcp_readonly, mcp], rest: [rest] })[audience].filter((text) => text !== undefined)

/** Problems of the choice. */
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
