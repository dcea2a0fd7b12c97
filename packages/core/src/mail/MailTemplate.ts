import { DateTime } from "effect"
import type { Instant } from "../shared/index.ts"
import { type MailBrand, plainMailBrand } from "./MailBrand.ts"
import { type MailLocale, mailLocales } from "./MailLocale.ts"
import type { MailContent } from "./MailMessage.ts"
import { mailPage } from "./mailPage.ts"
import { mailText } from "./mailText.ts"

/** Types of the variables of a template and of their values. */
interface VariableTypes {
  /** One line of text. */
  readonly text: string
  /** An http or https URL. */
  readonly url: string
  /** Shown as a date in UTC, in the form of the language. */
  readonly date: Instant.Instant
}

export interface MailVariable {
  readonly type: keyof VariableTypes
  /** Value in previews. */
  readonly sample: string
}

/** A text in every language, with placeholders such as `{{name}}`. */
export type MailText = { readonly [Locale in MailLocale]: string }

/** Paragraph of a mail, or a link with the text as its label. */
export interface MailBlock {
  /** Name in an editor of templates. */
  readonly label: string
  readonly text: MailText
  /** Name of a variable of the type `url`: the block is a link to it. */
  readonly link?: string
}

/** Template of a mail, as data. Blocks are shown in their order. */
export interface MailTemplate<
  V extends Readonly<Record<string, MailVariable>> = Readonly<Record<string, MailVariable>>
> {
  readonly name: string
  /** Name in an editor of templates. */
  readonly label: string
  /** Raised when variables or blocks change. */
  readonly version: number
  readonly variables: V
  readonly subject: MailText
  readonly blocks: Readonly<Record<string, MailBlock>>
}

/** Values of the variables of a template. */
export type MailValues<V extends Readonly<Record<string, MailVariable>>> = {
  readonly [Name in keyof V]: VariableTypes[V[Name]["type"]]
}

const placeholder = /\{\{(\w+)\}\}/g

/** Names of the placeholders of a text. */
export const placeholdersIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(placeholder)].map(([, name]) => name ?? "")

const textsOf = ({ blocks, subject }: MailTemplate): ReadonlyArray<readonly [string, MailText]> => [
  ["subject", subject],
  ...Object.entries(blocks).map(([key, { text }]) => [key, text] as const)
]

/** Problems of a template: placeholders without a variable, links without a URL, and missing texts. */
export const templateProblems = (template: MailTemplate): ReadonlyArray<string> => {
  const { blocks, variables } = template
  return [
    ...textsOf(template).flatMap(([key, text]) =>
      mailLocales.flatMap((locale) =>
        text[locale].trim() === ""
          ? [`${key}.${locale}: is empty`]
          : placeholdersIn(text[locale]).filter((name) => !Object.hasOwn(variables, name)).map((name) =>
            `${key}.${locale}: no variable ${name}`
          )
      )
    ),
    ...Object.entries(blocks).flatMap(([key, { link }]) =>
      link === undefined || variables[link]?.type === "url" ? [] : [`${key}: no URL ${link}`]
    )
  ]
}

/** Declares a template. A template with problems is a defect of the program. */
export const defineMailTemplate = <const V extends Readonly<Record<string, MailVariable>>>(
  template: MailTemplate<V>
): MailTemplate<V> => {
  const problems = templateProblems(template)
  if (problems.length > 0) throw new Error(`Mail template ${template.name}: ${problems.join("; ")}`)
  return template
}

/** One line without control characters, which would end a header or begin a paragraph. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()

/** A date in UTC, in the form of a language. */
export const mailDate = (locale: MailLocale, date: Instant.Instant): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(DateTime.toEpochMillis(date))

const urlOf = (text: string): string => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error("A variable of the type url is no http address")
  return url.href
}

/** Address that a link of a mail leads to. */
type LinkTarget = (url: string) => string

const unchanged: LinkTarget = (url) => url

const shown = ({ type }: MailVariable, value: unknown, locale: MailLocale, target: LinkTarget): string => {
  if (type === "date" && DateTime.isDateTime(value)) return mailDate(locale, DateTime.toUtc(value))
  return type === "url" ? urlOf(target(String(value))) : oneLine(String(value))
}

/** Longest subject in characters; a longer one is cut. */
const subjectLength = 200

/**
 * Renders a template in a language, with the appearance and the texts of a brand. Values are escaped in HTML; in text they
 * are one line each. `target` maps the values of the type `url`.
 */
export const renderMail = <V extends Readonly<Record<string, MailVariable>>>(
  template: MailTemplate<V>,
  values: MailValues<V>,
  locale: MailLocale,
  brand: MailBrand = plainMailBrand,
  target: LinkTarget = unchanged
): MailContent => {
  const texts = new Map(
    Object.entries(template.variables).map(([name, variable]) => [name, shown(variable, values[name], locale, target)])
  )
  const filled = (text: string) => text.replace(placeholder, (_, name: string) => texts.get(name) ?? "")
  const blocks = Object.entries(template.blocks).map(([key, { link, text }]) => ({
    text: filled(brand.texts[template.name]?.[key]?.[locale] ?? text[locale]),
    url: link === undefined ? undefined : texts.get(link)
  }))
  const subject = filled(template.subject[locale]).slice(0, subjectLength)
  return {
    subject,
    text: mailText(blocks, brand, locale),
    html: mailPage({ title: subject, locale, blocks, brand })
  }
}
