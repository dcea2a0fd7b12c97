import { assert, layer } from "@effect/vitest"
import { newAction } from "@namewright/conformance"
import {
  ActionHash,
  ApprovalKeys,
  type ApprovalPath,
  Approvals,
  ApprovalStore,
  newApprovalId
} from "@namewright/core/approvals"
import { type Actor, limits } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  type approvalsPlatformOn,
  as,
  challenge,
  consume,
  eur,
  isSame,
  outcomeOf,
  person,
  read
} from "./ApprovalsPlatform.ts"

/** Services of another process on the same database. */
const anotherProcess = Effect.map(
  Layer.build(Layer.fresh(Approvals.layer).pipe(Layer.provideMerge(Layer.fresh(ApprovalKeys.layer)))),
  (context) => ({ approvals: Context.get(context, Approvals), keys: Context.get(context, ApprovalKeys) })
)

const fifty = Array.from({ length: 50 })

/** Approvals on one database. */
export const approvalSuite = (name: string, platform: ReturnType<typeof approvalsPlatformOn>) => {
  layer(platform)(`Tokens (${name})`, (it) => {
    it.effect("allow the approved call once", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const asked = yield* challenge(ada.throughClient)
        assert.deepInclude(asked, { path: "token", message: "Change example.com?", approval_url: null })
        assert.match(Redacted.value(asked.token), /^nwa1\.[\w-]{12}\.approval_\w{26}\.[\w-]{43}$/)
        const { approval_id } = asked
        assert.deepStrictEqual(yield* consume(ada.throughClient, asked.token), {
          _tag: "Approved",
          approval_id,
          cost: null
        })
        const again = yield* consume(ada.throughClient, asked.token)
        assert.strictEqual(outcomeOf(again), "consumed")
        assert.isTrue(again._tag === "Challenge" && !isSame(again.challenge, asked))
        const { history, state } = yield* read(ada, asked)
        assert.deepStrictEqual([state, ...history.map(({ step }) => step)], ["consumed", "challenged", "consumed"])
      }))

    it.effect("allow one of fifty concurrent calls", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const { token } = yield* challenge(ada.throughClient)
        const calls = fifty.map(() => consume(ada.throughClient, token))
        const outcomes = yield* Effect.all(calls, { concurrency: "unbounded" })
        const count = (outcome: string) => outcomes.filter((one) => outcomeOf(one) === outcome).length
        assert.deepStrictEqual([count("Approved"), count("consumed")], [1, 49])
        const fresh = outcomes.flatMap((one) => one._tag === "Challenge" ? [one.challenge.approval_id] : [])
        assert.strictEqual(new Set(fresh).size, 49)
      }))

    it.effect("last five minutes", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const [early, late] = [yield* challenge(ada.throughClient), yield* challenge(ada.throughClient)]
        yield* TestClock.adjust("299 seconds")
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, early.token)), "Approved")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, late.token)), "expired")
        assert.strictEqual((yield* read(ada, late)).state, "expired")
      }))

    it.effect("are good for nothing but their own caller, action and price, and survive being tried", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const bob = yield* person({ organization: ada.organization_id })
        const eve = yield* person()
        const action = newAction({ cost: eur(1000) })
        const { token } = yield* challenge(ada.throughClient, action)
        const own = ada.throughClient
        const agent = {
          client_id: "client-1",
          scopes: ["profile", "service:mcp"],
          user_id: ada.user_id,
          sees_auth_codes: true
        }
        const hash = ActionHash.make("b".repeat(64))

        const refused = [
          ["other_caller", bob.throughClient, action],
          ["other_caller", { ...eve.throughClient, principal: own.principal, agent: own.agent }, action],
          ["other_caller", { ...own, agent: { ...agent, user_id: bob.user_id } }, action],
          ["other_caller", { ...own, agent: { ...agent, client_id: "client-2" } }, action],
          ["other_caller", { ...own, agent: { ...agent, scopes: ["service:mcp"] } }, action],
          ["other_caller", { ...own, agent: { ...agent, scopes: [...agent.scopes, "offline_access"] } }, action],
          ["other_action", own, { ...action, operation_id: "deleteDomain" }],
          ["other_action", own, { ...action, action_hash: hash }],
          ["other_price", own, { ...action, cost: eur(1001) }],
          ["other_price", own, { ...action, cost: { ...eur(1000), currency: "USD" } }],
          ["other_price", own, { ...action, cost: null }]
        ] as const
        for (const [reason, actor, wanted] of refused) {
          const outcome = yield* consume(actor, token, wanted)
          assert.strictEqual(outcomeOf(outcome), reason)
          if (outcome._tag !== "Challenge") return
          // The new question is for its asker, about its action.
          assert.strictEqual(outcomeOf(yield* consume(actor, outcome.challenge.token, wanted)), "Approved")
        }
        // The order of granted scopes is ignored.
        assert.strictEqual(outcomeOf(yield* consume({ ...own, agent }, token, action)), "Approved")
      }))

    it.effect("of one path are refused on another, and remain valid for their own", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const approvals = yield* Approvals
        const self = as(ada.throughClient)
        const paths = [["elicitation", "token"], ["token", "elicitation"]] as const
        for (const [own, other] of paths) {
          const { token } = yield* self(approvals.challenge(newAction(), own))
          yield* self(approvals.answer(token, { action: "decline" }))
          const elsewhere = yield* self(approvals.consume(token, newAction(), other))
          assert.strictEqual(outcomeOf(elsewhere), "other_path")
          assert.isTrue(elsewhere._tag === "Challenge" && elsewhere.challenge.path === other)
          assert.strictEqual(outcomeOf(yield* self(approvals.consume(token, newAction(), own))), "Approved")
        }
      }))

    it.effect("are returned with the same question while they are valid, and with a new one afterwards", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const bob = yield* person({ organization: ada.organization_id })
        const approvals = yield* Approvals
        const self = as(ada.throughClient)
        const asked = yield* self(approvals.challenge(newAction(), "elicitation"))
        const used = yield* self(approvals.challenge(newAction(), "elicitation"))
        yield* self(approvals.consume(used.token, newAction(), "elicitation"))
        const again = ({ token }: typeof asked, action = newAction(), path: ApprovalPath = "elicitation") =>
          approvals.repeat(token, action, path)
        assert.isTrue(isSame(yield* self(again(asked)), asked))
        const replaced = [
          yield* self(again(used)),
          yield* self(again(asked, newAction({ operation_id: "deleteDomain" }))),
          yield* self(again(asked, newAction({ cost: eur(1) }))),
          yield* self(again(asked, newAction(), "token")),
          yield* as(bob.throughClient)(again(asked)),
          yield* self(again({ ...asked, token: Redacted.make("nwa1") }))
        ]
        for (const challenge of replaced) assert.isFalse(isSame(challenge, asked))
        assert.strictEqual(new Set(replaced.map(({ approval_id }) => approval_id)).size, replaced.length)
        yield* TestClock.adjust("5 minutes")
        const fresh = yield* self(again(asked))
        assert.isFalse(isSame(fresh, asked))
        assert.strictEqual(
          outcomeOf(yield* self(approvals.consume(fresh.token, newAction(), "elicitation"))),
          "Approved"
        )
      }))

    it.effect("cannot be made up: any other text is no token", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const asked = yield* challenge(ada.throughClient)
        const other = yield* challenge(ada.throughClient)
        const text = Redacted.value(asked.token)
        const [version, key, id, mac] = text.split(".")
        const [, , , otherMac] = Redacted.value(other.token).split(".")
        const madeUp = [
          "",
          "nwa1",
          text.slice(0, -1),
          `${text}.`,
          `${text}A`,
          ` ${text}`,
          text.toUpperCase(),
          [version, key, id].join("."),
          [version, key, id, ""].join("."),
          ["nwa2", key, id, mac].join("."),
          [version, "unknown-key0", id, mac].join("."),
          [version, key, other.approval_id, mac].join("."),
          [version, key, id, otherMac].join("."),
          [version, key, yield* newApprovalId, mac].join("."),
          [version, key, "approval_'; DROP TABLE approvals; --", mac].join("."),
          "x".repeat(100_000)
        ]
        for (const token of madeUp) {
          assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, token)), "malformed", token.slice(0, 120))
        }
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "Approved")
      }))

    it.effect("differ in every character from those that are none", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const asked = yield* challenge(ada.throughClient)
        const text = Redacted.value(asked.token)
        for (let at = 0; at < text.length; at++) {
          // Flips the lowest bit of the character. In the last character only some bits are significant, but no other
          // character may be accepted.
          const other = String.fromCharCode(text.charCodeAt(at) ^ 1)
          const changed = text.slice(0, at) + other + text.slice(at + 1)
          assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, changed)), "malformed", changed)
        }
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "Approved")
      }))

    it.effect("of an approval that was changed in the database are of no use", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const { token } = yield* challenge(ada.throughClient, newAction({ cost: eur(1000) }))
        const store = yield* ApprovalStore
        const cheaper = Layer.succeed(ApprovalStore, {
          ...store,
          find: (id) => Effect.map(store.find(id), Option.map((found) => ({ ...found, cost: eur(1) })))
        })
        const { consume: consumeThere } = yield* Effect.map(
          Layer.build(Layer.fresh(Approvals.layer).pipe(Layer.provide(cheaper))),
          Context.get(Approvals)
        )
        const outcome = yield* as(ada.throughClient)(consumeThere(token, newAction({ cost: eur(1) }), "token"))
        assert.strictEqual(outcomeOf(outcome), "malformed")
      }))

    it.effect("are handed out no faster than people read", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const bob = yield* person({ organization: ada.organization_id })
        const [asked] = yield* Effect.forEach(
          Array.from({ length: limits.openApprovals }),
          () => challenge(ada.throughClient)
        )
        assert.isDefined(asked)
        if (asked === undefined) return
        const refusals = [
          yield* Effect.flip(challenge(ada.throughClient)),
          yield* Effect.flip(consume(ada.throughClient, "nwa1"))
        ]
        assert.deepStrictEqual(refusals.map(({ code }) => code), ["ERROR_RATE_LIMITED", "ERROR_RATE_LIMITED"])
        yield* challenge(bob.throughClient)
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "Approved")
        yield* challenge(ada.throughClient)
        yield* TestClock.adjust("5 minutes")
        yield* challenge(ada.throughClient)
      }))

    it.effect("are for keys that a client has created, and not good for the client itself", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const agent = { client_id: "client-1", scopes: ["api_key_1"], user_id: ada.user_id, sees_auth_codes: true }
        const key: Actor = { ...ada.directly, principal: { type: "api_key", id: "api_key_1" }, agent }
        const asked = yield* challenge(key)
        assert.strictEqual((yield* read(ada, asked)).user_id, ada.user_id)
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "other_caller")
        assert.strictEqual(outcomeOf(yield* consume(key, asked.token)), "Approved")
        const decided = as(key)((yield* Approvals).decide((yield* challenge(key)).approval_id, { approve: true }))
        assert.strictEqual((yield* Effect.flip(decided)).code, "ERROR_PERMISSION_DENIED")
      }))

    it.effect("are for users who work through a client", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const { token } = yield* challenge(ada.throughClient)
        const key = { type: "api_key", id: "api_key_1" } as const
        for (const actor of [ada.directly, { ...ada.directly, principal: key }]) {
          const refusals = [
            yield* Effect.flip(challenge(actor)),
            yield* Effect.flip(consume(actor, token)),
            yield* Effect.flip(as(actor)((yield* Approvals).answer(token, { action: "accept" })))
          ]
          assert.deepStrictEqual(refusals.map(({ code }) => code), Array(3).fill("ERROR_PERMISSION_DENIED"))
        }
      }))
  })

  layer(platform)(`Answers (${name})`, (it) => {
    it.effect("are stored with the note, and consume nothing", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const approvals = yield* Approvals
        const asked = yield* challenge(ada.throughClient)
        const answer = (action: "accept" | "decline" | "cancel", note?: string) =>
          as(ada.throughClient)(approvals.answer(asked.token, { action, note }))
        yield* answer("decline", "Not before Monday")
        yield* answer("cancel", "  ")
        yield* answer("accept", `All right\u0000${"!".repeat(2000)}`)
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, asked.token)), "Approved")
        yield* answer("decline", "Too late")

        const { history, note } = yield* read(ada, asked)
        const said = `All right${"!".repeat(991)}`
        assert.deepStrictEqual(history.map((step) => [step.step, step.user_id, step.note]), [
          ["challenged", ada.user_id, null],
          ["decline", ada.user_id, "Not before Monday"],
          ["cancel", ada.user_id, null],
          ["accept", ada.user_id, said],
          ["consumed", ada.user_id, null]
        ])
        assert.strictEqual(note, said)
      }))

    it.effect("to questions of others, and to none, are not kept", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const bob = yield* person({ organization: ada.organization_id })
        const approvals = yield* Approvals
        const asked = yield* challenge(ada.throughClient)
        const accept = { action: "accept", note: "Mine" } as const
        yield* as(bob.throughClient)(approvals.answer(asked.token, accept))
        const forged = Redacted.make(`${Redacted.value(asked.token).slice(0, -1)}*`)
        yield* as(ada.throughClient)(approvals.answer(forged, accept))
        yield* TestClock.adjust("5 minutes")
        yield* as(ada.throughClient)(approvals.answer(asked.token, accept))
        assert.deepStrictEqual((yield* read(ada, asked)).history.map(({ step }) => step), ["challenged"])
      }))
  })

  layer(platform)(`Keys of tokens (${name})`, (it) => {
    it.effect("are the same in every process, and change while tokens are out", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const other = yield* anotherProcess
        const consumeThere = (token: Redacted.Redacted) =>
          Effect.map(as(ada.throughClient)(other.approvals.consume(token, newAction(), "token")), outcomeOf)
        const [first, second] = [yield* challenge(ada.throughClient), yield* challenge(ada.throughClient)]
        assert.strictEqual(yield* consumeThere(first.token), "Approved")

        yield* TestClock.adjust("10 seconds")
        yield* (yield* ApprovalKeys).rotate
        const young = yield* challenge(ada.throughClient)
        assert.notStrictEqual(keyOf(young.token), keyOf(second.token))
        // The other process reads the new key with its first token, and accepts tokens of the old one as well.
        assert.strictEqual(yield* consumeThere(young.token), "Approved")
        assert.strictEqual(yield* consumeThere(second.token), "Approved")

        // It still signs with the old key until its cache expires, and this process accepts that.
        const late = yield* as(ada.throughClient)(other.approvals.challenge(newAction(), "token"))
        assert.include([keyOf(young.token), keyOf(second.token)], keyOf(late.token))
        yield* TestClock.adjust("299 seconds")
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, late.token)), "Approved")
      }))

    it.effect("verify nothing once their last token has expired", () =>
      Effect.gen(function*() {
        const ada = yield* person()
        const keys = yield* ApprovalKeys
        const { token } = yield* challenge(ada.throughClient)
        const code = yield* keys.authenticate("text")
        yield* keys.rotate
        assert.isTrue(yield* keys.verify("text", code))
        assert.isFalse(yield* keys.verify("texT", code))
        yield* TestClock.adjust("359 seconds")
        assert.isTrue(yield* keys.verify("text", code))
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, token)), "expired")
        yield* TestClock.adjust("1 second")
        assert.isFalse(yield* keys.verify("text", code))
        assert.strictEqual(outcomeOf(yield* consume(ada.throughClient, token)), "malformed")
      }))

    it.effect("change once a week", () =>
      Effect.gen(function*() {
        const keys = yield* ApprovalKeys
        const current = Effect.map(keys.authenticate("text"), ({ key_id }) => key_id)
        yield* keys.rotate
        const first = yield* current
        yield* TestClock.adjust("167 hours")
        yield* keys.rotateWhenDue
        assert.strictEqual(yield* current, first)
        yield* TestClock.adjust("1 hour")
        yield* keys.rotateWhenDue
        const second = yield* current
        assert.notStrictEqual(second, first)
        yield* keys.rotateWhenDue
        assert.strictEqual(yield* current, second)
      }))
  })
}

const keyOf = (token: Redacted.Redacted) => Redacted.value(token).split(".")[1]
