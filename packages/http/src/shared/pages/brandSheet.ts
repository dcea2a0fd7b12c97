import type { PageBrand, PageColors } from "@namewright/core/branding"
import { memoize } from "effect/Function"
import { createHash } from "node:crypto"

type Colors = PageBrand["colors"]

/** Variables of `stylesheet` by the colors of a brand. Quiet texts have the color of others, which is readable. */
const variables: Readonly<Record<string, keyof PageColors>> = {
  text: "text",
  quiet: "text",
  page: "background",
  "on-page": "on_background",
  card: "card",
  field: "card",
  line: "border",
  edge: "text",
  act: "primary",
  "on-act": "on_primary",
  link: "link",
  wrong: "wrong",
  "on-wrong": "on_wrong",
  right: "right"
}

const declared = ({ dark, light }: Colors): string =>
  Object.entries(variables).map(([name, color]) => `--${name}: light-dark(${light[color]}, ${dark[color]});`).join(" ")

/** Style sheet of the pages of a brand, after that of all pages. Documents admit only hexadecimal colors. */
export const brandSheet = ({ colors, style }: PageBrand): string => `${style}:root { ${declared(colors)} }\n`

/** Hash of the sheet, for pages that contain it. */
export const brandSheetHash = memoize((brand: PageBrand): string =>
  createHash("sha256").update(brandSheet(brand)).digest("base64")
)

/** Version of the sheet in its URL: browsers load a changed one at once. */
export const brandSheetVersion = memoize((brand: PageBrand): string =>
  createHash("sha256").update(brandSheet(brand)).digest("hex").slice(0, 16)
)
