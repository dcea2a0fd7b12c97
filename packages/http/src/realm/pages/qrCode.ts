import { html, type HtmlValue } from "../../shared/pages/Html.ts"

/** Width of the margin in modules, which scanners need (ISO/IEC 18004). */
const quietZone = 4

/** QR code of a text as an inline image, without scripts and external content. */
export const qrCode = async (text: string, label: string): Promise<HtmlValue> => {
  const { encode } = await import("uqr")
  const { data, size } = encode(text, { ecc: "M", border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => isDark ? [`M${x} ${y}h1v1h-1z`] : [])).join("")
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" width="232" height="232"
 shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${dark}" fill="#000"/></svg>`
}
