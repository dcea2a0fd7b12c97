import { Effect, Option, Schema } from "effect"
import { type User, UserStore } from "../../access/index.ts"
import { Email } from "../../contacts/index.ts"
import { mailAddressOf, type MailLocale, mailLocaleOf } from "../../mail/index.ts"
import {
  OrganizationAttributeStore,
  OrganizationStore,
  type StoredOrganization,
  verificationNoticeKeys
} from "../../organizations/index.ts"
import type { OrganizationId } from "../../shared/index.ts"

/** Recipient of a mail to an organization. */
export interface NoticeRecipient {
  /** Distinguishes the recipients of one organization. */
  readonly key: string
  readonly to: string
  readonly name: string
  readonly locale: MailLocale
}

/** Maximum number of administrators who get a mail, the oldest accounts first. */
const maximumRecipients = 20

const isAddress = Schema.is(Email)

/**
 * Recipients of mails about required verifications: the address of the organization's attribute
 * `verification_notification_email`, by default its administrators, and those of its parent if it has none. Nobody if the
 * attribute `verification_notification_enabled` is false. Source: gaps of the REST specification, "Attestation".
 */
export const makeVerificationRecipients = Effect.gen(function*() {
  const attributes = yield* OrganizationAttributeStore
  const organizations = yield* OrganizationStore
  const users = yield* UserStore

  const settingsOf = Effect.fnUntraced(function*(organization: OrganizationId) {
    const stored = (yield* attributes.list([organization])).get(organization) ?? []
    const valueOf = (wanted: string) => stored.find(({ key }) => key === wanted)?.value
    const address = valueOf(verificationNoticeKeys.email)
    const enabled = valueOf(verificationNoticeKeys.enabled)
    return {
      address: isAddress(address) ? address : undefined,
      isEnabled: enabled !== false && enabled !== "false"
    }
  })

  const administrators = (organization: OrganizationId) =>
    Effect.map(users.list(organization), (all) => all.filter(isAdministrator).slice(0, maximumRecipients))

  return Effect.fnUntraced(function*(id: OrganizationId): Effect.fn.Return<ReadonlyArray<NoticeRecipient>> {
    const organization = Option.getOrUndefined(yield* organizations.find(id))
    const { address, isEnabled } = yield* settingsOf(id)
    if (organization === undefined || !isEnabled) return []
    if (address !== undefined) return [atAddress(organization, address)]
    const own = yield* administrators(id)
    const parent = organization.parent_organization_id
    return (own.length > 0 || parent === null ? own : yield* administrators(parent)).map(asUser)
  })
})

const isAdministrator = ({ role }: User): boolean => role === "owner" || role === "admin"

const atAddress = ({ country_code, default_locale, name }: StoredOrganization, address: string): NoticeRecipient => ({
  key: "organization",
  to: mailAddressOf(address),
  name,
  locale: mailLocaleOf({ locale: default_locale, country: country_code })
})

const asUser = (user: User): NoticeRecipient => ({
  key: user.user_id,
  to: user.email,
  name: `${user.first_name} ${user.last_name}`,
  locale: mailLocaleOf(user)
})
