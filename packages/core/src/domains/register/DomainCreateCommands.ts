import { Effect, Schema } from "effect"
import {
  askedByInstances,
  askedOnce,
  bulkForm,
  declareCommand,
  type JobKind,
  JobKinds,
  singleForm,
  storedRequest
} from "../../jobs/index.ts"
import { bulkLevels, GivenName, oneLevel } from "../request/CommandLevels.ts"
import { RegisterDomain } from "../request/DomainRequest.ts"
import { type Acquisition, makeEarlierRun } from "../request/EarlierRun.ts"
import { type AcquisitionCommand, acquisitionTemplate, makeAcquisitionCommands } from "./AcquisitionCommands.ts"
import { Registrations } from "./Registrations.ts"

const way: AcquisitionCommand = {
  kind: "domain_create",
  operation: "create",
  verb: "Create",
  required: ["contacts", "period", "renewal_mode"]
}

const acquisition: Acquisition = { intent: "domain.create", event: "REGISTRATION" }

const { auth_code, claims_notice_acceptance_hash, expected_price } = RegisterDomain.fields

const Payload = Schema.Struct({ ...RegisterDomain.fields, name: GivenName })
  .annotate({ identifier: "DomainCreatePayload" })

const Template = Schema.Struct({ ...acquisitionTemplate, auth_code })
const common = { name: "domain_create", right: "domains:manage", risk: "costs" } as const

/** As `POST /v1/domains`. */
const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Template,
  instance: Schema.Struct({ ...Template.fields, name: GivenName, expected_price, claims_notice_acceptance_hash })
})

/** Carries out a registration; a registry that has accepted it and decides later is success. */
const makeKind = Effect.gen(function*() {
  const registrations = yield* Registrations
  const { makeOnce } = yield* makeEarlierRun
  const requestOf = storedRequest("domain", RegisterDomain)

  const kind: JobKind = {
    kind: way.kind,
    topic: "registry",
    run: Effect.fnUntraced(function*(job) {
      const { request, type } = yield* requestOf(job)
      const domain_id = yield* makeOnce(job, acquisition, (id) => registrations.registerAs(id, request))
      return { type, domain_id }
    })
  }
  return kind
})

/** `domain_create` and `domain_create_bulk`. Source: REST specification, "Jobs". */
export const domainCreate = declareCommand({
  forms: [single, bulk],
  jobs: { kind: way.kind, member: "domain", request: Payload, result: "domain_id" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const expandedBy = yield* makeAcquisitionCommands
    yield* registerKind(yield* makeKind)
    yield* registerCommand({ ...single, expand: expandedBy(way, single.name, askedOnce, oneLevel) })
    yield* registerCommand({ ...bulk, expand: expandedBy(way, bulk.name, askedByInstances, bulkLevels) })
  })
})
