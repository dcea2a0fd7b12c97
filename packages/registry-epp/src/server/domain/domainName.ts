import { DomainName, domainNameProblem, normalise } from "@namewright/core/shared"
import { Effect } from "effect"
import { CommandRefused } from "../Handlers.ts"

/** A name as it was sent, in the form in which names are kept; 2005 when it is none. */
export const domainName = (text: string): Effect.Effect<DomainName, CommandRefused> => {
  const name = normalise(text)
  const problem = domainNameProblem(name)
  return problem === undefined
    ? Effect.succeed(DomainName.make(name))
    : Effect.fail(new CommandRefused({ code: 2005, text: problem }))
}
