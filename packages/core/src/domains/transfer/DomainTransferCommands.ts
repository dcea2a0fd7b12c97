import { Effect, Schema } from "effect"
import { bulkForm, declareCommand, instanceRequests, JobKinds, singleForm, singleRequest } from "../../jobs/index.ts"
import {
  type AcquisitionCommand,
  acquisitionTemplate,
  makeAcquisitionCommands
} from "../register/AcquisitionCommands.ts"
import { makeAcquisitionKind } from "../register/AcquisitionKind.ts"
import { bulkLevels, CommandName, oneLevel } from "../request/CommandLevels.ts"
import { TransferInDomain } from "../request/DomainRequest.ts"
import { Transfers } from "./Transfers.ts"

const command: AcquisitionCommand = {
  kind: "domain_transfer",
  operation: "transfer",
  verb: "Transfer",
  required: ["renewal_mode"],
  intent: "domain.transfer",
  event: "INBOUND_TRANSFER"
}

const { auth_code, expected_price } = TransferInDomain.fields

const Payload = Schema.Struct({ ...TransferInDomain.fields, name: CommandName })
  .annotate({ identifier: "DomainTransferPayload" })

/** Without an auth code, which belongs to one name. */
const Template = Schema.Struct(acquisitionTemplate)
const common = { name: "domain_transfer", right: "domains:manage", risk: "costs" } as const

/** Equivalent of `POST /v1/domains/transfer`. */
const single = singleForm(common, Payload)

const bulk = bulkForm(common, {
  template: Template,
  instance: Schema.Struct({ ...Template.fields, name: CommandName, auth_code, expected_price })
})

/** `domain_transfer` and `domain_transfer_bulk`. Source: REST specification, "Jobs". */
export const domainTransfer = declareCommand({
  forms: [single, bulk],
  jobs: { kind: command.kind, member: "domain", request: Payload, result: "domain_id" },
  register: Effect.gen(function*() {
    const { registerCommand, registerKind } = yield* JobKinds
    const expandedBy = yield* makeAcquisitionCommands
    const { requestAs } = yield* Transfers
    yield* registerKind(yield* makeAcquisitionKind(command, TransferInDomain, requestAs))
    yield* registerCommand({ ...single, expand: expandedBy(command, single.name, singleRequest, oneLevel) })
    yield* registerCommand({ ...bulk, expand: expandedBy(command, bulk.name, instanceRequests, bulkLevels) })
  })
})
