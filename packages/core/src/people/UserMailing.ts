import { DateTime, Effect, Layer, Option } from "effect"
import { type User, UserMails } from "../access/index.ts"
import { mailLocaleOf, Mails, mailTemplates, secondsToNextMail } from "../mail/index.ts"
import { OrganizationStore } from "../organizations/index.ts"
import { Entropy, Instant, limits, PlatformSettings } from "../shared/index.ts"
import { passwordPage } from "./signInPages.ts"
import { UserLinks } from "./UserLinks.ts"

const invitationSeconds = limits.userLinks.invitationDays * 86_400

/** Implements the port of `access` for mails to users. */
export const layer = Layer.effect(
  UserMails,
  Effect.gen(function*() {
    const mails = yield* Mails
    const links = yield* UserLinks
    const organizations = yield* OrganizationStore
    const entropy = yield* Entropy
    const { sign_in_pages } = yield* PlatformSettings

    const organizationName = ({ organization_id }: User) =>
      Effect.map(
        organizations.find(organization_id),
        Option.match({ onNone: () => organization_id, onSome: ({ name }) => name })
      )

    const invite = Effect.fn("UserMails.invite")(function*(user: User) {
      if (sign_in_pages === undefined) return { type: "unavailable" } as const
      const { email: to, organization_id } = user
      const template = mailTemplates.userInvitation
      const { mailsPerDay } = limits.userLinks
      const earlier = yield* mails.sentTo({ organization_id, template, to }, mailsPerDay)
      const retry_after = yield* secondsToNextMail(earlier, mailsPerDay)
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

    return UserMails.of({ invite })
  })
)
