import { assetExtensions, type BrandingAssetFile, BrandingAssets } from "@namewright/core/branding"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"

/**
 * Files of assets, for everybody. A file never changes. Its headers let a browser that opens an SVG run no script, load
 * nothing, and treat it as of another site. The picture of an SVG for mails has the name of the SVG, with `png`.
 */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const assets = yield* BrandingAssets
  yield* router.add(
    "GET",
    "/console/brand/:file",
    Effect.gen(function*() {
      const { file: name = "" } = yield* HttpRouter.params
      const [, sha256, extension] = /^([0-9a-f]{64})\.([a-z0-9]+)$/.exec(name) ?? []
      if (sha256 === undefined) return unknown()
      const file = yield* assets.file(sha256)
      const isDrawing = extension === "png" &&
        Option.exists(file, ({ content_type }) => content_type === "image/svg+xml")
      if (isDrawing) {
        const png = yield* assets.drawing(sha256)
        return Option.isSome(png)
          ? responseOf({ content_type: "image/png", bytes: png.value }, `${sha256}.png`)
          : unknown()
      }
      return Option.isSome(file) && assetExtensions[file.value.content_type] === extension
        ? responseOf(file.value, sha256)
        : unknown()
    })
  )
}))

const unknown = () => problemResponse(TransportProblem.routeNotFound("There is no such file"))

const responseOf = ({ bytes, content_type }: BrandingAssetFile, tag: string) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: content_type,
    headers: {
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${tag}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Pages of other hosts load fonts only with this header.
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin"
    }
  })
