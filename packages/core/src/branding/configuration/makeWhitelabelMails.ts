import { Effect } from "effect"
import { mailLocaleOf, Mails, mailTemplates, type MailText } from "../../mail/index.ts"
import { makePermittedUsers } from "../../people/index.ts"
import { Instant } from "../../shared/index.ts"
import type { OnboardingFailureCode } from "./Whitelabel.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"

const reasons: Partial<Record<OnboardingFailureCode, MailText>> = {
  zone_not_owned: {
    en: "Its zone does not belong to your organization any more, or is not served.",
    de: "Ihre Zone gehört nicht mehr Ihrer Organisation oder wird nicht mehr ausgeliefert."
  },
  delegation_missing: {
    en: "It is not delegated.",
    de: "Sie ist nicht delegiert."
  },
  delegation_mismatch: {
    en: "It is delegated to other nameservers than ours.",
    de: "Sie ist an andere Nameserver als unsere delegiert."
  }
}

const otherReason: MailText = {
  en: "Its hosts cannot be served any more.",
  de: "Ihre Hosts können nicht mehr ausgeliefert werden."
}

const consequences = {
  warning: {
    en: "Unless this is resolved, your hosts at this domain are taken out of service after 24 hours.",
    de: "Wird dies nicht behoben, werden Ihre Hosts unter dieser Domain nach 24 Stunden außer Betrieb genommen."
  },
  ended: {
    en:
      "Your hosts at this domain are out of service, and their records and certificate are removed. When the domain is "
      + "yours again and delegated to us, request another check to set them up again.",
    de:
      "Ihre Hosts unter dieser Domain sind außer Betrieb, und ihre Einträge und ihr Zertifikat sind entfernt. Wenn die "
      + "Domain wieder Ihnen gehört und an uns delegiert ist, veranlassen Sie eine erneute Prüfung, um sie wieder einzurichten."
  }
} as const satisfies Record<string, MailText>

/** Mails to the people who manage the brand of an organization, in the caller's transaction. */
export const makeWhitelabelMails = Effect.gen(function*() {
  const mails = yield* Mails
  const permittedUsers = yield* makePermittedUsers

  /** The domain of hosts was lost (`ended`), or is lost unless a problem is resolved (`warning`). */
  const domainProblem = Effect.fnUntraced(function*(
    { organization_id, own_hostname, whitelabel_branding_id }: StoredWhitelabel,
    code: OnboardingFailureCode,
    stage: keyof typeof consequences,
    now: Instant.Instant
  ) {
    const reason = reasons[code] ?? otherReason
    const users = yield* permittedUsers(organization_id, "whitelabel_branding:manage")
    yield* mails.sendAll(users.map((user) => {
      const locale = mailLocaleOf(user)
      return {
        cause: `whitelabel_domain_problem/${whitelabel_branding_id}/${Instant.format(now)}/${user.user_id}`,
        organization_id,
        to: user.email,
        locale,
        template: mailTemplates.whitelabelDomainProblem,
        values: {
          name: `${user.first_name} ${user.last_name}`,
          domain_name: own_hostname ?? "",
          reason: reason[locale],
          consequence: consequences[stage][locale]
        }
      }
    }))
  })

  return { domainProblem }
})
