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
import {
  type AcquisitionCommand,
  acquisitionTemplate,
  makeAcquisitionCommands
} from "../register/AcquisitionCommands.ts"
import { bulkLevels, GivenName, oneLevel } from "../request/CommandLevels.ts"
import { TransferInDomain } from "../request/DomainRequest.ts"
import { type Acquisition, makeEarlierRun } from "../request/EarlierRun.ts"
import { Transfers } from "./Transfers.ts"

const way: AcquisitionCommand = {
  kind: "domain_transfer",
  operation: "transfer",
  verb: "Transfer",
  required: ["renewal_mode"]
}

const acquisition: Acquisition = { intent: "domain.transfer", event: "INBOUND_TRANSFER" }

const { auth_code, expected_price } = TransferInDomain.fields

const Payload = Schema.Struct({ ...TransferInDomain.fields, name: GivenName })
  .annotate({ identifier: "DomainTransferPayload" })

/** A code belongs to one name, so the template has none. */
const Template = Schema.Struct(acquisitionTemplate)
const common = { name: "domain_transfer", right: "domains:manage", risk: "costs" } as const

/** As `POST /v1/domains/transfer`. */
const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Template,
  instance: Schema.Struct({ ...Template.fields, name: GivenName, auth_code, expected_price })
})

/** Asks for a domain of another registrar; a registry that has accepted it and decides later is success. */
const makeKind = Effect.gen(function*() {
  const transfers = yield* Transfers
  const { makeOnce } = yield* makeEarlierRun
  const requestOf = storedRequest("domain", TransferInDomain)

  const kind: JobKind = {
    kind: way.kind,
    topic: "registry",
    run: Effect.fnUntraced(function*(job) {
      const { request, type } = yield* requestOf(job)
      const domain_id = yield* makeOnce(job, acquisition, (id) => transfers.requestAs(id, request))
      return { type, domain_id }
    })
  }
  return kind
})

/** `domain_transfer` and `domain_transfer_bulk`. Source: REST specification, "Jobs". */
export const domainTransfer = declareCommand({
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
