import { assert } from "@effect/vitest"
import { Hosts } from "@namewright/core/hosts"
import { Hostname } from "@namewright/core/shared"
import { Effect } from "effect"
import {
  chargesOf,
  type Customer,
  customer,
  eventsOf,
  openIntents
} from "../../../core/test/domains/DomainsPlatform.ts"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { currentDomain, type WireOperation } from "./wireOperations.ts"
import { type Sent, WireRegistry } from "./WirePlatform.ts"

/** What was so before an operation. */
export interface Before {
  readonly owner: Customer
  readonly name: string
  readonly carriedOut: number
  readonly sent: number
  readonly balance: number
}

/** Everything that an operation needs, and the state of the registry before it. */
export const prepared = Effect.fnUntraced(function*(operation: WireOperation, name: string) {
  const { balance, carriedOut, sent, server } = yield* WireRegistry
  server.faults.clear()
  const owner = yield* customer()
  yield* operation.before(owner, name)
  const before: Before = {
    owner,
    name,
    carriedOut: carriedOut.length,
    sent: sent.length,
    balance: yield* balance
  }
  return before
})

const done = Effect.fnUntraced(function*(before: Before) {
  const { carriedOut } = yield* WireRegistry
  return carriedOut.slice(before.carriedOut).map(({ command }) => command).filter((command) =>
    command !== "acknowledge"
  )
})

const reported = Effect.fnUntraced(function*({ event }: WireOperation, { owner }: Before) {
  return (yield* eventsOf(owner)).filter((one) => one === event)
})

/** Queries, by their kind or by their operation. */
const isQuery = ({ command }: Sent): boolean =>
  queries.has(command._tag) || (command._tag === "DomainTransfer" && command.operation === "query")

const isTransform = (one: Sent, tag: EppCommand["_tag"]) => one.command._tag === tag && !isQuery(one)

/** The commands of the operation's kind that came over the wire. */
export const sendings = Effect.fnUntraced(function*({ command }: WireOperation, before: Before) {
  const { sent } = yield* WireRegistry
  return sent.slice(before.sent).filter((one) => isTransform(one, command))
})

/** Fails unless the operation is complete, and charged on both sides and reported exactly once, without open intents. */
export const assertOnce = Effect.fnUntraced(function*(operation: WireOperation, before: Before) {
  const { balance } = yield* WireRegistry
  const { name, owner } = before
  assert.deepStrictEqual(yield* done(before), [...operation.carriedOut])
  assert.strictEqual(before.balance - (yield* balance), operation.price)
  assert.deepStrictEqual(yield* chargesOf(owner, name), [...operation.charges])
  assert.deepStrictEqual(yield* reported(operation, before), operation.event === null ? [] : [operation.event])
  const domain = yield* currentDomain(owner, name)
  assert.isTrue(operation.isDone(domain), "it is done")
  if (domain !== undefined) {
    assert.deepStrictEqual((yield* openIntents(domain)).filter((intent) => intent.endsWith("prepared")), [])
  }
  if (operation.look === "HostInfo") {
    const hosts = yield* Hosts
    assert.strictEqual((yield* owner.act(hosts.get(Hostname.make(`ns1.${name}`)))).status, "active")
  }
})

/** Fails unless the command had no effect, and nothing is charged or reported. */
export const assertNothing = Effect.fnUntraced(function*(operation: WireOperation, before: Before) {
  const { name, owner } = before
  assert.deepStrictEqual(yield* done(before), [...operation.beside])
  assert.deepStrictEqual(yield* chargesOf(owner, name), [...operation.returned])
  assert.deepStrictEqual(yield* reported(operation, before), [])
  const domain = yield* currentDomain(owner, name)
  if (domain !== undefined) {
    assert.deepStrictEqual((yield* openIntents(domain)).filter((intent) => intent.endsWith("prepared")), [])
  }
})

const queries: ReadonlySet<EppCommand["_tag"]> = new Set(["DomainInfo", "HostInfo", "HostCheck", "ContactInfo"])

/** Fails if a command was sent a second time without a look-up before, or under the same id. */
export const assertLooked = Effect.fnUntraced(function*({ after = 0, command }: WireOperation, before: Before) {
  const { sent } = yield* WireRegistry
  const since = sent.slice(before.sent)
  const all = since.flatMap((one, index) => isTransform(one, command) ? [index] : [])
  const [lost, again] = all.slice(after)
  if (lost === undefined) return assert.fail("The command was not sent")
  if (again !== undefined) {
    assert.isTrue(since.slice(lost, again).some((one) => isQuery(one)), "it is looked up")
  }
  const ids = sent.flatMap(({ clTRID }) => clTRID ?? [])
  assert.strictEqual(new Set(ids).size, ids.length)
})
