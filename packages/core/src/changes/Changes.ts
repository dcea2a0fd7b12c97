import { Context, Effect, Layer, Option, Queue, Schema, type Scope } from "effect"
import { EventLog } from "../events/index.ts"
import { inputIssue, inputIssues, Instant, InvalidInput, Transaction } from "../shared/index.ts"
import { type Change, type ChangeKind, changeKinds } from "./Change.ts"
import { ChangesRemoved } from "./ChangeError.ts"
import { changeOf } from "./changeOf.ts"
import { type ChangeRange, ChangeStore } from "./ChangeStore.ts"

const Position = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Changes of one page, at most. */
const pageLimit = 1000

/** Request of a page of the feed. */
export const ReadChanges = Schema.Struct({
  /** Changes after this position; default the first that is stored. */
  after: Schema.optional(Position),
  /** Default 100. */
  limit: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimit }))),
  /** Default all kinds. */
  kinds: Schema.optional(Schema.Array(Schema.Literals(changeKinds)))
})
export type ReadChanges = typeof ReadChanges.Type

/** Name of a consumer. */
export const ConsumerName = Schema.String.check(Schema.isBetweenLength(1, 255))

/** A page of the feed. Without changes after `after`, `next` is `after`. */
export interface ChangePage {
  /** In the order of their positions. */
  readonly changes: ReadonlyArray<Change>
  /** Position after which the next page begins. A page may be empty, with a later `next`, if none of its kinds was found. */
  readonly next: number
}

/** Positions that get assigned before a page is read, at most. */
const sequencedAtOnce = 1000

/** Positions of one query, and queries of one page: a page reads a bounded part of the feed. */
const window = 1000
const windows = 20

/** Decodes an argument; fails with every problem. */
export const decodeArgument = <A>(schema: Schema.Codec<A, unknown>, name: string, input: unknown) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(schema)(input, { errors: "all", reportInput: true, onExcessProperty: "error" }),
    ({ issue, message }) => {
      const [first, ...others] = inputIssues(issue, "body").map((found) => ({
        ...found,
        loc: ["body", name, ...found.loc.slice(1)]
      }))
      return new InvalidInput({
        issues: [first ?? inputIssue(["body", name], "value_error", message, input), ...others]
      })
    }
  )

/**
 * The change feed: events and movements of money of all organizations, in the order of their commits. If a transaction was
 * committed before another one wrote a change, its changes come first. For the operator; no permission is checked.
 */
export class Changes extends Context.Service<Changes, {
  readonly read: (request?: unknown) => Effect.Effect<ChangePage, ChangesRemoved | InvalidInput>
  /** The position up to which a consumer has handled the feed; null if there is no consumer of this name. */
  readonly cursor: (name: string) => Effect.Effect<number | null, InvalidInput>
  /** Sets the position after which a consumer continues, running or not. */
  readonly moveCursor: (name: string, position: number) => Effect.Effect<void, InvalidInput>
  /** A queue that gets an element after commits of this process, until the scope closes. Other processes' commits do not show. */
  readonly wakeUps: Effect.Effect<Queue.Dequeue<void>, never, Scope.Scope>
}>()("@namewright/core/changes/Changes") {
  static readonly layer = Layer.effect(
    Changes,
    Effect.gen(function*() {
      const store = yield* ChangeStore
      const transaction = yield* Transaction
      const events = yield* EventLog
      const listeners = new Set<Queue.Queue<void>>()

      const wake = Effect.sync(() => {
        for (const listener of listeners) Queue.offerUnsafe(listener, undefined)
      })
      yield* events.subscribe(() => listeners.size === 0 ? Effect.void : transaction.afterCommit(wake))

      const sequencedRange = Effect.gen(function*() {
        const range = yield* store.range
        if (!range.has_waiting) return range
        yield* transaction.atomically(store.sequence(sequencedAtOnce))
        return yield* store.range
      })

      const collect = Effect.fnUntraced(function*(
        after: number,
        last: number,
        limit: number,
        kinds: ReadonlyArray<ChangeKind> | undefined
      ) {
        const changes: Array<Change> = []
        let next = after
        for (let count = 0; count < windows && next < last; count++) {
          const through = Math.min(next + window, last)
          const found = yield* store.list({ after: next, through }, kinds, limit - changes.length)
          changes.push(...found.map(changeOf))
          const latest = found.at(-1)
          if (latest !== undefined && changes.length === limit) return { changes, next: latest.position }
          next = through
        }
        return { changes, next }
      })

      const read: Changes["Service"]["read"] = Effect.fn("Changes.read")(function*(request = {}) {
        const { after: asked, kinds, limit = 100 } = yield* decodeArgument(ReadChanges, "request", request)
        const range = yield* sequencedRange
        const after = asked ?? range.removed_through
        yield* refuseRemoved(after, range)
        const page = yield* collect(after, range.last, limit, kinds)
        // Retention may have removed changes of the page between the queries.
        if (after < range.last) {
          const { removed_through } = yield* store.range
          yield* refuseRemoved(after, { ...range, removed_through })
        }
        return page
      })

      return Changes.of({
        read,
        cursor: Effect.fn("Changes.cursor")(function*(name) {
          yield* decodeArgument(ConsumerName, "name", name)
          return Option.getOrNull(yield* store.cursor(name))
        }),
        moveCursor: Effect.fn("Changes.moveCursor")(function*(name, position) {
          yield* decodeArgument(ConsumerName, "name", name)
          yield* decodeArgument(Position, "position", position)
          yield* transaction.atomically(store.move(name, position, yield* Instant.now))
        }),
        wakeUps: Effect.acquireRelease(
          Effect.tap(Queue.sliding<void>(1), (queue) => Effect.sync(() => listeners.add(queue))),
          (queue) => Effect.sync(() => listeners.delete(queue))
        )
      })
    })
  )
}

const refuseRemoved = (after: number, { last, removed_through }: ChangeRange) =>
  after < removed_through || after > last
    ? Effect.fail(new ChangesRemoved({ after, removed_through, last }))
    : Effect.void
