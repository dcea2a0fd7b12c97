import { limits } from "@namewright/core/shared"
import { Option, Schema } from "effect"
import { scopes, standardScope } from "./realmScopes.ts"

/**
 * What a program may say of itself (RFC 7591, section 2). Everything else is left out: addresses that the realm would
 * have to fetch, keys, pictures.
 */
const Registration = Schema.Struct({
  client_name: Schema.optionalKey(Schema.String),
  redirect_uris: Schema.optionalKey(Schema.Array(Schema.String)),
  grant_types: Schema.optionalKey(Schema.Array(Schema.String)),
  response_types: Schema.optionalKey(Schema.Array(Schema.String)),
  token_endpoint_auth_method: Schema.optionalKey(Schema.String),
  scope: Schema.optionalKey(Schema.String)
})

/** Why a program cannot register (RFC 7591, section 3.2.2). */
export interface RegistrationError {
  readonly error: "invalid_client_metadata" | "invalid_redirect_uri"
  readonly error_description: string
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Registration))

const refused = (error: RegistrationError["error"], error_description: string): RegistrationError => ({
  error,
  error_description
})

/** The registration of a program as the provider is to read it. */
export const clientMetadata = (text: string): { readonly metadata: object } | RegistrationError => {
  const decoded = decode(text)
  if (Option.isNone(decoded)) {
    return refused("invalid_client_metadata", "expected a JSON object with client_name and redirect_uris")
  }
  const { client_name, redirect_uris = [], scope, ...rest } = decoded.value
  const grantTypes = rest.grant_types ?? allGrantTypes
  const returns = grantTypes.includes("authorization_code")
  const wrong = redirect_uris.length > limits.realmClient.redirectUris
    ? `at most ${limits.realmClient.redirectUris} of them are kept`
    : redirect_uris.map(redirectProblem).find((problem) => problem !== undefined)
  if (wrong !== undefined) return refused("invalid_redirect_uri", `redirect_uris: ${wrong}`)
  if (returns && redirect_uris.length === 0) {
    return refused("invalid_redirect_uri", "redirect_uris must name one at least")
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
      scope: registeredScope(scope),
      // A loopback address may come with another port each time (RFC 8252, section 7.3), which is for native programs.
      application_type: redirect_uris.some(isNative) ? "native" : "web"
    }
  }
}

const allGrantTypes: ReadonlyArray<string> = [
  "authorization_code",
  "refresh_token",
  "urn:ietf:params:oauth:grant-type:device_code"
]

/** No controls, and nothing that turns the direction of text around: people are shown it to decide. */
const nameForm = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]{1,100}$/u

/**
 * Programs register the scopes that the resource lists, where `openid` is left out on purpose, and then ask for `openid`
 * as well. Scopes that nobody knows here are left out.
 */
const registeredScope = (scope: string = standardScope): string =>
  [
    ...new Set(["openid", ...scope.split(" ").filter((name) => Object.hasOwn(scopes, name))])
  ].join(" ")

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

const isNative = (uri: string): boolean => {
  const { hostname, protocol } = new URL(uri)
  return protocol !== "https:" && (protocol !== "http:" || loopback.has(hostname))
}

/** Schemes without a domain name that MCP clients register today; all of them send answers to `scheme://host/path`. */
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

/** A domain name of the program's owner, its labels reversed (RFC 8252, section 7.1): `com.example.app:`. */
const reversedDomain = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

/** The operating system opens other schemes, such as `mailto:`, in any program. */
const isOfProgram = ({ host, protocol }: URL): boolean =>
  reversedDomain.test(protocol) || (clientSchemes.has(protocol) && host !== "")

/** Why an answer must not be sent to an address (OAuth 2.1, section 2.3). */
const redirectProblem = (uri: string): string | undefined => {
  const url = URL.parse(uri)
  if (url === null || uri.length > limits.realmClient.redirectUri || /[\s\\*]/.test(uri)) {
    return `${JSON.stringify(uri.slice(0, 100))} is not an address`
  }
  if (uri.includes("#")) return "an address must have no fragment"
  if (url.username !== "" || url.password !== "") return "an address must have no name or password before its host"
  switch (url.protocol) {
    case "https:":
      return undefined
    case "http:":
      return loopback.has(url.hostname)
        ? undefined
        : `${url.host} must be reached by https; http is for this computer alone`
    default:
      return isOfProgram(url)
        ? undefined
        : `the scheme ${url.protocol} is not allowed; expected https, a loopback address by http, or a reversed domain name such as com.example.app`
  }
}
