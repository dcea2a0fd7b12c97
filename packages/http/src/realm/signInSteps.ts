import { type SignInAccount, UserCredentials } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Effect, Option, Redacted } from "effect"
import { setCookie } from "./cookies.ts"
import { formTokens } from "./FormTokens.ts"
import { secondFactorPage, signInPage } from "./pages/signInPages.ts"
import { type SignIn, SignIns } from "./SignIns.ts"
import { type Answer, fieldOf, formTokenOf, pageAnswer, staleForm, type Visit } from "./Visit.ts"

/** URLs and purpose of a sign-in. */
export interface SignInTarget {
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

/** Page with username and password. */
export const passwordStep = (
  visit: Visit,
  target: SignInTarget,
  { login, problem, status }: {
    readonly login?: string | undefined
    readonly problem?: string | undefined
    readonly status?: number | undefined
  } = {}
): Answer =>
  pageAnswer(
    visit,
    signInPage(visit.urls, {
      action: target.passwordAction,
      token: formTokenOf(visit, target.purpose),
      clientName: target.clientName,
      cancel: target.cancel,
      login,
      problem
    }),
    { status, sendsTo: target.sendsTo }
  )

const codeStep = (
  visit: Visit,
  target: SignInTarget,
  { problem, status, ticket }: {
    readonly ticket: string
    readonly problem?: string | undefined
    readonly status?: number | undefined
  }
): Answer =>
  pageAnswer(
    visit,
    secondFactorPage(visit.urls, {
      action: target.codeAction,
      token: formTokenOf(visit, target.purpose),
      cancel: target.cancel,
      locale: "en",
      problem,
      ticket
    }),
    { status, sendsTo: target.sendsTo }
  )

const signedIn = Effect.fnUntraced(
  function*(visit: Visit, target: SignInTarget, account: SignInAccount, methods: ReadonlyArray<string>) {
    const signIns = yield* SignIns
    const signIn = yield* signIns.begin(account, methods, visit.signIn?.id)
    return setCookie(visit.urls, "signIn", signIn.id)(yield* target.onward(signIn))
  }
)

/** Handles the form with username and password. */
export const takePassword = Effect.fnUntraced(function*(visit: Visit, target: SignInTarget) {
  const credentials = yield* UserCredentials
  const login = fieldOf(visit, "login").trim()
  const password = Redacted.make(fieldOf(visit, "password"))
  return yield* Effect.matchEffect(credentials.verifyPassword(login, password, visit.address), {
    onFailure: (error) =>
      Effect.succeed(
        passwordStep(visit, target, {
          login,
          problem: `${error.message}.`,
          status: error._tag === "SignInThrottled" ? 429 : 401
        })
      ),
    onSuccess: Effect.fnUntraced(function*(account) {
      if (!account.second_factor) return yield* signedIn(visit, target, account, ["pwd"])
      const now = yield* Instant.now
      const binding = { browser: visit.browser, signIn: undefined, purpose: target.purpose }
      const ticket = formTokens(visit.keyring).issueTicket(account.user.user_id, binding, now)
      return codeStep(visit, target, { ticket })
    })
  })
})

/** Handles the form with the code of the second factor. */
export const takeCode = Effect.fnUntraced(function*(visit: Visit, target: SignInTarget) {
  const credentials = yield* UserCredentials
  const ticket = fieldOf(visit, "ticket")
  const binding = { browser: visit.browser, signIn: undefined, purpose: target.purpose }
  const user_id = formTokens(visit.keyring).readTicket(ticket, binding, yield* Instant.now)
  if (user_id === undefined) {
    return passwordStep(visit, target, { problem: "That took too long. Sign in again.", status: 401 })
  }
  return yield* Effect.matchEffect(credentials.verifyCode(user_id, fieldOf(visit, "code"), visit.address), {
    onFailure: (error) =>
      Effect.succeed(
        codeStep(visit, target, {
          ticket,
          problem: `${error.message}.`,
          status: error._tag === "SignInThrottled" ? 429 : 401
        })
      ),
    onSuccess: Effect.fnUntraced(function*() {
      const account = yield* credentials.find(user_id)
      return Option.isNone(account)
        ? staleForm(visit)
        : yield* signedIn(visit, target, account.value, ["pwd", "otp", "mfa"])
    })
  })
})
