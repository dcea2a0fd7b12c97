import { Context, Effect, Layer, Option, Schema } from "effect"
import type { NewCharge } from "../billing/index.ts"
import {
  authorizeCommands,
  expandCommands,
  isPlanned,
  JobKinds,
  type PlannedJob,
  refuseTooMany,
  registeredCommands,
  requestCount,
  SubmitBatch
} from "../jobs/index.ts"
import type { CurrentActor } from "../shared/index.ts"
import { ActionQuotes, type QuoteRefusal } from "./ActionQuotes.ts"

/** Charges of planned jobs of one kind. A job that would be refused charges nothing. */
export type ChargesOfJobs = (
  jobs: ReadonlyArray<PlannedJob>
) => Effect.Effect<ReadonlyArray<NewCharge>, QuoteRefusal, CurrentActor>

/**
 * Registry of the prices of jobs, from which batches are priced. Slices register the kinds of jobs that cost something.
 */
export class BatchQuotes extends Context.Service<BatchQuotes, {
  readonly enter: (kind: string, charges: ChargesOfJobs) => Effect.Effect<void>
  /** Kinds of jobs that can cost something. */
  readonly kinds: () => ReadonlyArray<string>
}>()("@namewright/core/approvals/BatchQuotes") {
  static readonly layer = Layer.effect(
    BatchQuotes,
    Effect.gen(function*() {
      const kinds = yield* JobKinds
      const quotes = yield* ActionQuotes
      const entries = new Map<string, ChargesOfJobs>()

      const chargesOf = Effect.fnUntraced(function*({ commands }: SubmitBatch) {
        const { issues: unknown, registered } = registeredCommands(kinds, commands, 0)
        if (unknown.length > 0) return []
        yield* authorizeCommands(registered)
        yield* refuseTooMany(requestCount(registered))
        const { issues, parts } = yield* expandCommands(registered)
        if (issues.length > 0) return []
        const planned = Map.groupBy(parts.flat().filter(isPlanned), ({ kind }) => kind)
        const charges = yield* Effect.forEach(entries, ([kind, charge]) => {
          const jobs = planned.get(kind) ?? []
          return jobs.length === 0 ? Effect.succeed([]) : charge(jobs)
        })
        return charges.flat()
      })

      yield* quotes.enter(
        "submitBatch",
        ({ body }) => Option.match(decode(body), { onNone: () => Effect.succeed([]), onSome: chargesOf })
      )

      return BatchQuotes.of({
        kinds: () => [...entries.keys()],
        enter: (kind, charges) =>
          Effect.suspend(() =>
            entries.has(kind)
              ? Effect.die(new Error(`The price of ${kind} is entered twice`))
              : Effect.sync(() => void entries.set(kind, charges))
          )
      })
    })
  )
}

const decode = Schema.decodeUnknownOption(SubmitBatch)
