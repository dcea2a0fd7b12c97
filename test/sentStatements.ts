import { Effect } from "effect"
import { Statement } from "effect/sql"

/** Statement that was sent to the database. */
export interface SentStatement {
  /** Description of the sender. */
  readonly list: string
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** Runs `work`, and returns its result and the statements that it sent. */
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
