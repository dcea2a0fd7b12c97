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

/** Decodes the name of a domain into its canonical form; fails with 2005 if it is malformed. */
export const domainName = named((name) => DomainName.make(name))

/** Decodes a hostname likewise. */
export const hostname = named((name) => Hostname.make(name))
