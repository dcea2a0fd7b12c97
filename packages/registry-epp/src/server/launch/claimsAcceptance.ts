import { type DomainName, Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { acceptanceOf, launchNoticeProblem } from "../../message/claimsNotice.ts"
import type { LaunchCreate } from "../../message/CommandExtension.ts"
import { CommandRefused } from "../Handlers.ts"

/**
 * Accepted notice of a create command (RFC 8334, section 3.3.2), or null. All notices are checked, and the first is
 * returned; a name has at most one. The registry checks if the name is in its claims phase.
 */
export const claimsAcceptance = Effect.fnUntraced(function*(name: DomainName, launch: LaunchCreate | undefined) {
  if (launch === undefined) return null
  const { encodedSignedMarks, notices, phase, type } = launch
  if (phase.phase !== "claims" && phase.phase !== "open") {
    return yield* new CommandRefused({ code: 2306, text: `there is no ${phase.phase} phase` })
  }
  if (encodedSignedMarks.length > 0 || type === "application") {
    return yield* new CommandRefused({ code: 2306, text: "names are registered without signed marks or applications" })
  }
  const now = yield* Instant.now
  const label = name.slice(0, name.indexOf("."))
  for (const notice of notices) {
    const problem = launchNoticeProblem(notice, label, DateTime.toEpochMillis(now))
    if (problem !== undefined) {
      return yield* new CommandRefused({
        code: 2004,
        text: `the claims notice is refused: ${problem}`
      })
    }
  }
  const [first] = notices
  return first === undefined ? null : acceptanceOf(first) ?? null
})
