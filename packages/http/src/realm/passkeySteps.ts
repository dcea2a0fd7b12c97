import { Passkeys, type UserId } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import { passkeySignInPage } from "./pages/passkeyPages.ts"
import { passkeyTexts } from "./pages/texts/passkeyTexts.ts"
import { issueChallenge, takeChallenge } from "./passkeyChallenges.ts"
import { lateSignIn, signedIn, type SignInTarget, ticketOf } from "./signInSteps.ts"
import { fieldOf, formTokenOf, pageAnswer, type Visit } from "./Visit.ts"

/** Characters of a response of an authenticator in a form. */
const responseLength = 32_768

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Response of an authenticator in a form; undefined without one. */
export const responseOf = ({ form }: Visit): unknown => {
  const text = form.get("credential") ?? ""
  return text === "" || text.length > responseLength ? undefined : Option.getOrUndefined(decodeJson(text))
}

const purposeOf = (target: SignInTarget, user: UserId | undefined): string => `${target.purpose} ${user ?? ""}`

/** Page on which the browser asks for a passkey: for any account, or for that of the ticket. */
export const passkeyStep = Effect.fnUntraced(function*(
  visit: Visit,
  target: SignInTarget,
  { problem, status, ticket = "", user }: {
    readonly ticket?: string
    readonly user?: UserId | undefined
    readonly problem?: string | undefined
    readonly status?: number
  }
) {
  const passkeys = yield* Passkeys
  const { generateAuthenticationOptions } = yield* Effect.promise(() => import("@simplewebauthn/server"))
  const known = user === undefined ? [] : yield* passkeys.list(user)
  const challenge = yield* issueChallenge(visit, purposeOf(target, user))
  const options = yield* Effect.promise(() =>
    generateAuthenticationOptions({
      rpID: new URL(visit.urls.origin).hostname,
      challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
      userVerification: "required",
      allowCredentials: known.map(({ credential_id }) => ({ id: credential_id }))
    })
  )
  return pageAnswer(
    visit,
    passkeySignInPage(visit.urls, {
      locale: visit.locale,
      action: target.passkeyAction,
      codeAction: target.codeAction,
      token: formTokenOf(visit, target.purpose),
      cancel: target.cancel,
      ticket,
      options,
      problem
    }),
    { status, sendsTo: target.sendsTo, scripts: true }
  )
})

/** Handles the form of a passkey: shows the page that asks for one, or checks the response of the authenticator. */
export const takePasskey = Effect.fnUntraced(function*(visit: Visit, target: SignInTarget) {
  const passkeys = yield* Passkeys
  const ticket = fieldOf(visit, "ticket")
  const read = ticket === "" ? undefined : ticketOf(visit, target, ticket, yield* Instant.now)
  if (ticket !== "" && read === undefined) return lateSignIn(visit, target)
  const user = read?.user_id
  if (!visit.form.has("credential")) return yield* passkeyStep(visit, target, { ticket, user })
  const response = responseOf(visit)
  const challenge = yield* takeChallenge(visit, purposeOf(target, user), response)
  const words = passkeyTexts[visit.locale].signIn
  if (challenge === undefined) {
    return yield* passkeyStep(visit, target, { ticket, user, problem: words.late, status: 401 })
  }
  return yield* Effect.matchEffect(passkeys.authenticate({ challenge, response, user }, visit.address), {
    onFailure: () => passkeyStep(visit, target, { ticket, user, problem: words.refused, status: 401 }),
    onSuccess: (account) =>
      read?.isOf(account) === false
        ? Effect.succeed(lateSignIn(visit, target))
        : signedIn(visit, target, account, read === undefined ? ["pop", "user", "mfa"] : ["pwd", "pop", "user", "mfa"])
  })
})
