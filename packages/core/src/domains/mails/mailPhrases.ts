import { DateTime } from "effect"
import { mailDate, type MailLocale, type MailText } from "../../mail/index.ts"
import type { DemandedClaim, Instant, VerificationDeadline } from "../../shared/index.ts"
import type { RenewalMode } from "../Domain.ts"

/** Renewal of a domain before its expiry, by its mode. */
export const renewalPhrases: Readonly<Record<RenewalMode, MailText>> = {
  renew: {
    en: "It is renewed automatically. You need not do anything, unless you want to give it up.",
    de: "Sie wird automatisch verlängert. Sie müssen nichts tun, es sei denn, Sie möchten sie aufgeben."
  },
  expire: {
    en: "It is not renewed automatically. Contact us before that day if you want to keep it; otherwise it is deleted.",
    de:
      "Sie wird nicht automatisch verlängert. Melden Sie sich vor diesem Tag, wenn Sie sie behalten möchten; andernfalls wird sie gelöscht."
  }
}

/** A domain that was not renewed. */
export const expiredPhrase: MailText = {
  en: "It has not been renewed. Contact us at once if you want to keep it; otherwise it will be deleted.",
  de:
    "Sie wurde nicht verlängert. Melden Sie sich umgehend, wenn Sie sie behalten möchten; andernfalls wird sie gelöscht."
}

type Direction = "INBOUND_TRANSFER" | "OUTBOUND_TRANSFER"

/** Phrases about a transfer; `name` is that of the domain. */
interface TransferPhrases {
  readonly requested: Readonly<Record<MailLocale, (name: string) => string>>
  readonly completed: Readonly<Record<MailLocale, (name: string) => string>>
}

export const transferPhrases: Readonly<Record<Direction, TransferPhrases>> = {
  INBOUND_TRANSFER: {
    requested: {
      en: (name) => `The transfer of ${name} from its present registrar to us was requested.`,
      de: (name) => `Der Transfer von ${name} von ihrem bisherigen Registrar zu uns wurde beantragt.`
    },
    completed: {
      en: (name) => `The domain ${name} was transferred to us.`,
      de: (name) => `Die Domain ${name} wurde zu uns transferiert.`
    }
  },
  OUTBOUND_TRANSFER: {
    requested: {
      en: (name) => `Another registrar has requested the transfer of ${name}.`,
      de: (name) => `Ein anderer Registrar hat den Transfer von ${name} beantragt.`
    },
    completed: {
      en: (name) => `The domain ${name} was transferred to another registrar.`,
      de: (name) => `Die Domain ${name} wurde zu einem anderen Registrar transferiert.`
    }
  }
}

/** Advice to a registrant about a requested transfer that the registry carries out at `on`, if that is known. */
export const objectionPhrase = (locale: MailLocale, on: Instant.Instant | null): string => {
  const day = on === null ? null : mailDate(locale, on)
  return locale === "de"
    ? `Wenn Sie das nicht möchten, melden Sie sich umgehend. Ohne Widerspruch findet der Transfer ${
      day === null ? "danach" : `spätestens am ${day}`
    } statt.`
    : `If you do not want it, contact us at once. Without an objection, the transfer takes place ${
      day === null ? "afterwards" : `on ${day} at the latest`
    }.`
}

/** Advice about a completed transfer. */
export const afterTransferPhrase: MailText = {
  en: "If you did not want it, contact us at once.",
  de: "Wenn Sie das nicht wollten, melden Sie sich umgehend."
}

const claimNames: Readonly<Record<DemandedClaim, MailText>> = {
  name: { en: "name", de: "Name" },
  address: { en: "postal address", de: "Anschrift" },
  email: { en: "email address", de: "E-Mail-Adresse" },
  phone: { en: "phone number", de: "Telefonnummer" }
}

/** Claims as a list in a language, such as `name, email address`. */
export const claimsPhrase = (claims: ReadonlyArray<DemandedClaim>, locale: MailLocale): string =>
  claims.map((claim) => claimNames[claim][locale]).join(", ")

const measures: Readonly<Record<VerificationDeadline["type"], Readonly<Record<MailLocale, (day: string) => string>>>> =
  {
    dedelegation: {
      en: (day) => `Without it, the domain is removed from the DNS on ${day}.`,
      de: (day) => `Andernfalls wird die Domain am ${day} aus dem DNS entfernt.`
    },
    deletion: {
      en: (day) => `Without it, the domain is deleted on ${day}.`,
      de: (day) => `Andernfalls wird die Domain am ${day} gelöscht.`
    }
  }

const noDeadline: MailText = {
  en: "Please have it verified soon.",
  de: "Bitte lassen Sie sie bald verifizieren."
}

/** Measures of a registry at its deadlines, the earliest first. */
export const consequencePhrase = (deadlines: ReadonlyArray<VerificationDeadline>, locale: MailLocale): string =>
  deadlines.length === 0
    ? noDeadline[locale]
    : deadlines.toSorted((a, b) => DateTime.Order(a.date, b.date))
      .map(({ date, type }) => measures[type][locale](mailDate(locale, date))).join(" ")
