import { Effect, Schema } from "effect"
import {
  askedByInstances,
  askedOnce,
  type BatchCommand,
  bulkPayload,
  type JobKind,
  JobKinds,
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
const BulkPayload = bulkPayload(
  Template,
  Schema.Struct({ ...Template.fields, name: GivenName, auth_code, expected_price })
).annotate({ identifier: "DomainTransferBulkPayload" })

/** What the commands of this file take as their payload. */
export const domainTransferPayloads = { domain_transfer: Payload, domain_transfer_bulk: BulkPayload }

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

/** `domain_transfer`, as `POST /v1/domains/transfer`, and `domain_transfer_bulk`. Source: REST specification, "Jobs". */
export const registerDomainTransferCommands = Effect.gen(function*() {
  const { registerCommand, registerKind } = yield* JobKinds
  const expandedBy = yield* makeAcquisitionCommands

  const single: BatchCommand<typeof Payload.Type> = {
    name: "domain_transfer",
    right: "domains:manage",
    risk: "costs",
    payload: Payload,
    expand: expandedBy(way, "domain_transfer", askedOnce, oneLevel)
  }
  const bulk: BatchCommand<typeof BulkPayload.Type> = {
    name: "domain_transfer_bulk",
    right: "domains:manage",
    risk: "costs",
    payload: BulkPayload,
    expand: expandedBy(way, "domain_transfer_bulk", askedByInstances, bulkLevels)
  }
  yield* registerKind(yield* makeKind)
  yield* registerCommand(single)
  yield* registerCommand(bulk)
})
