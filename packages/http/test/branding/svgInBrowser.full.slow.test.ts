import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromium } from "playwright-core"
import { chromiumPath as executablePath, requires } from "../../../../test/requires.ts"
import { sanitizedSvg } from "../../../core/src/branding/svg/sanitizedSvg.ts"
import { hostileSvgs, requested } from "../../../core/test/branding/svg/hostileSvgs.ts"

/** Serves files without the headers that would contain them, and counts other requests. */
const openedFiles = (files: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const others: Array<string> = []
    const server = yield* Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer((request, response) => {
            const file = /^\/(\d+)\.svg$/.exec(request.url ?? "")?.[1]
            if (file === undefined && request.url !== "/favicon.ico") others.push(request.url ?? "")
            response.setHeader("content-type", "image/svg+xml")
            response.end(files[Number(file)]?.replaceAll(requested, `http://127.0.0.1:${port()}`) ?? "")
          })
          const port = () => (made.address() as AddressInfo).port
          made.listen(0, "127.0.0.1", () => resolve(made))
        })
      ),
      (made) => Effect.sync(() => made.close())
    )
    const browser = yield* Effect.acquireRelease(
      Effect.promise(() => chromium.launch({ executablePath, args: ["--no-sandbox"] })),
      (opened) => Effect.promise(() => opened.close())
    )
    const ran: Array<number> = []
    const requests: Array<number> = []
    const { port } = server.address() as AddressInfo
    const page = yield* Effect.promise(() => browser.newPage())
    for (const index of files.keys()) {
      const before = others.length
      yield* Effect.promise(async () => {
        await page.goto(`http://127.0.0.1:${port}/${index}.svg`).catch(() => {})
        await page.mouse.click(5, 5).catch(() => {})
        if (await page.title().catch(() => "") === "ran") ran.push(index)
      })
      if (others.length > before) requests.push(index)
    }
    return { ran, requests }
  }).pipe(Effect.scoped)

describe("sanitized files in a browser", requires("Chromium"), () => {
  it.live("run no script and send no request, although the hostile ones do", () =>
    Effect.gen(function*() {
      // A browser draws a billion copies for hours.
      const drawable = hostileSvgs.filter(([name]) => name !== "copies of copies")
      const before = yield* openedFiles(drawable.map(([, file]) => file))
      assert.isAtLeast(before.ran.length, 10)
      assert.isAtLeast(before.requests.length, 10)
      const results = yield* Effect.forEach(
        hostileSvgs,
        ([, file]) => Effect.result(sanitizedSvg(new TextEncoder().encode(file)))
      )
      const safe = results.filter(Result.isSuccess).map(({ success }) => new TextDecoder().decode(success))
      assert.isAtLeast(safe.length, 60)
      assert.deepStrictEqual(yield* openedFiles(safe), { ran: [], requests: [] })
    }), 300_000)
})
