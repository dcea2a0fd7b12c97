import type { SignInAccount } from "@namewright/core/access"
import type { MailLocale } from "@namewright/core/mail"
import type { RealmKeyring } from "@namewright/core/realm"
import { limits } from "@namewright/core/shared"
import { Redacted } from "effect"
import type * as Oidc from "oidc-provider"
import { pageLocale } from "../shared/pages/pageLocale.ts"
import { authenticationContexts } from "./authenticationContext.ts"
import { cookieNames, cookiePath } from "./cookies.ts"
import type { CodeForm } from "./pages/devicePages.ts"
import { neededScope, resourceOf, scopesOf } from "./realmScopes.ts"
import type { RealmUrls } from "./RealmUrls.ts"

/** Paths below the issuer. They are those of Keycloak, because clients may be configured with them. */
export const endpoints = {
  authorization: "/protocol/openid-connect/auth",
  device_authorization: "/protocol/openid-connect/auth/device",
  token: "/protocol/openid-connect/token",
  jwks: "/protocol/openid-connect/certs",
  userinfo: "/protocol/openid-connect/userinfo",
  revocation: "/protocol/openid-connect/revoke",
  introspection: "/protocol/openid-connect/token/introspect",
  registration: "/clients-registrations/openid-connect",
  end_session: "/protocol/openid-connect/logout",
  code_verification: "/device"
} as const

/** Request of a page, with the session that the provider found. */
export type ProviderContext = Oidc.KoaContextWithOIDC

/** Content of a page that the provider renders, with the current appearance of its realm. */
export interface ProviderPages {
  readonly codeEntry: (form: CodeForm) => Promise<string>
  readonly codeConfirmation: (
    form: CodeForm & { readonly clientName: string; readonly scope: string }
  ) => Promise<string>
  readonly connected: (locale: MailLocale, clientName: string) => Promise<string>
  readonly failure: (locale: MailLocale, error: Oidc.ErrorOut) => Promise<string>
}

export interface ConfigurationInput {
  readonly urls: RealmUrls
  readonly keyring: RealmKeyring
  readonly adapter: Oidc.AdapterFactory
  /** The account, if its organization accepts calls from the address of the request. */
  readonly account: (context: ProviderContext, user_id: string) => Promise<SignInAccount | undefined>
  /** True if the person of the provider's session is signed in at the pages. */
  readonly isSignedIn: (context: ProviderContext, user_id: string) => Promise<boolean>
  readonly pages: ProviderPages
  /** Fetch function for metadata documents of programs. */
  readonly fetch: (input: string | URL | Request) => Promise<Response>
  /** Rate limit of fetches of client metadata by caller address. */
  readonly allowFetch: (address: string) => Promise<boolean>
  readonly oidc: typeof Oidc
}

const { realmSeconds } = limits

export const providerConfiguration = (input: ConfigurationInput): Oidc.Configuration => ({
  adapter: input.adapter,
  jwks: {
    keys: input.keyring.tokens.map(({ jwk, key_id }) => ({
      ...Redacted.value(jwk),
      kid: key_id,
      alg: "RS256",
      use: "sig"
    }))
  },
  routes: endpoints,
  scopes: [...scopesOf(input.urls.resources)],
  acrValues: [...authenticationContexts],
  claims: {
    // ID tokens state how the person has signed in.
    openid: ["sub", "acr", "amr"],
    profile: ["name", "given_name", "family_name", "preferred_username", "locale", "organization_id"],
    email: ["email"]
  },
  responseTypes: ["code"],
  clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
  clientDefaults: {
    grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    response_types: ["code"],
    id_token_signed_response_alg: "RS256"
  },
  enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
  allowOmittingSingleRegisteredRedirectUri: false,
  pkce: { required: () => true },
  enableHttpPostMethods: false,
  // CORS is safe: no response depends on cookies alone.
  clientBasedCORS: () => true,
  cookies: cookiesOf(input),
  ttl: {
    AccessToken: limits.accessTokenSeconds,
    IdToken: limits.accessTokenSeconds,
    AuthorizationCode: realmSeconds.authorizationCode,
    DeviceCode: realmSeconds.deviceCode,
    Interaction: realmSeconds.interaction,
    RefreshToken: ({ req }) =>
      req.headers[restRefreshHeader] === undefined ? realmSeconds.refreshToken : realmSeconds.restRefreshToken,
    Grant: realmSeconds.grant,
    Session: limits.signInSeconds
  },
  // Consents outlast the browser session; the account page lists them.
  expiresWithSession: () => false,
  rotateRefreshToken: () => true,
  extraTokenClaims: (_context, token) => "grantId" in token ? { gid: token.grantId } : undefined,
  findAccount: async (context, user_id) => {
    const found = await input.account(context, user_id)
    return found === undefined ? undefined : { accountId: user_id, claims: () => claimsOf(found) }
  },
  fetch: input.fetch,
  features: featuresOf(input),
  interactions: {
    url: (_context, { uid }) => `${input.urls.path}/interaction/${uid}`,
    policy: policyOf(input)
  },
  renderError: async (context, out) => {
    context.type = "html"
    context.body = await input.pages.failure(localeOf(context), out)
  }
})

/** Claims of a person. */
const claimsOf = ({ user }: SignInAccount) => ({
  sub: user.user_id,
  name: `${user.first_name} ${user.last_name}`,
  given_name: user.first_name,
  family_name: user.last_name,
  preferred_username: user.username,
  locale: user.locale.replace("_", "-"),
  organization_id: user.organization_id,
  email: user.email
})

const cookiesOf = ({ keyring, urls }: ConfigurationInput): Oidc.Configuration["cookies"] => {
  const options = { httpOnly: true, sameSite: "lax", secure: urls.isEncrypted, signed: true } as const
  const { interaction, resume, session } = cookieNames(urls)
  return {
    keys: keyring.browsers.map(Redacted.value),
    names: { session, interaction, resume },
    long: { ...options, path: cookiePath(urls) },
    short: options
  }
}

const featuresOf = ({ allowFetch, oidc, pages, urls }: ConfigurationInput): Oidc.Configuration["features"] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  introspection: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
  revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
  registration: { enabled: true, issueRegistrationAccessToken: false },
  clientIdMetadataDocument: {
    enabled: true,
    ack: "draft-02",
    allowFetch: ({ ip }) => allowFetch(ip)
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: (context, _client, oneOf) =>
      oneOf === undefined
        ? defaultResourceOf(urls, context.oidc.params?.["scope"]?.toString().split(" ") ?? [])
        : oneOf[0] ?? [],
    useGrantedResource: () => true,
    getResourceServerInfo: (_context, indicator) => {
      const found = resourceOf(indicator, urls.resources)
      if (found === undefined) throw new oidc.errors.InvalidTarget()
      return { ...found, accessTokenTTL: limits.accessTokenSeconds, accessTokenFormat: "jwt" }
    }
  },
  deviceFlow: {
    enabled: true,
    charset: "base-20",
    mask: "****-****",
    deviceInfo: () => ({}),
    userCodeInputSource: async (context, _form, _out, error) => {
      context.type = "html"
      context.body = await pages.codeEntry({
        ...codeFormOf(context),
        code: enteredCode(context) ??
          (error !== undefined && "userCode" in error && typeof error.userCode === "string"
            ? error.userCode
            : undefined),
        problem: error === undefined ? undefined : problemNames[error.name] ?? "unknown"
      })
    },
    userCodeConfirmSource: async (context, _form, client, _device, code) => {
      context.type = "html"
      const scope = context.oidc.deviceCode?.params?.["scope"]
      context.body = await pages.codeConfirmation({
        ...codeFormOf(context),
        code,
        clientName: client.clientName ?? client.clientId,
        scope: typeof scope === "string" ? scope : ""
      })
    },
    successSource: async (context) => {
      context.type = "html"
      context.body = await pages.connected(localeOf(context), context.oidc.client?.clientName ?? "")
    }
  }
})

/** Resource of a request that names none: the tool endpoint, or the REST interface of a brand, which has no other. */
const defaultResourceOf = ({ resources }: RealmUrls, scopes: ReadonlyArray<string>): string | Array<string> => {
  const audience = resources.mcp === undefined ? "rest" : "mcp"
  return scopes.includes(neededScope[audience]) ? resources[audience] ?? [] : []
}

const problemNames: Readonly<Record<string, CodeForm["problem"]>> = {
  NoCodeError: "missing",
  NotFoundError: "unknown",
  ExpiredError: "expired",
  AlreadyUsedError: "used",
  AbortedError: "aborted"
}

/** Code in the URL. It prefills the form and is not submitted, so that a person compares it first. */
const enteredCode = (context: ProviderContext): string | undefined => {
  const { headers } = context.req
  const code = headers[enteredCodeHeader]
  return typeof code === "string" ? code : undefined
}

/** Internal header with the code of the URL; callers cannot set it. */
export const enteredCodeHeader = "x-namewright-entered-code"

/** Internal header of a refresh at the token endpoint of the REST interface; callers cannot set it. */
export const restRefreshHeader = "x-namewright-rest-refresh"

const localeOf = ({ req }: ProviderContext): MailLocale => pageLocale(req.headers["accept-language"])

const codeFormOf = (context: ProviderContext) => ({
  locale: localeOf(context),
  action: context.oidc.urlFor("code_verification"),
  secret: String(context.oidc.session?.state?.["secret"] ?? "")
})

/** Requires a sign-in if nobody, or another person, is signed in at the pages. */
const policyOf = ({ isSignedIn, oidc }: ConfigurationInput) => {
  const policy = oidc.interactionPolicy.base()
  policy.get("login")?.checks.add(
    new oidc.interactionPolicy.Check("signed_out", "End-User authentication is required", async (context) => {
      const user_id = context.oidc.session?.accountId
      return user_id !== undefined && context.oidc.result?.login === undefined && !await isSignedIn(context, user_id)
    })
  )
  return policy
}
