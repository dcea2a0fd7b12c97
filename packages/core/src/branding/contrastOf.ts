import type { BrandingColor } from "./BrandingPalette.ts"

/** Contrast ratio of two colors, from 1 to 21. Source: WCAG 2.2, "contrast ratio" and "relative luminance". */
export const contrastOf = (one: BrandingColor, other: BrandingColor): number => {
  const [first, second] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

const luminanceOf = (color: BrandingColor): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue from 0 to 1. */
const channelsOf = (color: BrandingColor): ReadonlyArray<number> => {
  const pairs = color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color
  return [1, 3, 5].map((start) => Number.parseInt(pairs.slice(start, start + 2), 16) / 255)
}
