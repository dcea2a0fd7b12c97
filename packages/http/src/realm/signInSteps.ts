import { type SignInAccount, UserCredentials } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Effect, Option, Redacted } from "effect"
import { setCookie } from "./cookies.ts"
import type { Ticket } from "./FormTokens.ts"
import { offersPasskeys } from "./offersPasskeys.ts"
import { secondFactorPage, signInPage } from "./pages/signInPages.ts"
import { problemTexts } from "./pages/texts/problemTexts.ts"
import { signInProblem } from "./signInProblems.ts"
import { type SignIn, SignIns } from "./SignIns.ts"
import { type Answer, fieldOf, formTokenOf, formTokensOf, pageAnswer, staleForm, type Visit } from "./Visit.ts"

/** URLs and purpose of a sign-in. */
export interface SignInTarget {
  /** Purpose of its forms; see `FormBinding`. */
  readonly purpose: string
  readonly passwordAction: string
  readonly codeAction: string
  readonly passkeyAction: string
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
      locale: visit.locale,
      action: target.passwordAction,
      passkeyAction: offersPasskeys(visit) ? target.passkeyAction : undefined,
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
  { account, problem, status, ticket }: {
    readonly account: SignInAccount | undefined
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
      locale: visit.locale,
      authenticator: account?.authenticator ?? true,
      passkeyAction: (account?.passkeys ?? 0) > 0 && offersPasskeys(visit) ? target.passkeyAction : undefined,
      problem,
      ticket
    }),
    { status, sendsTo: target.sendsTo }
  )

/** Begins a sign-in, and continues to its destination. */
export const signedIn = Effect.fnUntraced(
  function*(visit: Visit, target: SignInTarget, account: SignInAccount, methods: ReadonlyArray<string>) {
    const signIns = yield* SignIns
    const signIn = yield* signIns.begin(account, methods, visit.signIn?.id, {
      user_agent: (visit.request.headers["user-agent"] ?? "").slice(0, 256),
      address: visit.address ?? null
    })
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
          problem: signInProblem(visit.locale, error),
          status: error._tag === "SignInThrottled" ? 429 : 401
        })
      ),
    onSuccess: Effect.fnUntraced(function*(account) {
      if (!account.second_factor) return yield* signedIn(visit, target, account, ["pwd"])
      const now = yield* Instant.now
      const binding = { browser: visit.browser, signIn: undefined, purpose: target.purpose }
      const ticket = formTokensOf(visit).issueTicket(account, binding, now)
      return codeStep(visit, target, { account, ticket })
    })
  })
})

/** Password step after the ticket of an earlier one has expired. */
export const lateSignIn = (visit: Visit, target: SignInTarget): Answer =>
  passwordStep(visit, target, { problem: problemTexts[visit.locale].late, status: 401 })

/** The ticket of the password step; undefined if it is not valid for this browser and sign-in. */
export const ticketOf = (
  visit: Visit,
  { purpose }: SignInTarget,
  ticket: string,
  now: Instant.Instant
): Ticket | undefined =>
  formTokensOf(visit).readTicket(ticket, { browser: visit.browser, signIn: undefined, purpose }, now)

/** Handles the form with the code of the second factor, or a backup code. */
export const takeCode = Effect.fnUntraced(function*(visit: Visit, target: SignInTarget) {
  const credentials = yield* UserCredentials
  const ticket = fieldOf(visit, "ticket")
  const read = ticketOf(visit, target, ticket, yield* Instant.now)
  if (read === undefined) return lateSignIn(visit, target)
  const { isOf, user_id } = read
  return yield* Effect.matchEffect(credentials.verifyCode(user_id, fieldOf(visit, "code"), visit.address), {
    onFailure: (error) =>
      Effect.map(credentials.find(user_id), (account) =>
        codeStep(visit, target, {
          account: Option.getOrUndefined(account),
          ticket,
          problem: signInProblem(visit.locale, error),
          status: error._tag === "SignInThrottled" ? 429 : 401
        })),
    onSuccess: Effect.fnUntraced(function*() {
      const account = yield* credentials.find(user_id)
      if (Option.isNone(account)) return staleForm(visit)
      return isOf(account.value)
        ? yield* signedIn(visit, target, account.value, ["pwd", "otp", "mfa"])
        : lateSignIn(visit, target)
    })
  })
})
