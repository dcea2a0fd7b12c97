import { Effect, Layer, Option, Schema } from "effect"
import { makeIsBelow, type User, UserCredentialStore, UserId } from "../access/index.ts"
import { type JobId, JobKinds } from "../jobs/index.ts"
import { mailLocaleOf, Mails, mailTemplates, secondsToNextMail } from "../mail/index.ts"
import { Instant, limits, type OrganizationId, PlatformSettings, Transaction } from "../shared/index.ts"
import { LoginJobs, type LoginMail, loginMailKind, LoginMailPayload } from "./LoginJobs.ts"
import { passwordPage, resetPage } from "./signInPages.ts"
import { UserLinks } from "./UserLinks.ts"

const readPayload = Schema.decodeUnknownEffect(LoginMailPayload)

const isUserId = Schema.is(UserId)

const blockedPerDay = 1

/** Registers the jobs that send mails to the users of logins. */
export const UserMailJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const jobs = yield* LoginJobs
  const mails = yield* Mails
  const links = yield* UserLinks
  const credentials = yield* UserCredentialStore
  const isBelow = yield* makeIsBelow
  const transaction = yield* Transaction
  const { sign_in_pages } = yield* PlatformSettings

  const isLimited = Effect.fnUntraced(function*(
    { email: to, organization_id }: User,
    template: { readonly name: string },
    perDay: number
  ) {
    const earlier = yield* mails.sentTo({ organization_id, template, to }, perDay)
    return (yield* secondsToNextMail(earlier, perDay)) > 0
  })

  const sendReset = Effect.fnUntraced(function*(user: User, cause: string, pages: string) {
    const template = mailTemplates.passwordReset
    if (yield* isLimited(user, template, limits.userLinks.mailsPerDay)) return
    const seconds = limits.userLinks.resetMinutes * 60
    const token = yield* links.issue("PasswordReset", user, seconds)
    const values = { ...names(user), password_url: passwordPage(pages, token) }
    yield* mails.send({ ...common(user), cause, template, values })
  })

  const sendBlocked = Effect.fnUntraced(function*(user: User, cause: string, pages: string) {
    const template = mailTemplates.signInBlocked
    if (yield* isLimited(user, template, blockedPerDay)) return

    const values = { ...names(user), day: yield* Instant.now, reset_url: resetPage(pages) }
    yield* mails.send({ ...common(user), cause, template, values })
  })

  const sends = { password_reset: sendReset, sign_in_blocked: sendBlocked }

  const send = Effect.fn("UserMailJobs.send")(function*(
    mail: LoginMail,
    login: string,
    tenant: OrganizationId | undefined,
    job_id: JobId
  ) {
    if (sign_in_pages === undefined) return
    const found = yield* isUserId(login) ? credentials.find(login) : credentials.findByLogin(login)
    if (Option.isNone(found)) return
    if (tenant !== undefined && !(yield* isBelow(found.value.user.organization_id, tenant))) return
    const cause = `${mail}/${job_id}`
    yield* transaction.atomically(Effect.gen(function*() {
      // A job that runs again must not end the link that it has sent.
      if (Option.isSome(yield* mails.findByCause(cause))) return
      yield* sends[mail](found.value.user, cause, sign_in_pages)
    }))
  })

  yield* kinds.registerKind({
    kind: loginMailKind,
    topic: "mail",
    run: Effect.fnUntraced(function*({ job_id, payload }) {
      const read = yield* Effect.orDie(readPayload(payload))
      yield* send(read.mail, yield* jobs.login(read), read.tenant, job_id)
      return null
    })
  })
}))

const common = (user: User) => ({
  organization_id: user.organization_id,
  to: user.email,
  locale: mailLocaleOf(user)
})

const names = ({ first_name, last_name, username }: User) => ({ name: `${first_name} ${last_name}`, username })
