import { DateTime, Effect, Layer, Option } from "effect"
import { type AccountNotice, type User, UserCredentialStore, UserMails } from "../access/index.ts"
import { mailLocaleOf, Mails, mailTemplates, secondsToNextMail } from "../mail/index.ts"
import { OrganizationStore } from "../organizations/index.ts"
import { Entropy, Instant, limits, PlatformSettings } from "../shared/index.ts"
import { AddressChanges } from "./AddressChanges.ts"
import { LoginJobs } from "./LoginJobs.ts"
import { passwordPage, resetPage } from "./signInPages.ts"
import { UserLinks } from "./UserLinks.ts"

const invitationSeconds = limits.userLinks.invitationDays * 86_400

const notices = {
  password_changed: mailTemplates.passwordChanged,
  second_factor_added: mailTemplates.secondFactorAdded,
  second_factor_removed: mailTemplates.secondFactorRemoved,
  backup_codes_renewed: mailTemplates.backupCodesRenewed,
  passkey_added: mailTemplates.passkeyAdded,
  passkey_removed: mailTemplates.passkeyRemoved
} as const

/** Implements the port of `access` for mails to users. */
export const layer = Layer.effect(
  UserMails,
  Effect.gen(function*() {
    const mails = yield* Mails
    const links = yield* UserLinks
    const organizations = yield* OrganizationStore
    const jobs = yield* LoginJobs
    const changes = yield* AddressChanges
    const credentials = yield* UserCredentialStore
    const entropy = yield* Entropy
    const { sign_in_pages } = yield* PlatformSettings

    const organizationName = ({ organization_id }: User) =>
      Effect.map(
        organizations.find(organization_id),
        Option.match({ onNone: () => organization_id, onSome: ({ name }) => name })
      )

    const secondsToNext = Effect.fnUntraced(
      function*({ organization_id }: User, template: { readonly name: string }, to: string) {
        const { mailsPerDay } = limits.userLinks
        return yield* secondsToNextMail(
          yield* mails.sentTo({ organization_id, template, to }, mailsPerDay),
          mailsPerDay
        )
      }
    )

    const invite = Effect.fn("UserMails.invite")(function*(user: User) {
      if (sign_in_pages === undefined) return { type: "unavailable" } as const
      const { email: to, organization_id } = user
      const template = mailTemplates.userInvitation
      const retry_after = yield* secondsToNext(user, template, to)
      if (retry_after > 0) return { type: "limited", retry_after } as const
      const token = yield* links.issue("UserInvitation", user, invitationSeconds)
      yield* mails.send({
        cause: `user_invitation/${user.user_id}/${yield* entropy.uuidV4()}`,
        organization_id,
        to,
        locale: mailLocaleOf(user),
        template,
        values: {
          name: `${user.first_name} ${user.last_name}`,
          organization: yield* organizationName(user),
          username: user.username,
          password_url: passwordPage(sign_in_pages, token),
          expires_on: DateTime.add(yield* Instant.now, { seconds: invitationSeconds })
        }
      })
      return { type: "sent" } as const
    })

    const changeAddress = Effect.fn("UserMails.changeAddress")(
      function*(user: User, email: string, confirmedAt: "both" | "new") {
        const stored = yield* credentials.find(user.user_id)
        const hasPassword = Option.exists(stored, ({ password_hash }) => password_hash !== null)
        if (sign_in_pages === undefined || !hasPassword) return { type: "unconfirmed" } as const
        // Each request also sends a mail to the present address, which limits the requests for different new addresses.
        const retry_after = Math.max(
          yield* secondsToNext(user, mailTemplates.addressConfirmation, email),
          yield* secondsToNext(user, mailTemplates.addressChangeRequested, user.email)
        )
        if (retry_after > 0) return { type: "limited", retry_after } as const
        yield* changes.begin(user, email, confirmedAt, sign_in_pages)
        return { type: "pending" } as const
      }
    )

    const notify = Effect.fn("UserMails.notify")(function*(user: User, notice: AccountNotice) {
      if (sign_in_pages === undefined) return
      yield* mails.send({
        cause: `${notice}/${user.user_id}/${yield* entropy.uuidV4()}`,
        organization_id: user.organization_id,
        to: user.email,
        locale: mailLocaleOf(user),
        template: notices[notice],
        values: {
          name: `${user.first_name} ${user.last_name}`,
          username: user.username,
          day: yield* Instant.now,
          reset_url: resetPage(sign_in_pages)
        }
      })
    })

    const signInBlocked = (login: string) =>
      sign_in_pages === undefined ? Effect.void : jobs.request("sign_in_blocked", login)

    return UserMails.of({ changeAddress, invite, notify, signInBlocked })
  })
)
