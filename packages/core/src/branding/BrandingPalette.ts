import { Schema } from "effect"
import { limits, optional } from "../shared/index.ts"

/** Color as `#rgb` or `#rrggbb`. */
export const BrandingColor = Schema.String.check(
  Schema.isPattern(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, { expected: "a color such as #0b5fff" })
).annotate({ identifier: "BrandingColor" })
export type BrandingColor = typeof BrandingColor.Type

const color = optional(BrandingColor)
const colors = optional(Schema.Array(BrandingColor).check(Schema.isMaxLength(limits.branding.colors)))

/** Colors of one appearance of the pages. Source: REST specification, "Whitelabel configuration". */
export const BrandingPalette = Schema.Struct({
  primary: color,
  primary_foreground: color,
  secondary: color,
  secondary_foreground: color,
  accent: color,
  accent_foreground: color,
  background: color,
  foreground: color,
  body: color,
  body_foreground: color,
  card: color,
  card_foreground: color,
  muted: color,
  muted_foreground: color,
  border: color,
  input: color,
  link: color,
  sidebar: color,
  sidebar_foreground: color,
  sidebar_accent: color,
  sidebar_accent_foreground: color,
  sidebar_border: color,
  table: color,
  table_header: color,
  table_row: color,
  table_row_interactive: color,
  danger: color,
  success: color,
  warning: color,
  info: color,
  tag_colors: colors,
  chart_colors: colors
}).annotate({ identifier: "BrandingPalette" })
export type BrandingPalette = typeof BrandingPalette.Type
