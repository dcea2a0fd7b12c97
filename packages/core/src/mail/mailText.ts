import type { MailBrand } from "./MailBrand.ts"
import type { MailLocale } from "./MailLocale.ts"
import type { RenderedBlock } from "./mailPage.ts"

/** Text part of a mail. The footer follows the delimiter of signatures (RFC 3676, section 4.3). */
export const mailText = (
  blocks: ReadonlyArray<RenderedBlock>,
  { footer, links, signature }: MailBrand,
  locale: MailLocale
): string => {
  const paragraphs = [
    ...blocks.map(({ text, url }) => url === undefined ? text : `${text}:\n${url}`),
    ...signature === undefined ? [] : [signature]
  ]
  const foot = [...footer, ...links.map(({ label, url }) => `${label[locale]}: ${url}`)]
  return `${paragraphs.join("\n\n")}\n${foot.length === 0 ? "" : `\n-- \n${foot.join("\n")}\n`}`
}
