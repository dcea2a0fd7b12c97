import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { SealedSecrets, SignInSite } from "../access/index.ts"
import { JobQueue } from "../jobs/index.ts"
import { OrganizationId } from "../shared/index.ts"

/** Kind of the jobs that send a mail to the user of a login, if there is one. */
export const loginMailKind = "login_mail"

/** Mails to the user of a submitted login. */
export const LoginMail = Schema.Literals(["password_reset", "sign_in_blocked"])
export type LoginMail = typeof LoginMail.Type

/** Payload of the jobs. The login is sealed, because people type passwords into the field for it. */
export const LoginMailPayload = Schema.Struct({
  mail: LoginMail,
  login: Schema.String,
  /** Users of other organizations get no mail, because they have no account where the login was submitted. */
  tenant: Schema.optionalKey(OrganizationId)
})

/** Longest text that is a login, in characters: an email address. */
const loginText = /^[^\s\p{Cc}]{1,254}$/u

/**
 * Requests of mails to the user of a login. A job looks for the user, so the time of the request does not show whether there
 * is one.
 */
export class LoginJobs extends Context.Service<LoginJobs, {
  readonly request: (mail: LoginMail, login: string) => Effect.Effect<void>
  /** The login of a job. */
  readonly login: (payload: typeof LoginMailPayload.Type) => Effect.Effect<string>
}>()("@namewright/core/people/LoginJobs") {
  static readonly layer = Layer.effect(
    LoginJobs,
    Effect.gen(function*() {
      const queue = yield* JobQueue
      const sealed = yield* SealedSecrets
      return LoginJobs.of({
        request: Effect.fn("LoginJobs.request")(function*(mail: LoginMail, login: string) {
          if (!loginText.test(login)) return
          const text = yield* sealed.seal(Redacted.make(login), loginMailKind)
          const { tenant } = yield* SignInSite
          const payload = { mail, login: text, ...(tenant === null ? {} : { tenant }) }
          yield* queue.enqueue({ kind: loginMailKind, organization_id: null, payload })
        }),
        login: (payload) => Effect.map(sealed.open(payload.login, loginMailKind), Redacted.value)
      })
    })
  )
}
