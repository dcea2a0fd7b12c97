import { drawnHeight, drawnWidth, SvgRasterizer } from "@namewright/core/branding"
import { type Duration, Effect, Layer, Option, Semaphore } from "effect"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"

/** Time limit of one picture. */
const standardTimeLimit: Duration.Input = "10 seconds"

/** The script is a string, because the name of a file would differ between the sources, the build and a bundle. */
const script = `const { parentPort, workerData } = require("node:worker_threads")
const { readFileSync } = require("node:fs")
const { initWasm, Resvg } = require(workerData.library)
const draw = async () => {
  await initWasm(readFileSync(workerData.module))
  const options = (mode, value) => ({ fitTo: { mode, value }, font: { loadSystemFonts: false } })
  const { height, width } = new Resvg(workerData.svg)
  const { drawnHeight, drawnWidth } = workerData
  const isWide = width * drawnHeight > height * drawnWidth
  const fitted = isWide ? options("width", drawnWidth) : options("height", drawnHeight)
  parentPort.postMessage(new Resvg(workerData.svg, fitted).render().asPng())
}
draw()`

/**
 * Draws SVG pictures with `resvg`, one at a time, each in a thread that ends with the picture or after the time limit.
 * The library is WebAssembly, so a picture that exploits an error in it reaches neither memory nor files of the process.
 */
export const svgRasterizerWith = (timeLimit: Duration.Input): Layer.Layer<SvgRasterizer> =>
  Layer.effect(
    SvgRasterizer,
    Effect.gen(function*() {
      const turns = yield* Semaphore.make(1)
      return SvgRasterizer.of({
        png: (svg) =>
          drawn(svg).pipe(
            Effect.timeoutOption(timeLimit),
            Effect.map(Option.flatten),
            Effect.tap((png) =>
              Option.isNone(png) ? Effect.logInfo("A logo could not be drawn for mails") : Effect.void
            ),
            turns.withPermit
          )
      })
    })
  )

/** Draws SVG pictures within 10 seconds. */
export const svgRasterizer: Layer.Layer<SvgRasterizer> = svgRasterizerWith(standardTimeLimit)

const drawn = (svg: Uint8Array): Effect.Effect<Option.Option<Uint8Array>> =>
  Effect.callback((resume) => {
    const { resolve } = createRequire(import.meta.url)
    const thread = new Worker(script, {
      eval: true,
      workerData: {
        svg,
        drawnHeight,
        drawnWidth,
        library: resolve("@resvg/resvg-wasm"),
        module: resolve("@resvg/resvg-wasm/index_bg.wasm")
      },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
    })
    thread.once("message", (png: unknown) =>
      resume(Effect.succeed(png instanceof Uint8Array ? Option.some(png) : Option.none())))
    thread.once("error", () =>
      resume(Effect.succeedNone))
    thread.once("exit", () => resume(Effect.succeedNone))
    return Effect.promise(() => thread.terminate())
  })
