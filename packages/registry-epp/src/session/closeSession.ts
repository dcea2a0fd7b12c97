import { newCommandId } from "@namewright/core/registry"
import { Effect } from "effect"
import type { EppSession } from "./EppSession.ts"

/** Milliseconds for the answer to a logout. */
const logoutPatience = 5000

/** Logs out and closes the connection, after any response or `patience` milliseconds. */
export const closeSession = Effect.fnUntraced(function*(session: EppSession, patience: number = logoutPatience) {
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
