import { Authenticator, Passkeys, SignInSite, UserCredentials, UserStore } from "@namewright/core/access"
import { AgentPolicies, Approvals } from "@namewright/core/approvals"
import { PageBrands, type ServedHost } from "@namewright/core/branding"
import { ConfigurationError } from "@namewright/core/embed"
import { OrganizationStore } from "@namewright/core/organizations"
import { AddressChanges, AddressRequests, PasswordLinks, PasswordResets } from "@namewright/core/people"
import { RealmKeys, RealmRecords } from "@namewright/core/realm"
import { networkOf, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option } from "effect"
import { memoize } from "effect/Function"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as PasskeyVerifierSimpleWebAuthn from "../access/PasskeyVerifierSimpleWebAuthn.ts"
import { CalledHost } from "../platform/CalledHost.ts"
import { HttpSettings } from "../shared/HttpSettings.ts"
import { brandSheet } from "../shared/pages/brandSheet.ts"
import { stylesheet } from "../shared/pages/stylesheet.ts"
import { problemResponse, toProblem } from "../shared/Problem.ts"
import { RateLimiter } from "../shared/RateLimiter.ts"
import {
  changePassword,
  confirmSecondFactor,
  disconnectProgram,
  enrolSecondFactor,
  removeSecondFactor,
  showAccount
} from "./accountHandlers.ts"
import {
  cancelOwnAddress,
  changeOwnAddress,
  showAddressLink,
  showOwnAddress,
  takeAddressLink
} from "./addressHandlers.ts"
import { showApproval, takeApproval } from "./approvalHandlers.ts"
import { renewBackupCodes } from "./backupCodeHandlers.ts"
import { callerAddressProblems } from "./callerAddresses.ts"
import { ConnectedPrograms } from "./ConnectedPrograms.ts"
import { interactionPurpose, type InteractionStep, showInteraction, takeInteraction } from "./interactionHandlers.ts"
import { addPasskey, createPasskey, removePasskey, renamePasskey, script } from "./passkeyHandlers.ts"
import { showForgotten, showPasswordLink, takeForgotten, takePasswordLink } from "./passwordHandlers.ts"
import { endpoints } from "./providerConfiguration.ts"
import { askProvider } from "./providerExchange.ts"
import { metadataNames } from "./RealmChoice.ts"
import { RealmProvider } from "./RealmProvider.ts"
import { brandRealmUrls, type RealmUrls, realmUrls, siteOf } from "./RealmUrls.ts"
import { endOtherSessions, endSession, showSessions } from "./sessionHandlers.ts"
import { showSignedOut, showSignIn, signOut, takeSignIn } from "./signInHandlers.ts"
import { SignIns } from "./SignIns.ts"
import { type Answer, isGenuineForm, staleForm, type Visit, visitOf } from "./Visit.ts"

/** Services of the pages of the realm. */
const pageServices = [
  AddressChanges,
  AddressRequests,
  AgentPolicies,
  Approvals,
  Authenticator,
  ConnectedPrograms,
  OrganizationStore,
  PasswordLinks,
  Passkeys,
  PasswordResets,
  RealmKeys,
  RealmProvider,
  RealmRecords,
  SignIns,
  UserCredentials,
  UserStore
] as const

type PageServices = (typeof pageServices)[number]["Identifier"]

type Page = (
  visit: Visit,
  params: Readonly<Record<string, string | undefined>>
) => Effect.Effect<Answer, never, PageServices>

const steps: ReadonlyArray<InteractionStep> = ["login", "code", "passkey", "consent", "cancel"]

/** Pages of the realm by method and path below it. */
const pages: ReadonlyArray<readonly ["GET" | "POST", `/${string}`, Page]> = [
  ["GET", "/login", showSignIn],
  ["POST", "/login", (visit) => takeSignIn(visit, "password")],
  ["POST", "/login/code", (visit) => takeSignIn(visit, "code")],
  ["GET", "/password", showPasswordLink],
  ["POST", "/password", takePasswordLink],
  ["POST", "/login/passkey", (visit) => takeSignIn(visit, "passkey")],
  ["GET", "/password/forgot", showForgotten],
  ["POST", "/password/forgot", takeForgotten],
  ["GET", "/address", showAddressLink],
  ["POST", "/address", (visit) => takeAddressLink(visit, "confirm")],
  ["POST", "/address/cancel", (visit) => takeAddressLink(visit, "cancel")],
  ["GET", "/account/sessions", showSessions],
  ["POST", "/account/sessions/end", endSession],
  ["POST", "/account/sessions/end-others", endOtherSessions],
  ["GET", "/account/email", showOwnAddress],
  ["POST", "/account/email", changeOwnAddress],
  ["POST", "/account/email/cancel", cancelOwnAddress],
  ["POST", "/logout", signOut],
  ["GET", "/signed-out", showSignedOut],
  ["GET", "/account", showAccount],
  ["POST", "/account/password", changePassword],
  ["POST", "/account/second-factor", enrolSecondFactor],
  ["POST", "/account/second-factor/confirm", confirmSecondFactor],
  ["POST", "/account/second-factor/remove", removeSecondFactor],
  ["POST", "/account/backup-codes", renewBackupCodes],
  ["POST", "/account/passkeys", addPasskey],
  ["POST", "/account/passkeys/create", createPasskey],
  ["POST", "/account/passkeys/rename", renamePasskey],
  ["POST", "/account/passkeys/remove", removePasskey],
  ["POST", "/account/programs/disconnect", disconnectProgram],
  ["GET", "/approvals/:approval_id", (visit, { approval_id = "" }) => showApproval(visit, approval_id)],
  ["POST", "/approvals/:approval_id", (visit, { approval_id = "" }) => takeApproval(visit, approval_id)],
  ["GET", "/interaction/:uid", (visit, { uid = "" }) => showInteraction(visit, uid)],
  ["POST", "/interaction/:uid/:step", (visit, { step: name, uid = "" }) => {
    const step = steps.find((candidate) => candidate === name)
    return step === undefined || !isGenuineForm(visit, interactionPurpose(uid))
      ? Effect.succeed(staleForm(visit))
      : takeInteraction(visit, uid, step)
  }]
]

/** The embedded realms: their pages, and the OpenID providers behind them. The host of the request selects the realm. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const settings = yield* HttpSettings
  if (settings.realm !== "embedded") return
  const platform = yield* PlatformSettings
  const problems = callerAddressProblems(settings, platform.base_url)
  if (problems.length > 0) return yield* Effect.die(new ConfigurationError(problems))
  const urls = realmUrls(platform)
  const limiter = yield* RateLimiter
  const services = Context.pick(...pageServices)(yield* Effect.context<PageServices>())
  const brands = yield* PageBrands
  const urlsAt = memoize((host: ServedHost) => brandRealmUrls(host, platform) ?? null)

  /** Realm of the host of the request, with the appearance of its brand. */
  const realmOf = Effect.gen(function*() {
    const served = yield* CalledHost
    const realm = served === null ? null : urlsAt(served)
    if (served === null) return urls
    // `routesByHost` lets no such request through.
    if (realm === null) return yield* Effect.die(new Error("No sign-in is served at this host"))
    return { ...realm, brand: yield* brands.of(served.organization_id) }
  })

  /** Applies the rate limit before the request is processed. */
  const limited = (
    request: HttpServerRequest.HttpServerRequest,
    answer: (urls: RealmUrls) => Effect.Effect<Answer, never, PageServices>
  ) =>
    Effect.flatMap(realmOf, (realm) =>
      Effect.matchEffect(takeOf(limiter, realm, request), {
        onFailure: (error) => Effect.succeed(problemResponse(toProblem(error))),
        onSuccess: () =>
          Effect.provideService(Effect.provideContext(answer(realm), services), SignInSite, siteOf(realm))
      }))

  for (const [method, path, page] of pages) {
    yield* router.add(
      method,
      `${urls.route}${path}`,
      (request) =>
        Effect.flatMap(
          HttpRouter.params,
          (params) =>
            limited(request, (realm) => Effect.flatMap(visitOf(realm, request), (visit) => page(visit, params)))
        )
    )
  }
  yield* router.add("GET", `${urls.route}/style.css`, styles)
  yield* router.add("GET", `${urls.route}/brand.css`, Effect.map(realmOf, brandStyles))
  yield* router.add("GET", `${urls.route}/passkeys.js`, script)
  yield* router.add("*", `${urls.route}/*`, (request) => limited(request, (realm) => withCors(realm, request)))
  // URLs of the metadata of an issuer with a path (RFC 8414, section 3.1).
  for (const name of metadataNames) {
    const discovery = (request: HttpServerRequest.HttpServerRequest) =>
      limited(
        request,
        (realm) => askProvider(realm, request.modify({ url: `${urls.route}/.well-known/${name}` }))
      )
    yield* router.add("GET", `/.well-known/${name}${urls.route}`, discovery)
    yield* router.add("OPTIONS", `/.well-known/${name}${urls.route}`, discovery)
  }
})).pipe(
  Layer.provide(RealmProvider.layer),
  Layer.provide(Layer.mergeAll(SignIns.layer, ConnectedPrograms.layer)),
  Layer.provide(Layer.provide(Passkeys.layer, PasskeyVerifierSimpleWebAuthn.layer)),
  Layer.provide(RateLimiter.layer)
)

const styles = HttpServerResponse.text(stylesheet, {
  contentType: "text/css; charset=utf-8",
  headers: { "cache-control": "public, max-age=86400" }
})

/** Style sheet of the brand of the host; its version is in the address that pages have. */
const brandStyles = ({ brand }: RealmUrls): Answer =>
  HttpServerResponse.text(brand === undefined ? "" : brandSheet(brand), {
    contentType: "text/css; charset=utf-8",
    headers: { "cache-control": "public, max-age=86400", vary: "host" }
  })

const isRegistration = (urls: RealmUrls, { url }: HttpServerRequest.HttpServerRequest): boolean =>
  url.split("?", 1)[0] === `${urls.route}${endpoints.registration}`

/** Takes a token of the caller's address. Registrations have a lower limit, because they create records. */
const takeOf = (
  limiter: RateLimiter["Service"],
  urls: RealmUrls,
  request: HttpServerRequest.HttpServerRequest
) => {
  const network = networkOf(Option.getOrUndefined(request.remoteAddress))
  // All callers without an address would share one limit.
  if (network === undefined) {
    return Effect.die(new Error("The host does not provide the caller's address to the sign-in realm"))
  }
  return limiter.take(
    request.method === "POST" && isRegistration(urls, request) ? "registrations" : "signIns",
    `realm ${urls.key} ${network}`
  )
}

/** Adds CORS for registrations by programs in browsers, which the provider leaves to its host. */
const withCors = (urls: RealmUrls, request: HttpServerRequest.HttpServerRequest) => {
  if (!isRegistration(urls, request)) return askProvider(urls, request)
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type, mcp-protocol-version"
  }
  return request.method === "OPTIONS"
    ? Effect.succeed(HttpServerResponse.empty({ status: 204, headers }))
    : Effect.map(askProvider(urls, request), HttpServerResponse.setHeaders(headers))
}
