import { DateTime, Record, Schema } from "effect"
import type { Instant } from "../shared/index.ts"
import { type MailBrand, plainMailBrand } from "./MailBrand.ts"
import { MailLocale, mailLocales } from "./MailLocale.ts"
import type { MailContent } from "./MailMessage.ts"
import { type MailBlock, type MailTemplate, type MailVariable, renderMail } from "./MailTemplate.ts"
import * as templates from "./templates/index.ts"

const Texts = Schema.Record(MailLocale, Schema.String)

/** A template as editors of its texts need it. Source: REST specification, "Whitelabel branding". */
export const MailTemplateView = Schema.Struct({
  label: Schema.String,
  /** Raised when variables or blocks change. */
  version: Schema.Int,
  /** The first is used where a text is missing in another one. */
  locales: Schema.Array(MailLocale),
  subject: Texts,
  blocks: Schema.Record(
    Schema.String,
    Schema.Struct({
      label: Schema.String,
      default: Texts,
      /** Maximum length of a text in characters. */
      max_len: Schema.Int,
      multiline: Schema.Boolean
    })
  ),
  variables: Schema.Record(
    Schema.String,
    Schema.Struct({ type: Schema.Literals(["text", "url"]), required: Schema.Boolean, sample: Schema.String })
  )
}).annotate({ identifier: "MailTemplate" })
export type MailTemplateView = typeof MailTemplateView.Type

/** Maximum characters of the text of a paragraph, and of the label of a link. */
const maximumLength = { paragraph: 2_000, link: 80 }

const blockView = ({ label, link, text }: MailBlock) => ({
  label,
  default: text,
  max_len: link === undefined ? maximumLength.paragraph : maximumLength.link,
  multiline: link === undefined
})

const variableView = ({ sample, type }: MailVariable) => ({
  type: type === "url" ? "url" as const : "text" as const,
  required: true,
  sample
})

const view = ({ blocks, label, subject, variables, version }: MailTemplate): MailTemplateView => ({
  label,
  version,
  locales: mailLocales,
  subject,
  blocks: Record.map(blocks, blockView),
  variables: Record.map(variables, variableView)
})

/** Every template, by name. */
export const mailTemplatesByName: ReadonlyMap<string, MailTemplate> = new Map(
  Object.values<MailTemplate>(templates).map((template) => [template.name, template])
)

/** Every template as editors see it, by name. */
export const mailTemplateCatalog: Readonly<Record<string, MailTemplateView>> = Object.fromEntries(
  [...mailTemplatesByName].map(([name, template]) => [name, view(template)])
)

const sampleOf = ({ sample, type }: MailVariable): string | Instant.Instant =>
  type === "date" ? DateTime.makeUnsafe(sample) : sample

/** A template with its samples as values. Undefined if there is no such template. */
export const mailPreview = (
  name: string,
  locale: MailLocale,
  brand: MailBrand = plainMailBrand
): MailContent | undefined => {
  const template = mailTemplatesByName.get(name)
  return template && renderMail(template, Record.map(template.variables, sampleOf), locale, brand)
}
