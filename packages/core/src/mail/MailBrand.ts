import type { MailLocale } from "./MailLocale.ts"

/** Colors of a mail, as `#rgb` or `#rrggbb`. */
export interface MailColors {
  readonly background: string
  /** Text on `background`: the head and the footer. */
  readonly on_background: string
  readonly card: string
  /** Text on `card`: the blocks. */
  readonly text: string
  /** Background of links that are shown as buttons, and of nothing else. */
  readonly primary: string
  /** Text on `primary`. */
  readonly on_primary: string
  readonly border: string
}

/** A picture with its text for programs that show none. */
export interface MailLogo {
  /** Address of a PNG, JPEG or WebP picture: mail programs show no SVG. */
  readonly url: string
  /** The same for a dark background; absent if one picture serves both. */
  readonly dark_url?: string
}

/** Link in the footer of a mail. */
export interface MailFooterLink {
  readonly label: { readonly [Locale in MailLocale]: string }
  readonly url: string
}

/** Brand of the sender of a mail: the installation, or the organization on whose behalf it is sent. */
export interface MailBrand {
  /** Name in the head of the mail; absent for a mail without a head. */
  readonly name?: string
  readonly logo?: MailLogo
  readonly colors: { readonly light: MailColors; readonly dark: MailColors }
  /** Last paragraph, such as `Your Example team`. */
  readonly signature?: string
  /** Lines below the mail, such as the legal entity and its VAT number. */
  readonly footer: ReadonlyArray<string>
  readonly links: ReadonlyArray<MailFooterLink>
  /** Texts instead of those of a template, by template, block and language. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, { readonly [Locale in MailLocale]?: string }>>>>
}

/** Default brand of mails. Every pair of colors has a contrast of at least 7:1. */
export const plainMailBrand: MailBrand = {
  colors: {
    light: {
      background: "#f4f4f5",
      on_background: "#18181b",
      card: "#ffffff",
      text: "#18181b",
      primary: "#1e3a8a",
      on_primary: "#ffffff",
      border: "#e4e4e7"
    },
    dark: {
      background: "#09090b",
      on_background: "#f4f4f5",
      card: "#18181b",
      text: "#f4f4f5",
      primary: "#bfdbfe",
      on_primary: "#09090b",
      border: "#3f3f46"
    }
  },
  footer: [],
  links: [],
  texts: {}
}
