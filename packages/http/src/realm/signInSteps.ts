import { type SignInAccount, UserCredentials } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Effect, Option, Redacted } from "effect"
import { setCookie } from "./cookies.ts"
import { formTokens } from "./FormTokens.ts"
import { secondFactorPage, signInPage } from "./pages/signInPages.ts"
import { type SignIn, SignIns } from "./SignIns.ts"
import { type Answer, fieldOf, formTokenOf, pageAnswer, staleForm, type Visit } from "./Visit.ts"

/** URLs and purpose of a sign-in. */
export interface SignInPlace {
  /** Purpose of its forms; see `FormBinding`. */
  readonly purpose: string
  readonly passwordAction: string
  readonly codeAction: string
  readonly clientName?: string | undefined
  readonly cancel?: string | undefined
  /** Sources for `form-action` besides this origin. */
  readonly sendsTo?: ReadonlyArray<string> | undefined
  /** Response after the sign-in. */
  readonly onward: (signIn: SignIn) => Effect.Effect<Answer>
}

/** The page with name and password. */
export const passwordStep = (
  visit: Visit,
  place: SignInPlace,
  { login, problem, status }: {
    readonly login?: string | undefined
    readonly problem?: string | undefined
    readonly status?: number | undefined
  } = {}
): Answer =>
  pageAnswer(
    visit,
    signInPage(visit.places, {
      action: place.passwordAction,
      token: formTokenOf(visit, place.purpose),
      clientName: place.clientName,
      cancel: place.cancel,
      login,
      problem
    }),
    { status, sendsTo: place.sendsTo }
  )

const codeStep = (
  visit: Visit,
  place: SignInPlace,
  { problem, status, ticket }: {
    readonly ticket: string
    readonly problem?: string | undefined
    readonly status?: number | undefined
  }
): Answer =>
  pageAnswer(
    visit,
    secondFactorPage(visit.places, {
      action: place.codeAction,
      token: formTokenOf(visit, place.purpose),
      cancel: place.cancel,
      problem,
      ticket
    }),
    { status, sendsTo: place.sendsTo }
  )

const signedIn = Effect.fnUntraced(
  function*(visit: Visit, place: SignInPlace, account: SignInAccount, methods: ReadonlyArray<string>) {
    const signIns = yield* SignIns
    const signIn = yield* signIns.begin(account, methods, visit.signIn?.id)
    return setCookie(visit.places, "signIn", signIn.id)(yield* place.onward(signIn))
  }
)

/** The form with name and password was sent. */
export const takePassword = Effect.fnUntraced(function*(visit: Visit, place: SignInPlace) {
  const credentials = yield* UserCredentials
  const login = fieldOf(visit, "login").trim()
  const password = Redacted.make(fieldOf(visit, "password"))
  return yield* Effect.matchEffect(credentials.verifyPassword(login, password, visit.address), {
    onFailure: (error) =>
      Effect.succeed(
        passwordStep(visit, place, {
          login,
          problem: `${error.message}.`,
          status: error._tag === "SignInThrottled" ? 429 : 401
        })
      ),
    onSuccess: Effect.fnUntraced(function*(account) {
      if (!account.second_factor) return yield* signedIn(visit, place, account, ["pwd"])
      const now = yield* Instant.now
      const binding = { browser: visit.browser, signIn: undefined, purpose: place.purpose }
      const ticket = formTokens(visit.keyring).issueTicket(account.user.user_id, binding, now)
      return codeStep(visit, place, { ticket })
    })
  })
})

/** The form with the code of the second factor was sent. */
export const takeCode = Effect.fnUntraced(function*(visit: Visit, place: SignInPlace) {
  const credentials = yield* UserCredentials
  const ticket = fieldOf(visit, "ticket")
  const binding = { browser: visit.browser, signIn: undefined, purpose: place.purpose }
  const user_id = formTokens(visit.keyring).readTicket(ticket, binding, yield* Instant.now)
  if (user_id === undefined) {
    return passwordStep(visit, place, { problem: "That took too long. Sign in again.", status: 401 })
  }
  return yield* Effect.matchEffect(credentials.verifyTotp(user_id, fieldOf(visit, "code").replaceAll(/\s/g, "")), {
    onFailure: (error) =>
      Effect.succeed(
        codeStep(visit, place, {
          ticket,
          problem: `${error.message}.`,
          status: error._tag === "SignInThrottled" ? 429 : 401
        })
      ),
    onSuccess: Effect.fnUntraced(function*() {
      const account = yield* credentials.find(user_id)
      return Option.isNone(account)
        ? staleForm(visit)
        : yield* signedIn(visit, place, account.value, ["pwd", "otp", "mfa"])
    })
  })
})
