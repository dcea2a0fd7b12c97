import { type MailLocale, mailLocales } from "@namewright/core/mail"
import type { Headers } from "effect/http"

/** Language of a page for an `Accept-Language` header (RFC 9110, section 12.5.4), otherwise `fallback`. */
export const pageLocale = (acceptLanguage: string | undefined, fallback: MailLocale = "en"): MailLocale => {
  const ranges = (acceptLanguage ?? "").split(",").map((range) => {
    const [tag = "", ...parameters] = range.toLowerCase().split(";").map((part) => part.trim())
    const quality = parameters.map((one) => /^q=([01](?:\.\d{0,3})?)$/.exec(one)?.[1]).find((one) => one !== undefined)
    return { language: tag.split("-")[0], quality: quality === undefined ? 1 : Number(quality) }
  })
  const [best] = ranges.toSorted((a, b) => b.quality - a.quality).flatMap(({ language, quality }) =>
    quality > 0 ? mailLocales.filter((locale) => locale === language) : []
  )
  return best ?? fallback
}

/** True for a browser that opens a page; programs that read JSON do not name `text/html`. */
export const wantsPage = ({ accept }: Headers.Headers): boolean => accept?.toLowerCase().includes("text/html") === true
