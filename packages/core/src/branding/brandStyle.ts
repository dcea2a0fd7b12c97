import { assetPathOf } from "./assetUrls.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"
import type { BrandingPalette } from "./BrandingPalette.ts"

/** Names of variables that differ from those of the palette. */
const renamed: Readonly<Record<string, string>> = { danger: "destructive" }

const lists = { tag_colors: "tag", chart_colors: "chart" } as const

const variable = (name: string, value: string): string => `--${name}:${value}`

/** Variables of a palette. Its schema admits only hexadecimal colors. */
const variablesOf = (palette: BrandingPalette): ReadonlyArray<string> =>
  Object.entries(palette).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    if (typeof value === "string") return [variable((renamed[name] ?? name).replaceAll("_", "-"), value)]
    const prefix = lists[name as keyof typeof lists]
    return value.map((color, index) => variable(`${prefix}-${index + 1}`, color))
  })

const block = (selector: string, declarations: ReadonlyArray<string>): string =>
  declarations.length === 0 ? "" : `${selector}{${declarations.join(";")}}\n`

/** The font of a brand, if its address is that of an uploaded asset. */
const fontOf = (url: string | null | undefined): ReadonlyArray<string> => {
  const path = url === null || url === undefined ? undefined : assetPathOf(url)
  return path === undefined ? [] : [`font-family:"Brand"`, "font-display:swap", `src:url("${path}")`]
}

/**
 * Style sheet of a brand: variables of its theme, for light and for dark pages. The schemas of the document admit no
 * value that could end a declaration.
 */
export const brandStyle = ({ theme }: Pick<BrandingDocument, "theme">): string => {
  const { dark, font_family, font_url, light, radius } = theme ?? {}
  const font = fontOf(font_url)
  const families = [...(font.length === 0 ? [] : [`"Brand"`]), ...(font_family ? [font_family] : [])]
  const dark_variables = variablesOf(dark ?? {})
  return [
    block("@font-face", font),
    block(":root", [
      ...(radius ? [variable("radius", radius)] : []),
      ...(families.length === 0 ? [] : [variable("font-family", families.join(","))]),
      ...variablesOf(light ?? {})
    ]),
    dark_variables.length === 0
      ? ""
      : `@media (prefers-color-scheme:dark){${block(":root:not([data-theme=light])", dark_variables).trim()}}\n`,
    block(":root[data-theme=dark]", dark_variables)
  ].join("")
}
