import { Effect, Option, Schema, Struct } from "effect"
import { authorizeWithinObjects } from "../../access/index.ts"
import {
  bulkForm,
  type CommandRequest,
  declareCommand,
  inheritable,
  instanceProblem,
  JobKinds,
  mapInChunks,
  merged,
  planEach,
  type PlannedJob,
  type Present,
  type Problem,
  problemOf,
  requestsOfCommands,
  singleForm,
  singleRequest
} from "../../jobs/index.ts"
import { DomainId, type InputIssue, inputIssue } from "../../shared/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import type { DomainReference } from "../Domain.ts"
import { DomainNotFound } from "../DomainError.ts"
import type { ReferredDomain } from "../DomainStore.ts"
import {
  atLevel,
  attributeIssues,
  bulkLevels,
  CommandName,
  type Level,
  oneLevel,
  refuseLevels
} from "../request/CommandLevels.ts"
import { updateInputIssues } from "../request/DomainPolicy.ts"
import { UpdateDomainRequest } from "../request/DomainRequest.ts"
import { makePlanningFacts, parseName, unknownContacts } from "../request/PlanningFacts.ts"
import { contactsByRole } from "../request/RequestedContacts.ts"
import { isPresent, statusContradictions } from "../request/RequestedStatuses.ts"
import { makeDomainUpdateKind } from "./DomainUpdateJob.ts"

/** Reference to the domain of an update: exactly one of the two. */
const domainReference = { domain_id: inheritable(DomainId), name: inheritable(CommandName) }

const Payload = Schema.Struct({ ...domainReference, ...UpdateDomainRequest.fields })
  .annotate({ identifier: "DomainUpdatePayload" })

const { auth_code: _, ...shared } = UpdateDomainRequest.fields
const Template = Schema.Struct(shared)

const common = { name: "domain_update", right: "domains:manage", risk: "changes", enforcesScope: true } as const

/** Equivalent of `PATCH /v1/domains/{domain_reference}`. */
const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Template,
  instance: Payload,
  offer: { key: "domain_id", rules: updateInputIssues }
})

type Members = Present<typeof Payload.Type>

/** Members that set statuses: an instance with one of them inherits none from the template. */
const statusMembers = ["statuses", "status_changes", "transfer_lock"] as const

const askedByUpdates = (
  { instances, template }: typeof bulk.payload.Type
): ReadonlyArray<CommandRequest<Members>> => {
  const withoutStatuses = Struct.omit(template ?? {}, statusMembers)
  return instances.map((instance, instance_index) => ({
    instance_index,
    members: merged(statusMembers.some((member) => isPresent(instance[member])) ? withoutStatuses : template, instance)
  }))
}

const levelIssues = (level: Level<typeof Payload.Type>): ReadonlyArray<InputIssue> => [
  ...(level.loc.at(-1) === "template" ? [] : referenceIssues(level)),
  ...statusContradictions(level.members).map((issue) => atLevel(level.loc, issue)),
  ...attributeIssues(level, "update")
]

const referenceIssues = ({ loc, members: { domain_id, name } }: Level<typeof Payload.Type>) => {
  const references = [domain_id, name].filter(isPresent)
  if (references.length === 1) return []
  return references.length === 0
    ? [inputIssue([...loc, "domain_id"], "missing", "Name the domain by its domain_id or by its name", null)]
    : [inputIssue([...loc, "name"], "value_error", "Name the domain either by its domain_id or by its name", name)]
}

/** Reference to a domain, normalised for comparison. */
const referred = ({ domain_id, name: input = "" }: Members): {
  readonly display: string
  readonly reference?: DomainReference
  readonly problems: ReadonlyArray<Problem>
} => {
  if (domain_id !== undefined) return { display: domain_id, reference: domain_id, problems: [] }
  const { name, problems } = parseName(input)
  return name === undefined ? { display: input, problems } : { display: name, reference: name, problems }
}

/** Encoded request. Members other than contacts are already in their encoded form. */
const wireOf = ({ contacts, ...plain }: Members): Schema.JsonObject => ({
  ...plain,
  ...(contacts === undefined ? {} : { contacts: contactsByRole(contacts) })
})

const planned = (
  command: string,
  { instance_index, members }: CommandRequest<Members>,
  { domain_id, name }: ReferredDomain
): PlannedJob => {
  const { name: requestedName, ...others } = members
  return {
    instance_index,
    kind: "domain_update",
    operation: "update",
    resource_key: requestedName === undefined ? domain_id : name,
    ordering_key: `domain ${name}`,
    domain_name: name,
    display: `Update Domain '${name}'`,
    payload: {
      type: command,
      operation: "update",
      domain: wireOf(requestedName === undefined ? others : { ...others, name })
    }
  }
}

const makePlanning = Effect.gen(function*() {
  const { knownContacts, referredDomains, rulesOf } = yield* makePlanningFacts

  return <P>(
    command: string,
    asks: (command: P) => ReadonlyArray<CommandRequest<Members>>,
    levelsOf: (index: number, command: P) => ReadonlyArray<Level<typeof Payload.Type>>
  ) =>
    Effect.fnUntraced(function*(commands: ReadonlyArray<P>) {
      const actor = yield* authorizeWithinObjects("domains:manage")
      yield* refuseLevels(commands, levelsOf, levelIssues)
      const asked = yield* requestsOfCommands(commands, asks)
      const all = yield* mapInChunks(
        asked.flat(),
        ({ members }) => ({ contacts: members.contacts, reference: referred(members).reference })
      )
      const domains = yield* referredDomains(actor, all.flatMap(({ reference }) => reference ?? []))
      const domainOf = (reference: DomainReference | undefined) =>
        reference === undefined ? undefined : domains.get(reference)
      const known = yield* knownContacts(all.flatMap(({ contacts, reference }) => {
        const domain = domainOf(reference)
        return domain === undefined ? [] : [{ organization_id: domain.organization_id, contacts }]
      }))
      const specs = new Map<string, TldSpec | undefined>()
      for (const { tld } of domains.values()) {
        if (!specs.has(tld)) specs.set(tld, Option.getOrUndefined(yield* rulesOf(tld)))
      }
      return yield* planEach(asked, (instance) => {
        const { display, problems, reference } = referred(instance.members)
        const domain = domainOf(reference)
        if (domain === undefined) {
          const absent = problemOf(new DomainNotFound({ domain_name: display }))
          return instanceProblem(instance, display, reference === undefined ? problems : [absent])
        }
        const { organization_id, tld } = domain
        const spec = specs.get(tld)
        const unknown = spec === undefined
          ? []
          : unknownContacts(known, "update", spec, { organization_id, contacts: instance.members.contacts })
        return unknown.length === 0 ? planned(command, instance, domain) : instanceProblem(instance, display, unknown)
      })
    })
})

/** `domain_update` and `domain_update_bulk`. Source: REST specification, "Jobs". */
export const domainUpdate = declareCommand({
  forms: [single, bulk],
  jobs: { kind: "domain_update", member: "domain", request: Payload },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const planning = yield* makePlanning
    yield* registerKind(yield* makeDomainUpdateKind)
    yield* registerCommand({ ...single, expand: planning(single.name, singleRequest, oneLevel) })
    yield* registerCommand({ ...bulk, expand: planning(bulk.name, askedByUpdates, bulkLevels) })
  })
})
