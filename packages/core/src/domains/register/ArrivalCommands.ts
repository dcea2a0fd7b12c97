import { Effect, Schema } from "effect"
import { authorize } from "../../access/index.ts"
import {
  type Asked,
  askedByEach,
  incomplete,
  inheritable,
  instanceProblem,
  missingMembers,
  planEach,
  type PlannedJob,
  type Present,
  type Problem
} from "../../jobs/index.ts"
import { type DomainName, Money } from "../../shared/index.ts"
import { RenewalMode } from "../Domain.ts"
import { attributeIssues, type Level, refuseLevels, type WithAttributes } from "../request/CommandLevels.ts"
import { RegisterDomain, RequestedPeriod } from "../request/DomainRequest.ts"
import { makePlanningFacts, type Place, unknownContacts } from "../request/PlanningFacts.ts"
import { contactsByRole, RequestedContacts } from "../request/RequestedContacts.ts"

const { claims_notice_acceptance_hash, expected_price, ...optional } = RegisterDomain.fields

/** What instances of domains to come have in common. */
export const arrivalTemplate = {
  attributes: optional.attributes,
  contacts: inheritable(RequestedContacts),
  create_zone: optional.create_zone,
  nameservers: optional.nameservers,
  period: inheritable(RequestedPeriod),
  renewal_mode: inheritable(RenewalMode)
}

const Members = Schema.Struct({
  ...arrivalTemplate,
  name: Schema.String,
  auth_code: optional.auth_code,
  expected_price,
  claims_notice_acceptance_hash
})

/** What is asked for once an instance and its template are one. */
type ArrivalMembers = Present<typeof Members.Type>

/** One way in which domains come into an account. */
export interface Way {
  readonly kind: "domain_create" | "domain_transfer"
  readonly operation: "create" | "transfer"
  readonly verb: string
  readonly required: ReadonlyArray<keyof ArrivalMembers>
}

/** The request as it would come over the wire; most of its members are plain values already. */
const wireOf = (
  { contacts, expected_price: price, ...plain }: ArrivalMembers,
  name: DomainName
): Schema.JsonObject => {
  const wire: Record<string, Schema.Json> = { ...plain, name }
  if (contacts !== undefined) wire["contacts"] = contactsByRole(contacts)
  if (price !== undefined) wire["expected_price"] = Money.toDecimal(price)
  return wire
}

const planned = (
  { kind, operation, verb }: Way,
  command: string,
  { instance_index, members }: Asked<ArrivalMembers>,
  name: DomainName
): PlannedJob => ({
  instance_index,
  kind,
  operation,
  resource_key: name,
  lane: `domain ${name}`,
  domain_name: name,
  display: `${verb} Domain '${name}'`,
  payload: { type: command, operation, domain: wireOf(members, name) }
})

/** How commands that bring domains into an account become jobs. */
export const makeArrivalCommands = Effect.gen(function*() {
  const { knownContacts, placeOf } = yield* makePlanningFacts

  return <P>(
    way: Way,
    command: string,
    asks: (command: P) => ReadonlyArray<Asked<ArrivalMembers>>,
    levelsOf: (index: number, command: P) => ReadonlyArray<Level<WithAttributes>>
  ) =>
    Effect.fnUntraced(function*(commands: ReadonlyArray<P>) {
      const { organization_id } = yield* authorize("domains:manage")
      yield* refuseLevels(commands, levelsOf, (level) => attributeIssues(level, way.operation))
      const asked = yield* askedByEach(commands, asks)
      const known = yield* knownContacts(
        asked.flatMap((all) => all.map(({ members: { contacts } }) => ({ organization_id, contacts })))
      )
      const problemsOf = (members: ArrivalMembers, { problems, spec }: Place): ReadonlyArray<Problem> => {
        const { contacts } = members
        const missing = missingMembers(members, way.required)
        const unknown = spec === undefined
          ? []
          : unknownContacts(known, way.operation, spec, { organization_id, contacts })
        if (problems.length + unknown.length + missing.length === 0) return []
        return [...problems, ...unknown, ...(missing.length === 0 ? [] : [incomplete(missing)])]
      }
      return yield* planEach(asked, (one) => {
        const place = placeOf(one.members.name)
        const problems = problemsOf(one.members, place)
        return place.name !== undefined && problems.length === 0
          ? planned(way, command, one, place.name)
          : instanceProblem(one, place.name ?? one.members.name, problems)
      })
    })
})
