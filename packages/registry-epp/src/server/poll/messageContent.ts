import type {
  DomainStatus,
  MessageSubject,
  PollPayload,
  QueuedMessage,
  TransferRecord
} from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { EppUri } from "../../message/EppUri.ts"
import { present } from "../../message/present.ts"
import type { DomainData, ResponseData } from "../../message/ResponseData.ts"
import type { ChangeData, ResponseExtension } from "../../message/ResponseExtension.ts"
import type { XmlElement } from "../../xml/XmlElement.ts"
import { domainStatuses, graceStatuses } from "../domain/domainStatuses.ts"
import { domainTransferData } from "../domain/domainTransfer.ts"
import { transactionOf } from "../transactionOf.ts"
import { transferData } from "../transferData.ts"

/** Data and extensions of a message; none for payloads without a form in EPP. */
export interface MessageContent {
  readonly data?: ResponseData
  readonly extension?: Partial<ResponseExtension>
}

/** Data of a message in the mappings of EPP. `svTRID` replaces transaction ids of commands from other channels. */
export const messageContent = (message: QueuedMessage, svTRID: string): MessageContent => {
  const { payload, queued_on, subject } = message
  switch (payload._tag) {
    case "PendingDecided":
      return { data: pendingAction(payload, queued_on, svTRID) }
    case "TransferChanged":
      return subject?.transfer === null || subject === null ? {} : { data: transferOf(payload, subject.transfer) }
    case "Renewed":
      return {
        data: { _tag: "DomainRenewedData", name: payload.name, expiresOn: Instant.format(payload.expires_on) }
      }
    case "Purged":
      return subject === null ? {} : {
        data: domainData(payload.name, subject, []),
        extension: { changed: change("autoPurge", "before", message, message.text) }
      }
    case "ChangedByRegistry":
      return subject === null ? {} : changedByRegistry(payload, subject, message)
    case "VerificationRequired":
    case "VerificationDecided":
      return subject === null || payload.name === null ? {} : {
        data: domainData(payload.name, subject, []),
        extension: { other: [verification(payload)] }
      }
    case "MaintenanceAnnounced":
      return { data: maintenance(payload, queued_on) }
    case "Unknown":
      return subject?.handle === undefined || subject.transfer === null
        ? {}
        : { data: contactTransferOf(subject.handle, subject.transfer) }
  }
}

type Payload<Tag extends PollPayload["_tag"]> = Extract<PollPayload, { readonly _tag: Tag }>

const pendingAction = (
  { accepted, command_id, name }: Payload<"PendingDecided">,
  date: Instant.Instant,
  svTRID: string
): ResponseData =>
  present({
    _tag: "PendingActionData",
    object: "domain",
    id: name,
    accepted,
    ...(command_id === null ? { clTRID: undefined, svTRID } : transactionOf(command_id, svTRID)),
    date: Instant.format(date)
  })

const maintenance = (
  { change: pollType, maintenance: notice }: Payload<"MaintenanceAnnounced">,
  queued_on: Instant.Instant
): ResponseData =>
  present({
    _tag: "MaintenanceData",
    id: notice.maintenance_id,
    name: notice.name ?? undefined,
    pollType,
    systems: notice.systems.map(({ host, impact, name }) => present({ name, host: host ?? undefined, impact })),
    environment: environment(notice.environment),
    start: Instant.format(notice.starts_on),
    end: Instant.format(notice.ends_on),
    reason: notice.reason,
    detail: notice.detail ?? undefined,
    description: notice.description ?? undefined,
    tlds: notice.tlds,
    createdOn: Instant.format(queued_on),
    updatedOn: pollType === "create" ? undefined : Instant.format(queued_on)
  })

const environment = (name: string) =>
  ["production", "ote", "staging", "dev"].includes(name) ? { type: name } : { type: "custom", name }

type Transfer = NonNullable<MessageSubject["transfer"]>

const recordOf = (transfer: Transfer): TransferRecord => ({
  ...transfer,
  actor: transfer.status === "clientCancelled" ? transfer.gaining : transfer.losing
})

const transferOf = ({ name }: Payload<"TransferChanged">, transfer: Transfer): ResponseData =>
  domainTransferData(name, recordOf(transfer))

const contactTransferOf = (id: string, transfer: Transfer): ResponseData => ({
  _tag: "ContactTransferData",
  id,
  ...transferData(recordOf(transfer))
})

const domainData = (
  name: string,
  { roid, sponsor }: MessageSubject,
  statuses: ReadonlyArray<DomainStatus>
): DomainData => ({
  _tag: "DomainData",
  name,
  roid,
  statuses: domainStatuses(statuses),
  contacts: [],
  subordinateHosts: [],
  sponsor
})

const changedByRegistry = (
  { name, reason, statuses }: Payload<"ChangedByRegistry">,
  subject: MessageSubject,
  message: QueuedMessage
): MessageContent => {
  const rgp = graceStatuses(statuses)
  return {
    data: domainData(name, subject, statuses),
    extension: present({
      rgp: rgp.length === 0 ? undefined : rgp,
      changed: change("update", "after", message, reason)
    })
  }
}

/**
 * Author, operation and reason of a change (RFC 8590, section 3.1). Transactions of the registry itself have the id of
 * their message.
 */
const change = (
  operation: string,
  state: ChangeData["state"],
  { message_id, queued_on }: QueuedMessage,
  reason: string
): ChangeData => ({
  state,
  operation,
  date: Instant.format(queued_on),
  svTRID: `registry-${message_id}`,
  who: "registry",
  // The schema allows at most 32 characters. The text of the message contains the reason as well.
  ...(reason.length > 32 ? {} : { reason })
})

const verification = (payload: Payload<"VerificationDecided"> | Payload<"VerificationRequired">): XmlElement => {
  const [deadline] = payload._tag === "VerificationRequired" ? payload.deadlines : []
  const status = payload._tag === "VerificationRequired" ? "pending" : payload.verified ? "verified" : "failed"
  return element("infData", [
    { ...element("status", []), attributes: { s: status } },
    ...(deadline === undefined ? [] : [{ ...element("actionDate", []), text: Instant.format(deadline.date) }])
  ])
}

const element = (name: string, children: ReadonlyArray<XmlElement>): XmlElement => ({
  namespace: EppUri.verification,
  name,
  attributes: {},
  children,
  text: ""
})
