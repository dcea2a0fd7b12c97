import type { BrandingColor } from "./BrandingPalette.ts"
import { contrastOf } from "./contrastOf.ts"

/** Minimum contrast of a text with its area. Source: WCAG 2.2, success criterion 1.4.3. */
const minimumContrast = 4.5

/** True if a text can be read on an area. */
export const isReadableOn = (area: BrandingColor, text: BrandingColor): boolean =>
  contrastOf(text, area) >= minimumContrast

/** The wanted color of a text, or black or white if it cannot be read on the area. */
export const readableOn = (area: BrandingColor, wanted: BrandingColor): BrandingColor => {
  if (isReadableOn(area, wanted)) return wanted
  return contrastOf("#ffffff", area) >= contrastOf("#000000", area) ? "#ffffff" : "#000000"
}
