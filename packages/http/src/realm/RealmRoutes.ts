import { Authenticator, Passkeys, UserCredentials, UserStore } from "@namewright/core/access"
import { AgentPolicies, Approvals } from "@namewright/core/approvals"
import { ConfigurationError } from "@namewright/core/embed"
import { OrganizationStore } from "@namewright/core/organizations"
import { AddressChanges, AddressRequests, PasswordLinks, PasswordResets } from "@namewright/core/people"
import { RealmKeys, RealmRecords } from "@namewright/core/realm"
import { networkOf, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import * as PasskeyVerifierSimpleWebAuthn from "../access/PasskeyVerifierSimpleWebAuthn.ts"
import { HttpSettings } from "../shared/HttpSettings.ts"
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
import { RealmProvider } from "./RealmProvider.ts"
import { type RealmUrls, realmUrls } from "./RealmUrls.ts"
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

/** The embedded realm: its pages, and the OpenID provider behind them. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const settings = yield* HttpSettings
  if (settings.realm !== "embedded") return
  const platform = yield* PlatformSettings
  const problems = callerAddressProblems(settings, platform.base_url)
  if (problems.length > 0) return yield* Effect.die(new ConfigurationError(problems))
  const urls = realmUrls(platform)
  const limiter = yield* RateLimiter
  const services = Context.pick(...pageServices)(yield* Effect.context<PageServices>())

  /** Applies the rate limit before the request is processed. */
  const limited = (request: HttpServerRequest.HttpServerRequest, answer: Effect.Effect<Answer, never, PageServices>) =>
    Effect.matchEffect(takeOf(limiter, urls, request), {
      onFailure: (error) => Effect.succeed(problemResponse(toProblem(error))),
      onSuccess: () => Effect.provideContext(answer, services)
    })

  for (const [method, path, page] of pages) {
    yield* router.add(
      method,
      `${urls.route}${path}`,
      (request) =>
        Effect.flatMap(
          HttpRouter.params,
          (params) => limited(request, Effect.flatMap(visitOf(urls, request), (visit) => page(visit, params)))
        )
    )
  }
  yield* router.add("GET", `${urls.route}/style.css`, styles)
  yield* router.add("GET", `${urls.route}/passkeys.js`, script)
  yield* router.add("*", `${urls.route}/*`, (request) => limited(request, withCors(urls, request)))
  // URLs of the metadata of an issuer with a path (RFC 8414, section 3.1).
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    const discovery = (request: HttpServerRequest.HttpServerRequest) =>
      limited(request, askProvider(urls, request.modify({ url: `${urls.route}/.well-known/${name}` })))
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
    `realm ${network}`
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
