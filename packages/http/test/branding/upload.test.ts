import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { request } from "node:http"
import { serve } from "../../src/serve.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const megabyte = 1_000_000

/** Uploads a file of `size` bytes without an announced length, until the response arrives. */
const streamed = (url: string, key: string, size: number) =>
  Effect.promise(() =>
    new Promise<{ readonly status: number; readonly code: unknown; readonly sent: number }>((resolve, reject) => {
      let sent = 0
      let isAnswered = false
      const upload = request(`${url}/v1/whitelabel-branding/assets`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "multipart/form-data; boundary=part" }
      })
      upload.on("response", (response) => {
        isAnswered = true
        let text = ""
        response.on("data", (chunk) => text += String(chunk))
        response.on("end", () => {
          upload.destroy()
          resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code, sent })
        })
      })
      upload.on("error", (error) => isAnswered ? undefined : reject(error))
      const send = () => {
        if (isAnswered) return
        if (sent >= size) return void upload.end("\r\n--part--\r\n")
        sent += 64 * 1024
        if (upload.write(Buffer.alloc(64 * 1024))) setImmediate(send)
        else upload.once("drain", send)
      }
      upload.write(
        "--part\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\x89PNG\r\n\x1a\n",
        "latin1"
      )
      send()
    })
  )

describe("an upload over a connection", () => {
  it.live("is refused before it ends if its file is too large, and before it is read without a credential", () =>
    Effect.gen(function*() {
      const context = yield* Layer.build(
        serve({ host: "127.0.0.1", port: 0, http: { requestLog: false } }).pipe(
          Layer.provideMerge(TestPlatform.layer),
          Layer.provide(Logger.layer([]))
        )
      )
      const url = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
      const { key, organization } = Context.get(context, TestPlatform)
      const refused = yield* streamed(url, yield* key(yield* organization()), 200 * megabyte)
      assert.deepStrictEqual([refused.status, refused.code], [413, "ERROR_WHITELABEL_ASSET_TOO_LARGE"])
      // What the connection holds is sent as well.
      assert.isBelow(refused.sent, 30 * megabyte)
      const unknown = yield* streamed(url, "unknown", 200 * megabyte)
      assert.strictEqual(unknown.status, 401)
      assert.isBelow(unknown.sent, 30 * megabyte)
    }).pipe(Effect.scoped))
})
