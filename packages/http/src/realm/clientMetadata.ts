import { limits } from "@namewright/core/shared"
import { Option, Schema } from "effect"
import type { RealmResources } from "./RealmChoice.ts"
import { scopesOf, standardScopeOf } from "./realmScopes.ts"

/** Accepted metadata of a program (RFC 7591, section 2). URLs to fetch, keys and logos are ignored. */
const Registration = Schema.Struct({
  client_name: Schema.optionalKey(Schema.String),
  redirect_uris: Schema.optionalKey(Schema.Array(Schema.String)),
  grant_types: Schema.optionalKey(Schema.Array(Schema.String)),
  response_types: Schema.optionalKey(Schema.Array(Schema.String)),
  token_endpoint_auth_method: Schema.optionalKey(Schema.String),
  scope: Schema.optionalKey(Schema.String)
})

/** Refusal of a registration (RFC 7591, section 3.2.2). */
export interface RegistrationError {
  readonly error: "invalid_client_metadata" | "invalid_redirect_uri"
  readonly error_description: string
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Registration))

const refused = (error: RegistrationError["error"], error_description: string): RegistrationError => ({
  error,
  error_description
})

/** Registration for the provider of a realm with these resources, or its refusal. */
export const clientMetadata = (
  text: string,
  resources: Partial<RealmResources>
): { readonly metadata: object } | RegistrationError => {
  const decoded = decode(text)
  if (Option.isNone(decoded)) {
    return refused("invalid_client_metadata", "expected a JSON object with client_name and redirect_uris")
  }
  const { client_name, redirect_uris = [], scope, ...rest } = decoded.value
  const grantTypes = rest.grant_types ?? allGrantTypes
  const returns = grantTypes.includes("authorization_code")
  const wrong = redirect_uris.length > limits.realmClient.redirectUris
    ? `at most ${limits.realmClient.redirectUris} are allowed`
    : redirect_uris.map(redirectProblem).find((problem) => problem !== undefined)
  if (wrong !== undefined) return refused("invalid_redirect_uri", `redirect_uris: ${wrong}`)
  if (returns && redirect_uris.length === 0) {
    return refused("invalid_redirect_uri", "redirect_uris must contain at least one")
  }
  if (client_name !== undefined && !nameForm.test(client_name)) {
    return refused("invalid_client_metadata", "client_name: expected a name of 1 to 100 printable characters")
  }
  return {
    metadata: {
      ...rest,
      grant_types: grantTypes.filter((type) => allGrantTypes.includes(type)),
      response_types: returns ? ["code"] : [],
      redirect_uris,
      ...(client_name === undefined ? {} : { client_name }),
      scope: registeredScope(resources, scope),
      // A loopback address may have a different port in each request (RFC 8252, section 7.3), which only native
      // programs may use.
      application_type: redirect_uris.some(isNative) ? "native" : "web"
    }
  }
}

const allGrantTypes: ReadonlyArray<string> = [
  "authorization_code",
  "refresh_token",
  "urn:ietf:params:oauth:grant-type:device_code"
]

/** Form of names: no control characters or direction marks, because people decide by the name. */
const nameForm = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]{1,100}$/u

/**
 * Registered scope: the requested one, without unknown scopes, and with `openid`. The resource does not list `openid`,
 * but programs request it later.
 */
const registeredScope = (resources: Partial<RealmResources>, scope = standardScopeOf(resources)): string =>
  [
    ...new Set(["openid", ...scope.split(" ").filter((name) => scopesOf(resources).includes(name))])
  ].join(" ")

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const isNative = (uri: string): boolean => {
  const { hostname, protocol } = new URL(uri)
  return protocol !== "https:" && (protocol !== "http:" || loopback.has(hostname))
}

/** Schemes without a domain name that MCP clients register. All use `scheme://host/path`. */
const clientSchemes: ReadonlySet<string> = new Set([
  "claude:",
  "cursor:",
  "goose:",
  "grokbot:",
  "kiro:",
  "raycast:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "warp:",
  "windsurf:",
  "zed:"
])

/** Scheme with a reversed domain name of the program's owner (RFC 8252, section 7.1): `com.example.app:`. */
const reversedDomain = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

/** True for a scheme of a program. The operating system opens others, such as `mailto:`, in any program. */
const isOfProgram = ({ host, protocol }: URL): boolean =>
  reversedDomain.test(protocol) || (clientSchemes.has(protocol) && host !== "")

/** Problem of a redirect URI (OAuth 2.1, section 2.3). */
const redirectProblem = (uri: string): string | undefined => {
  const url = URL.parse(uri)
  if (url === null || uri.length > limits.realmClient.redirectUri || /[\s\\*]/.test(uri)) {
    return `${JSON.stringify(uri.slice(0, 100))} is not a URL`
  }
  if (uri.includes("#")) return "a URL must have no fragment"
  if (url.username !== "" || url.password !== "") return "a URL must have no user name or password"
  switch (url.protocol) {
    case "https:":
      return undefined
    case "http:":
      return loopback.has(url.hostname)
        ? undefined
        : `${url.host} requires https; http is allowed for loopback addresses only`
    default:
      return isOfProgram(url)
        ? undefined
        : `the scheme ${url.protocol} is not allowed; expected https, a loopback address by http, or a reversed domain name such as com.example.app`
  }
}
