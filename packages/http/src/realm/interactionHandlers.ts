import { AgentPolicies } from "@namewright/core/approvals"
import { type OrganizationId, PlatformSettings } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import type * as Oidc from "oidc-provider"
import { authenticationContextOf } from "./authenticationContext.ts"
import { ConnectedPrograms } from "./ConnectedPrograms.ts"
import { withNodeRequest } from "./nodeExchange.ts"
import { consentPage } from "./pages/consentPage.ts"
import { addressText } from "./pages/factTexts.ts"
import { takePasskey } from "./passkeySteps.ts"
import { nodeRequestOf } from "./providerExchange.ts"
import { type Provider, RealmProvider } from "./RealmProvider.ts"
import { restScope } from "./realmScopes.ts"
import { organizationNameOf, signOutForm } from "./signedInPerson.ts"
import type { SignIn } from "./SignIns.ts"
import { passwordStep, type SignInTarget, takeCode, takePassword } from "./signInSteps.ts"
import { fieldOf, formTokenOf, pageAnswer, refusal, staleForm, type Visit } from "./Visit.ts"

/** Details of a pending interaction. */
type Details = Awaited<ReturnType<Provider["interactionDetails"]>>

interface Interaction {
  readonly uid: string
  readonly details: Details
  readonly clientName: string
  /** Returns a result to the provider and redirects the browser. */
  readonly finish: (result: Oidc.InteractionResults) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  readonly provider: Provider
}

const expired = (visit: Visit) => refusal(visit, 400, "expired")

const purposeOf = (uid: string): string => `interaction/${uid}`

/** Interaction of this browser, if its id matches the URL. */
const interactionOf = Effect.fnUntraced(function*(visit: Visit, uid: string) {
  const provider = yield* Effect.flatMap(RealmProvider, ({ of }) => of(visit.urls))
  const programs = yield* ConnectedPrograms
  const request = nodeRequestOf(visit.urls, visit.request, new Uint8Array())
  const details = yield* Effect.option(
    Effect.tryPromise(() =>
      withNodeRequest(request, (incoming, outgoing) => provider.interactionDetails(incoming, outgoing))
    )
  )
  if (Option.isNone(details) || details.value.uid !== uid) return Option.none<Interaction>()
  const interaction: Interaction = {
    uid,
    provider,
    details: details.value,
    clientName: yield* programs.nameOf(String(details.value.params["client_id"])),
    finish: (result) =>
      Effect.map(
        Effect.promise(() =>
          withNodeRequest(request, (incoming, outgoing) => provider.interactionResult(incoming, outgoing, result))
        ),
        (location) => HttpServerResponse.empty({ status: 303, headers: { location } })
      )
  }
  return Option.some(interaction)
})

/** Source for `form-action`: browsers apply it to the redirects of a form. */
const sendsTo = ({ details }: Interaction): ReadonlyArray<string> => {
  const url = URL.parse(String(details.params["redirect_uri"] ?? ""))
  if (url === null) return []
  return [url.protocol === "http:" || url.protocol === "https:" ? url.origin : url.protocol]
}

const returnsTo = ({ locale }: Visit, { details }: Interaction): string =>
  addressText(locale, String(details.params["redirect_uri"] ?? ""))

const loginResult = ({ account, methods, signed_in_on }: SignIn): Oidc.InteractionResults => ({
  login: {
    accountId: account.user.user_id,
    ts: DateTime.toEpochSeconds(signed_in_on),
    acr: authenticationContextOf(methods),
    amr: [...methods]
  }
})

const targetOf = ({ urls }: Visit, interaction: Interaction): SignInTarget => {
  const action = `${urls.path}/interaction/${interaction.uid}`
  return {
    purpose: purposeOf(interaction.uid),
    passwordAction: `${action}/login`,
    codeAction: `${action}/code`,
    passkeyAction: `${action}/passkey`,
    cancel: `${action}/cancel`,
    clientName: interaction.clientName,
    sendsTo: sendsTo(interaction),
    onward: (signIn) => interaction.finish(loginResult(signIn))
  }
}

/** Reasons of the provider that require a new sign-in. */
const wantsPassword: ReadonlySet<string> = new Set([
  "login_prompt",
  "max_age",
  "id_token_hint",
  "claims_id_token_sub_value",
  "essential_acr",
  "essential_acrs"
])

/** Page of the pending interaction: a sign-in or a consent. */
export const showInteraction = Effect.fnUntraced(function*(visit: Visit, uid: string) {
  const found = yield* interactionOf(visit, uid)
  if (Option.isNone(found)) return expired(visit)
  const { details, finish } = found.value
  const { name, reasons } = details.prompt
  if (name === "consent") return yield* showConsent(visit, found.value)
  if (visit.signIn !== undefined && !reasons.some((reason) => wantsPassword.has(reason))) {
    return yield* finish(loginResult(visit.signIn))
  }
  const hint = details.params["login_hint"]
  return passwordStep(visit, targetOf(visit, found.value), {
    login: typeof hint === "string" ? hint.slice(0, 255) : visit.signIn?.account.user.username
  })
})

const showConsent = Effect.fnUntraced(function*(visit: Visit, interaction: Interaction) {
  const { signIn } = visit
  if (signIn === undefined || interaction.details.session?.accountId !== signIn.account.user.user_id) {
    return expired(visit)
  }
  const { user } = signIn.account
  const scope = scopeOf(interaction.details)
  const restAllowed = yield* mayUseRest(visit, user.organization_id, interaction.details)
  return pageAnswer(
    visit,
    consentPage(visit.urls, visit.locale, {
      action: `${visit.urls.path}/interaction/${interaction.uid}/consent`,
      token: formTokenOf(visit, purposeOf(interaction.uid)),
      clientName: interaction.clientName,
      returnsTo: returnsTo(visit, interaction),
      scope: scope.filter((name) => name !== restScope || restAllowed),
      withoutRest: scope.includes(restScope) && !restAllowed,
      person: `${user.first_name} ${user.last_name}`,
      organization: yield* organizationNameOf(user.organization_id),
      signOut: signOutForm(visit)
    }),
    { sendsTo: sendsTo(interaction) }
  )
})

const scopeOf = ({ params }: Pick<Details, "params">): ReadonlyArray<string> => String(params["scope"] ?? "").split(" ")

/**
 * True if a program may be granted the REST interface: programs of the operator, the own one of a brand, and others that the
 * organization allows.
 */
const mayUseRest = Effect.fnUntraced(function*(
  { urls: { ownClient } }: Visit,
  organization: OrganizationId,
  { params }: Details
) {
  const { own_programs = [] } = yield* PlatformSettings
  const policies = yield* AgentPolicies
  const client_id = String(params["client_id"])
  return client_id === ownClient || own_programs.includes(client_id) || (yield* policies.of(organization)).rest_access
})

/** Actions of the forms of an interaction. */
export type InteractionStep = "login" | "code" | "passkey" | "consent" | "cancel"

/** Handlers of the forms of a sign-in. */
const signInForms = { login: takePassword, code: takeCode, passkey: takePasskey }

/** Handles a submitted form of an interaction. */
export const takeInteraction = Effect.fnUntraced(function*(visit: Visit, uid: string, step: InteractionStep) {
  const found = yield* interactionOf(visit, uid)
  if (Option.isNone(found)) return expired(visit)
  const interaction = found.value
  switch (step) {
    case "cancel":
      return yield* interaction.finish(denied)
    case "consent":
      return yield* takeConsent(visit, interaction)
    case "login":
    case "code":
    case "passkey":
      if (interaction.details.prompt.name !== "login") return expired(visit)
      return yield* signInForms[step](visit, targetOf(visit, interaction))
  }
})

export const interactionPurpose = purposeOf

const denied: Oidc.InteractionResults = { error: "access_denied", error_description: "The person did not agree" }

const takeConsent = Effect.fnUntraced(function*(visit: Visit, interaction: Interaction) {
  const { details, finish, provider } = interaction
  const user = visit.signIn?.account.user
  const user_id = user?.user_id
  if (details.prompt.name !== "consent" || user === undefined || details.session?.accountId !== user_id) {
    return staleForm(visit)
  }
  if (fieldOf(visit, "decision") !== "allow") return yield* finish(denied)
  const restAllowed = yield* mayUseRest(visit, user.organization_id, details)
  const grantId = yield* Effect.promise(() => grantOf(provider, details, user.user_id, restAllowed))
  return yield* finish({ consent: { grantId } })
})

/**
 * Stores the granted scopes with those granted before. If REST is not allowed, its scope is stored as rejected, because
 * the provider would otherwise ask again.
 */
const grantOf = async (
  provider: Provider,
  { grantId, params, prompt }: Details,
  accountId: string,
  restAllowed: boolean
) => {
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = existing?.accountId === accountId
    ? existing
    : new provider.Grant({ accountId, clientId: String(params["client_id"]) })
  const { missingOIDCClaims, missingOIDCScope, missingResourceScopes } = prompt.details
  if (isTexts(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(" "))
  if (isTexts(missingOIDCClaims)) grant.addOIDCClaims(missingOIDCClaims)
  for (const [resource, scope] of Object.entries(missingResourceScopes ?? {})) {
    if (isTexts(scope)) grant.addResourceScope(resource, scope.join(" "))
  }
  if (restAllowed) delete grant.rejected
  else if (scopeOf({ params }).includes(restScope)) {
    grant.rejectOIDCScope(restScope)
    for (const resource of Object.keys(grant.resources ?? {})) grant.rejectResourceScope(resource, restScope)
  }
  return grant.save()
}

const isTexts = (value: unknown): value is Array<string> =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string")
