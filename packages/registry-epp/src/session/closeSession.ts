import { newCommandId } from "@namewright/core/registry"
import { Effect } from "effect"
import type { EppSession } from "./EppSession.ts"

/** Logs out and closes the connection, whatever the server answers within so many milliseconds. */
export const closeSession = Effect.fnUntraced(function*(session: EppSession, patience: number) {
  const clTRID = yield* newCommandId
  yield* Effect.callback<void>((resume) => {
    const { connection } = session
    if (connection.ended !== undefined) return resume(Effect.void)
    connection.onEnd = () => undefined
    session.send(session.written({ _tag: "Logout" }, clTRID), clTRID, patience, () => {
      connection.close()
      resume(Effect.void)
    })
    return Effect.sync(() => connection.destroy("The logout was not waited for"))
  })
})
