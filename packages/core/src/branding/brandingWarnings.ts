import { mailLocales, type MailTemplate, mailTemplatesByName, placeholdersIn } from "../mail/index.ts"
import type { BrandingDocument, BrandingEmailBlocks, BrandingWarning } from "./BrandingDocument.ts"
import type { BrandingPalette } from "./BrandingPalette.ts"
import { contrastOf } from "./contrastOf.ts"

/** Contrast of texts that most people can read. Source: WCAG 2.2, success criterion 1.4.3. */
const minimumContrast = 4.5

/** Characters that fit into their places on pages and in mails; longer texts are wrapped or cut off. */
const fitting = { name: 40, line: 100, emailBlock: 500, linkLabel: 80 }

/** Each text color with the color of the area that it is on. */
const pairs = [
  ["primary_foreground", "primary"],
  ["secondary_foreground", "secondary"],
  ["accent_foreground", "accent"],
  ["foreground", "background"],
  ["body_foreground", "body"],
  ["card_foreground", "card"],
  ["muted_foreground", "muted"],
  ["sidebar_foreground", "sidebar"],
  ["sidebar_accent_foreground", "sidebar_accent"],
  ["link", "background"]
] as const satisfies ReadonlyArray<readonly [keyof BrandingPalette, keyof BrandingPalette]>

/**
 * Problems of a document that do not prevent its use: pairs of colors with a contrast below 4.5:1, if the palette sets
 * both; texts that are too long for their places; and texts of mails that do not exist.
 */
export const brandingWarnings = ({ brand, content, theme }: BrandingDocument): ReadonlyArray<BrandingWarning> => [
  ...contrastWarnings(theme?.light, ["theme", "light"]),
  ...contrastWarnings(theme?.dark, ["theme", "dark"]),
  ...longText(brand?.name, fitting.name, ["brand", "name"]),
  ...longText(content?.footer?.legal_entity, fitting.line, ["content", "footer", "legal_entity"]),
  ...longText(content?.footer?.vat_id, fitting.line, ["content", "footer", "vat_id"]),
  ...(content?.footer?.lines ?? []).flatMap((text, index) =>
    longText(text, fitting.line, ["content", "footer", "lines", index])
  ),
  ...longText(content?.signature, fitting.emailBlock, ["content", "signature"]),
  ...emailWarnings(content?.email_blocks ?? {})
]

type Location = BrandingWarning["loc"]

const contrastWarnings = (
  palette: BrandingPalette | null | undefined,
  loc: Location
): ReadonlyArray<BrandingWarning> =>
  pairs.flatMap(([text, area]) => {
    const [one, other] = [palette?.[text] ?? null, palette?.[area] ?? null]
    if (one === null || other === null) return []
    const contrast = contrastOf(one, other)
    return contrast >= minimumContrast ? [] : [{
      type: "low_contrast" as const,
      loc: [...loc, text],
      // Rounded down, because a pair of 4.499 would otherwise be shown as one of 4.50.
      msg: `The contrast with ${area} is ${(Math.floor(contrast * 100) / 100).toFixed(2)}:1, below ${minimumContrast}:1`
    }]
  })

const longText = (text: string | null | undefined, longest: number, loc: Location): ReadonlyArray<BrandingWarning> =>
  text === null || text === undefined || text.length <= longest
    ? []
    : [{ type: "long_text", loc, msg: `More than ${longest} characters do not fit` }]

const emailWarnings = (emailBlocks: BrandingEmailBlocks): ReadonlyArray<BrandingWarning> =>
  Object.entries(emailBlocks).flatMap(([name, blocks]) =>
    Object.entries(blocks).flatMap(([block, texts]) => {
      const loc = ["content", "email_blocks", name, block]
      const template = mailTemplatesByName.get(name)
      const known = template !== undefined && Object.hasOwn(template.blocks, block) ? template.blocks[block] : undefined
      const longest = known?.link === undefined ? fitting.emailBlock : fitting.linkLabel
      return [
        ...(known === undefined ? [unknownBlock(name, block, template, loc)] : []),
        ...Object.entries(texts).flatMap(([locale, text]) => [
          ...longText(text, longest, [...loc, locale]),
          ...unknownLanguage(locale, [...loc, locale]),
          ...template === undefined ? [] : unknownPlaceholders(template, text, [...loc, locale])
        ])
      ]
    })
  )

const unknownBlock = (
  name: string,
  block: string,
  template: MailTemplate | undefined,
  loc: Location
): BrandingWarning => ({
  type: "unknown_email_block",
  loc,
  msg: template === undefined ? `No mail ${name}` : `The mail ${name} has no block ${block}`
})

const unknownLanguage = (locale: string, loc: Location): ReadonlyArray<BrandingWarning> =>
  mailLocales.some((known) => known === locale)
    ? []
    : [{ type: "unknown_language", loc, msg: `Mails are written in ${mailLocales.join(" and ")}` }]

const unknownPlaceholders = (
  { variables }: MailTemplate,
  text: string,
  loc: Location
): ReadonlyArray<BrandingWarning> =>
  placeholdersIn(text).filter((name) => !Object.hasOwn(variables, name)).map((name) => ({
    type: "unknown_placeholder",
    loc,
    msg: `The mail has no variable ${name}`
  }))
