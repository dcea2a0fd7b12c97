import { DomainName, domainNameProblem, Hostname, normalise } from "@namewright/core/shared"
import { Effect } from "effect"
import { CommandRefused } from "./Handlers.ts"

const named = <Name>(make: (name: string) => Name) => (text: string): Effect.Effect<Name, CommandRefused> => {
  const name = normalise(text)
  const problem = domainNameProblem(name)
  return problem === undefined
    ? Effect.succeed(make(name))
    : Effect.fail(new CommandRefused({ code: 2005, text: problem }))
}

/** The name of a domain as it was sent, in the form in which names are kept; 2005 when it is none. */
export const domainName = named((name) => DomainName.make(name))

/** The same of a host. */
export const hostname = named((name) => Hostname.make(name))
