import { type MessageObject, nameOnly, type PollPayload } from "@namewright/core/registry"
import type { DomainName, VerificationDeadline } from "@namewright/core/shared"
import type { EppResponse } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"
import { readResponseData } from "../message/readServerMessage.ts"
import type { DomainData, DomainTransferData, PendingActionData, ResponseData } from "../message/ResponseData.ts"
import type { ChangeData, ResponseExtension } from "../message/ResponseExtension.ts"
import { child, childText, type XmlElement } from "../xml/XmlElement.ts"
import type { OwnerOf } from "./AccountIdentity.ts"
import { domainStatuses } from "./DomainView.ts"
import { instantOf, nameOf } from "./eppValues.ts"
import { maintenancePayload, type RegistrySite } from "./MaintenancePayload.ts"
import { transferSide, transferStatus } from "./TransferCommands.ts"

const unknown: PollPayload = { _tag: "Unknown" }

/** Content of a poll message as an event of the platform; `Unknown` if there is none for it. */
export const pollPayload = (
  { data, extension, queue }: EppResponse,
  ownerOf: OwnerOf,
  site: RegistrySite = { hosts: [], environment: "production" }
): PollPayload => payloadOf(unwrapped(data), { extension, text: queue?.message ?? "", ownerOf, site })

/** Identity of a message's object, as far as the registry states it. */
export const messageObject = ({ data, extension: { changed } }: EppResponse): MessageObject => {
  const read = unwrapped(data)
  switch (read?._tag) {
    case "DomainData":
      return {
        roid: read.roid,
        created_on: instantOf(read.createdOn),
        happened_on: instantOf(changed?.date)
      }
    case "DomainTransferData":
      return { ...nameOnly, happened_on: instantOf(read.status === "pending" ? read.requestedOn : read.actsOn) }
    case "PendingActionData":
      return { ...nameOnly, happened_on: instantOf(read.date) }
    default:
      return nameOnly
  }
}

/** The data inside a registry's own element; for example, Internetstiftelsen wraps data of the usual mappings. */
const unwrapped = (data: ResponseData | undefined): ResponseData | undefined => {
  if (data?._tag !== "UnknownData") return data
  for (const inner of data.element.children) {
    const read = readResponseData(inner)
    if (read !== undefined) return read
  }
  return data
}

/** Parts of the message besides its data. */
interface MessageContext {
  readonly extension: ResponseExtension
  readonly text: string
  readonly ownerOf: OwnerOf
  readonly site: RegistrySite
}

const payloadOf = (data: ResponseData | undefined, context: MessageContext): PollPayload => {
  const { extension, ownerOf, text } = context
  switch (data?._tag) {
    case "DomainTransferData":
      return transferChanged(data, ownerOf)
    case "PendingActionData":
      return pendingDecided(data)
    case "DomainRenewedData":
      return renewed(data.name, data.expiresOn)
    case "DomainData":
      return domainChanged(data, extension, text)
    case "MaintenanceData":
      return maintenancePayload(data, context.site) ?? unknown
    case "UnknownData":
      return ownNotice(data.element, context)
    default:
      return unknown
  }
}

const transferChanged = (data: DomainTransferData, ownerOf: OwnerOf): PollPayload => {
  const [name, status] = [nameOf(data.name), transferStatus(data)]
  return name === null || status === undefined ? unknown : {
    _tag: "TransferChanged",
    name,
    status,
    side: transferSide(data, ownerOf),
    acts_on: instantOf(data.actsOn),
    expires_on: instantOf(data.expiresOn)
  }
}

const pendingDecided = (data: PendingActionData): PollPayload => {
  const name = data.object === "domain" ? nameOf(data.id) : null
  return name === null
    ? unknown
    : { _tag: "PendingDecided", name, accepted: data.accepted, command_id: data.clTRID ?? null }
}

const renewed = (text: string, expiresOn: string | undefined): PollPayload => {
  const [name, expires_on] = [nameOf(text), instantOf(expiresOn)]
  return name === null || expires_on === null ? unknown : { _tag: "Renewed", name, expires_on }
}

/** A domain before or after a change (RFC 8590), or with the state of a verification. */
const domainChanged = (data: DomainData, extension: ResponseExtension, text: string): PollPayload => {
  const name = nameOf(data.name)
  if (name === null) return unknown
  const { changed, other, rgp = [] } = extension
  const verification = other.find(isVerification)
  const verificationPayload = verification === undefined ? undefined : verificationOf(name, verification)
  if (verificationPayload !== undefined) return verificationPayload
  if (changed !== undefined && isPurge(changed)) return { _tag: "Purged", name }
  if (changed?.operation === "autoRenew" || changed?.operation === "renew") return renewed(name, data.expiresOn)
  return {
    _tag: "ChangedByRegistry",
    name,
    // The state before the change is not the present state of the domain.
    statuses: changed?.state === "before" ? [] : domainStatuses([...data.statuses, ...rgp]),
    reason: changed?.reason ?? text
  }
}

const isPurge = ({ operation, operationDetail }: ChangeData): boolean =>
  operation === "autoPurge" || (operation === "delete" && operationDetail === "purge")

const isVerification = (element: XmlElement): boolean =>
  element.namespace === EppUri.verification && element.name === "infData"

/**
 * The measure that threatens at `actionDate`, by state: the hold while the verification is pending, the deletion once the
 * domain is on hold. The schema names the states and says nothing about the date; the order is that of REST specification,
 * "Domain", `verification_required`.
 */
const threatened: ReadonlyMap<string, VerificationDeadline["type"]> = new Map([
  ["pending", "dedelegation"],
  ["serverHold", "deletion"]
])

/**
 * Demand or decision of nic.at's extension. Undefined for `none`, the state of a domain without a demand, and for states
 * that its schema (at-ext-verification-1.0.xsd) does not have. The extension names no claims; name and
 * address are assumed, which DENIC demands in its message `contactVerificationRequired`.
 */
const verificationOf = (name: DomainName, element: XmlElement): PollPayload | undefined => {
  const status = child(element, "status")?.attributes["s"]
  if (status === "verified" || status === "failed") {
    return { _tag: "VerificationDecided", name, handle: null, verified: status === "verified" }
  }
  const type = status === undefined ? undefined : threatened.get(status)
  if (type === undefined) return undefined
  const date = instantOf(childText(element, "actionDate"))
  return {
    _tag: "VerificationRequired",
    name,
    handle: null,
    claims: ["name", "address"],
    deadlines: date === null ? [] : [{ type, date }]
  }
}

/** An element of the registry's own extension: an unspecified change of the domain in it. */
const ownNotice = (element: XmlElement, context: MessageContext): PollPayload => {
  const domain = [element, ...element.children].map(nameIn).find((name) => name !== null)
  return domain === undefined || domain === null
    ? unknown
    : { _tag: "ChangedByRegistry", name: domain, statuses: [], reason: context.text }
}

const nameIn = (element: XmlElement): DomainName | null => nameOf(childText(element, "name") ?? "")
