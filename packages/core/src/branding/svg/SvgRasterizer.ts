import { Context, Effect, Layer, type Option } from "effect"

/** Height of drawn logos in pixels: three times that in mails, for screens with a high resolution. */
export const drawnHeight = 120

/** Maximum width of drawn logos in pixels. A wider picture is drawn with less height. */
export const drawnWidth = 1_200

/** Port: draws SVG pictures as PNG, because mail programs show no SVG. */
export class SvgRasterizer extends Context.Service<SvgRasterizer, {
  /**
   * A PNG picture of a sanitized SVG, `drawnHeight` pixels high and at most `drawnWidth` wide, with a transparent
   * background. None if the picture cannot be drawn in the time that is allowed.
   */
  readonly png: (svg: Uint8Array) => Effect.Effect<Option.Option<Uint8Array>>
}>()("@namewright/core/branding/SvgRasterizer") {
  /** Draws nothing. */
  static readonly layerNone = Layer.succeed(SvgRasterizer, { png: () => Effect.succeedNone })
}

const decoder = new TextDecoder()

/** True for a sanitized SVG with text. It is not drawn: the fonts of its author are unknown. */
export const hasText = (svg: Uint8Array): boolean => /<(?:text|tspan|textPath)[\s/>]/.test(decoder.decode(svg))
