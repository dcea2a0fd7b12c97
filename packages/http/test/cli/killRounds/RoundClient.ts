import { assert } from "@effect/vitest"
import { Effect, Semaphore } from "effect"
import { type Customer, everyRole } from "../../../../core/test/domains/DomainsPlatform.ts"
import type { Answered, servedInstallation } from "../ServedInstallation.ts"
import type { RoundOrder, RoundPlan } from "./RoundPlan.ts"

/** Requests that are sent at the same time. */
const concurrency = 24

/** Longest pause between two requests with the same key, in seconds of the platform's clock. */
const longestPause = 60

export type Served = Effect.Success<ReturnType<typeof servedInstallation>>

/** Counts of one round. */
export interface RoundCounts {
  /** Keys with a final answer. */
  answered: number
  /** Requests without an answer: the server was killed. */
  lost: number
  /** Answers after which a key is sent again, by their code. */
  readonly again: Record<string, number>
  kills: number
}

/** Another attempt with the same key may end differently: no answer, a busy object, a rate, a failure of the platform. */
const isFinal = ({ body, status }: Answered): boolean =>
  status !== 0 && status < 500 && status !== 429 && !(status === 409 && body.code === "ERROR_REQUEST_IN_PROGRESS")

/** Where no server is there, the next caller waits as well. */
const patiently = (ask: Effect.Effect<Answered>) =>
  Effect.tap(ask, ({ status }) => status === 0 ? Effect.sleep("250 millis") : Effect.void)

/**
 * Sends the orders of a round, each with keys of its own, and repeats each key until it has a final answer. `keys` are
 * API keys of the customer; several of them, because rates hold for each.
 */
export const roundClient = Effect.fnUntraced(function*(
  served: Served,
  { contact_id }: Customer,
  { factor, keys }: { readonly keys: ReadonlyArray<string>; readonly factor: number }
) {
  const permits = yield* Semaphore.make(concurrency)
  const counts: RoundCounts = { answered: 0, lost: 0, again: {}, kills: 0 }

  const pause = ({ body, retryAfter, status }: Answered) => {
    if (status === 0) return Effect.void
    assert.isDefined(retryAfter, `${status} without Retry-After: ${JSON.stringify(body)}`)
    assert.isAtMost(retryAfter ?? 0, longestPause)
    return Effect.sleep((retryAfter ?? 0) * 1000 / factor)
  }

  const answerTo = (ask: Effect.Effect<Answered>): Effect.Effect<Answered> =>
    Effect.flatMap(permits.withPermits(1)(patiently(ask)), (answer) => {
      if (isFinal(answer)) return Effect.succeed(answer)
      if (answer.status === 0) counts.lost++
      else {
        const code: string = answer.body.code ?? answer.status
        counts.again[code] = (counts.again[code] ?? 0) + 1
      }
      return Effect.andThen(pause(answer), answerTo(ask))
    })

  /** The answer to a request with a key; a repeat after the answer is answered alike. */
  const final = Effect.fnUntraced(function*(index: number, path: string, key: string, body: unknown, twice: boolean) {
    const request = { body, headers: { "idempotency-key": key } }
    const ask = served.call(keys[index % keys.length] ?? "", "POST", path, request)
    const answer = yield* answerTo(ask)
    counts.answered++
    if (twice) assert.deepStrictEqual(yield* answerTo(ask), answer, key)
    return answer
  })

  /**
   * Waits until the registry has decided on a registration that was answered before: its command had no outcome, or was
   * not sent because the lease of its intent had ended.
   */
  const untilDecided = Effect.fnUntraced(function*(index: number, name: string, { body }: Answered) {
    let domain = body
    while (domain.registry_statuses.includes("pendingCreate")) {
      yield* Effect.sleep("250 millis")
      const found = yield* answerTo(served.call(keys[index % keys.length] ?? "", "GET", `/v1/domains/${name}`))
      assert.strictEqual(found.status, 200, `${name}: ${JSON.stringify(found.body)}`)
      domain = found.body
    }
  })

  const carryOut = Effect.fnUntraced(function*({ isFree, isRepeated, name, renewal }: RoundOrder, index: number) {
    const registered = yield* final(index, "/v1/domains", `create ${name}`, {
      name,
      contacts: everyRole(contact_id),
      period: { unit: "y", value: 1 },
      renewal_mode: "renew",
      nameservers: ["ns1.example.de", "ns2.example.de"]
    }, isRepeated)
    assert.strictEqual(registered.status, isFree ? 201 : 409, `${name}: ${JSON.stringify(registered.body)}`)
    if (renewal === "none") return
    yield* untilDecided(index, name, registered)
    const period = { unit: "y", value: renewal === "year" ? 1 : 10 }
    const renewed = yield* final(index, `/v1/domains/${name}/renew`, `renew ${name}`, { period }, isRepeated)
    assert.strictEqual(renewed.status, renewal === "year" ? 200 : 422, `${name}: ${JSON.stringify(renewed.body)}`)
  })

  return {
    counts,
    /** Sends all of a plan, and kills the server while it does. */
    play: ({ kills, orders }: RoundPlan) =>
      Effect.all([
        Effect.forEach(orders, carryOut, { concurrency: "unbounded", discard: true }),
        Effect.forEach(
          kills,
          Effect.fnUntraced(function*({ again, answers, delay }) {
            while (counts.answered < answers) yield* Effect.sleep("20 millis")
            yield* Effect.sleep(delay)
            yield* served.replace
            counts.kills++
            if (again === undefined) return
            yield* Effect.sleep(again)
            yield* served.replace
            counts.kills++
          })
        )
      ], { concurrency: 2, discard: true })
  }
})
