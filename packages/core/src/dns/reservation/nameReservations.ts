import { Effect } from "effect"
import { type Actor, type InputIssue, PlatformSettings } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import { NameHolders } from "../ownership/NameHolders.ts"
import { zoneIssue } from "../rules/RrsetStep.ts"
import { type Reservation, type ReservationReason, reservationsOf, reservedName } from "./reservedName.ts"

/** Reasons that do not concern organizations of the operator, nor the holder of the name's domain. */
const ofOwners: ReadonlySet<ReservationReason> = new Set(["operator", "private_suffix"])

/** Checks of names that an organization cannot create zones of. */
export const makeNameReservations = Effect.gen(function*() {
  const holders = yield* NameHolders
  const settings = yield* PlatformSettings
  const reservations = reservationsOf(settings)
  const operators: ReadonlySet<string> = new Set(settings.dns.operators)

  const holdsDomainOf = ({ organization_id }: Actor, name: DnsName) =>
    Effect.map(holders.of([name]), (found) => found.get(name)?.organization_id === organization_id)

  /** Problem of a reserved name. `written` is the name in the request. */
  const problems = Effect.fnUntraced(
    function*(actor: Actor, name: DnsName, written: string): Effect.fn.Return<ReadonlyArray<InputIssue>> {
      const found = reservedName(name, reservations)
      if (found === undefined) return []
      if (ofOwners.has(found.reason) && (operators.has(actor.organization_id) || (yield* holdsDomainOf(actor, name)))) {
        return []
      }
      const details = { reason: found.reason, reserved: found.name }
      return [zoneIssue("reserved_name", { loc: ["body", "name"], input: written }, messageOf(found, name), details)]
    }
  )

  return { problems }
})

const messageOf = ({ name: reserved, reason }: Reservation, name: DnsName): string => {
  switch (reason) {
    case "special_use":
      return `Resolvers do not ask nameservers for names of ${reserved}`
    case "public_suffix":
      return `${name} is a public suffix; a zone must be below one`
    case "private_suffix":
      return `${name} is a suffix with names of different owners; a zone must be below it`
    case "operator":
      return `${reserved} is a name of this platform`
  }
}
