import { Effect, Schema } from "effect"
import { authorize } from "../../access/index.ts"
import {
  type CommandRequest,
  incomplete,
  inheritable,
  instanceProblem,
  missingMembers,
  planEach,
  type PlannedJob,
  type Present,
  type Problem,
  requestsOfCommands
} from "../../jobs/index.ts"
import { type DomainName, Money } from "../../shared/index.ts"
import { RenewalMode } from "../Domain.ts"
import { attributeIssues, type Level, refuseLevels, type WithAttributes } from "../request/CommandLevels.ts"
import { RegisterDomain, RequestedPeriod } from "../request/DomainRequest.ts"
import type { Acquisition } from "../request/EarlierRun.ts"
import { makePlanningFacts, type PlannedName, unknownContacts } from "../request/PlanningFacts.ts"
import { contactsByRole, RequestedContacts } from "../request/RequestedContacts.ts"

const { claims_notice_acceptance_hash, expected_price, ...optional } = RegisterDomain.fields

/** Members that a bulk template and its instances share. */
export const acquisitionTemplate = {
  attributes: optional.attributes,
  contacts: inheritable(RequestedContacts),
  allocation_token: optional.allocation_token,
  create_zone: optional.create_zone,
  nameservers: optional.nameservers,
  period: inheritable(RequestedPeriod),
  renewal_mode: inheritable(RenewalMode)
}

const Members = Schema.Struct({
  ...acquisitionTemplate,
  name: Schema.String,
  auth_code: optional.auth_code,
  expected_price,
  claims_notice_acceptance_hash,
  idn_language: optional.idn_language
})

/** Members of an instance merged with its template. */
type AcquisitionMembers = Present<typeof Members.Type>

/** Registration or inbound transfer, as a command. */
export interface AcquisitionCommand extends Acquisition {
  readonly kind: "domain_create" | "domain_transfer"
  readonly operation: "create" | "transfer"
  readonly verb: string
  readonly required: ReadonlyArray<keyof AcquisitionMembers>
}

/** Encoded request. Members other than contacts and price are already in their encoded form. */
const wireOf = (
  { contacts, expected_price: price, ...plain }: AcquisitionMembers,
  name: DomainName
): Schema.JsonObject => {
  const wire: Record<string, Schema.Json> = { ...plain, name }
  if (contacts !== undefined) wire["contacts"] = contactsByRole(contacts)
  if (price !== undefined) wire["expected_price"] = Money.toDecimal(price)
  return wire
}

const planned = (
  { kind, operation, verb }: AcquisitionCommand,
  command: string,
  { instance_index, members }: CommandRequest<AcquisitionMembers>,
  name: DomainName
): PlannedJob => ({
  instance_index,
  kind,
  operation,
  resource_key: name,
  ordering_key: `domain ${name}`,
  domain_name: name,
  display: `${verb} Domain '${name}'`,
  payload: { type: command, operation, domain: wireOf(members, name) }
})

/** Expands commands that acquire domains into jobs. */
export const makeAcquisitionCommands = Effect.gen(function*() {
  const { knownContacts, planName } = yield* makePlanningFacts

  return <P>(
    acquisition: AcquisitionCommand,
    command: string,
    asks: (command: P) => ReadonlyArray<CommandRequest<AcquisitionMembers>>,
    levelsOf: (index: number, command: P) => ReadonlyArray<Level<WithAttributes>>
  ) =>
    Effect.fnUntraced(function*(commands: ReadonlyArray<P>) {
      const { organization_id } = yield* authorize("domains:manage")
      yield* refuseLevels(commands, levelsOf, (level) => attributeIssues(level, acquisition.operation))
      const asked = yield* requestsOfCommands(commands, asks)
      const known = yield* knownContacts(
        asked.flatMap((all) => all.map(({ members: { contacts } }) => ({ organization_id, contacts })))
      )
      const problemsOf = (members: AcquisitionMembers, { problems, spec }: PlannedName): ReadonlyArray<Problem> => {
        const { contacts } = members
        const missing = missingMembers(members, acquisition.required)
        const unknown = spec === undefined
          ? []
          : unknownContacts(known, acquisition.operation, spec, { organization_id, contacts })
        if (problems.length + unknown.length + missing.length === 0) return []
        return [...problems, ...unknown, ...(missing.length === 0 ? [] : [incomplete(missing)])]
      }
      return yield* planEach(asked, (instance) => {
        const wanted = planName(instance.members.name)
        const problems = problemsOf(instance.members, wanted)
        return wanted.name !== undefined && problems.length === 0
          ? planned(acquisition, command, instance, wanted.name)
          : instanceProblem(instance, wanted.name ?? instance.members.name, problems)
      })
    })
})
