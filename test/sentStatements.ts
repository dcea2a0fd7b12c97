import { Effect } from "effect"
import { Statement } from "effect/sql"

/** A statement as the database gets it. */
export interface SentStatement {
  /** What sent it, in words. */
  readonly list: string
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Runs `work` and tells what it answered and which statements it sent. */
export const sentBy = Effect.fnUntraced(function*<A, E, R>(list: string, work: Effect.Effect<A, E, R>) {
  const sent: Array<SentStatement> = []
  const answer = yield* Effect.provideService(work, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      const [text, parameters] = (statement as Statement.Statement<unknown>).compile()
      sent.push({ list, text, parameters })
      return statement
    }))
  return { answer, sent }
})
