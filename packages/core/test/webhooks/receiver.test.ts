import { assert, it } from "@effect/vitest"
import { WebhookSecret } from "@namewright/core/webhooks"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"

type Verify = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean

/** The function that the documentation gives to receivers. */
const documented = Effect.promise(async (): Promise<Verify> => {
  const page = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8")
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const module = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code}\nexport { verify }`)}`
  )
  return module.verify
})

it.effect("the documented receiver takes what is signed, while a secret is replaced too, and nothing else", () =>
  Effect.gen(function*() {
    const verify = yield* documented
    const [old, young, other] = [
      yield* WebhookSecret.generate,
      yield* WebhookSecret.generate,
      yield* WebhookSecret.generate
    ]
    const body = "{\"a\":\"ä\"}"
    const headersAt = Effect.fnUntraced(function*(timestamp: number) {
      const signature = yield* WebhookSecret.signatures([young, old], { id: "event_1", timestamp, body })
      return {
        "webhook-id": "event_1",
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signature
      }
    })
    const present = Math.floor(Date.now() / 1000)
    const headers = yield* headersAt(present)
    for (const secret of [old, young]) assert.isTrue(verify(Redacted.value(secret), headers, body))
    assert.isFalse(verify(Redacted.value(other), headers, body))
    assert.isFalse(verify(Redacted.value(old), headers, `${body} `))
    assert.isFalse(verify(Redacted.value(old), { ...headers, "webhook-id": "event_2" }, body))
    assert.isFalse(verify(Redacted.value(old), yield* headersAt(present - 400), body))
  }))
