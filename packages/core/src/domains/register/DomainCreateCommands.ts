import { Effect, Schema } from "effect"
import { bulkForm, declareCommand, instanceRequests, JobKinds, singleForm, singleRequest } from "../../jobs/index.ts"
import { bulkLevels, CommandName, oneLevel } from "../request/CommandLevels.ts"
import { RegisterDomain } from "../request/DomainRequest.ts"
import { type AcquisitionCommand, acquisitionTemplate, makeAcquisitionCommands } from "./AcquisitionCommands.ts"
import { makeAcquisitionKind } from "./AcquisitionKind.ts"
import { Registrations } from "./Registrations.ts"

const command: AcquisitionCommand = {
  kind: "domain_create",
  operation: "create",
  verb: "Create",
  required: ["contacts", "period", "renewal_mode"],
  intent: "domain.create",
  event: "REGISTRATION"
}

const { auth_code, claims_notice_acceptance_hash, expected_price, idn_language } = RegisterDomain.fields

const Payload = Schema.Struct({ ...RegisterDomain.fields, name: CommandName })
  .annotate({ identifier: "DomainCreatePayload" })

const Template = Schema.Struct({ ...acquisitionTemplate, auth_code, idn_language })
const common = { name: "domain_create", right: "domains:manage", risk: "costs" } as const

/** Equivalent of `POST /v1/domains`. */
const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Template,
  instance: Schema.Struct({ ...Template.fields, name: CommandName, expected_price, claims_notice_acceptance_hash })
})

/** `domain_create` and `domain_create_bulk`. Source: REST specification, "Jobs". */
export const domainCreate = declareCommand({
  forms: [single, bulk],
  jobs: { kind: command.kind, member: "domain", request: Payload, result: "domain_id" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const expandedBy = yield* makeAcquisitionCommands
    const { registerAs } = yield* Registrations
    yield* registerKind(yield* makeAcquisitionKind(command, RegisterDomain, registerAs))
    yield* registerCommand({ ...single, expand: expandedBy(command, single.name, singleRequest, oneLevel) })
    yield* registerCommand({ ...bulk, expand: expandedBy(command, bulk.name, instanceRequests, bulkLevels) })
  })
})
