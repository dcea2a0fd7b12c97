import { Schema } from "effect"

/** Languages of the mail templates. The first is used where no other one is known. */
export const MailLocale = Schema.Literals(["en", "de"]).annotate({ identifier: "MailLocale" })
export type MailLocale = typeof MailLocale.Type
export const mailLocales = MailLocale.literals

/** Countries whose recipients get mails in German, unless their locale is known. ISO 3166-1. */
const germanCountries: ReadonlySet<string> = new Set(["DE", "AT", "CH", "LI"])

/** Members of a recipient that determine the language of a mail. Both may be unknown. */
export interface MailRecipientLanguage {
  /** Locale of a user or an organization, such as `de` or `en_US`. */
  readonly locale?: string | null | undefined
  /** Country of a contact or an organization, ISO 3166-1. */
  readonly country?: string | null | undefined
}

/** Language of a mail: that of the locale, otherwise that of the country, otherwise English. */
export const mailLocaleOf = ({ country, locale }: MailRecipientLanguage): MailLocale => {
  const language = locale?.split(/[_-]/)[0]?.toLowerCase()
  const known = mailLocales.find((one) => one === language)
  if (known !== undefined) return known
  if (language !== undefined && language !== "") return "en"
  return germanCountries.has(country?.toUpperCase() ?? "") ? "de" : "en"
}
