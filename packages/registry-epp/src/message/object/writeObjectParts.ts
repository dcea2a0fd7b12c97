import { element, escapeXml, textElement } from "../../xml/writeXml.ts"
import type { AuthInfo, EppStatus } from "../DomainCommand.ts"
import type { Availability, ObjectHistory, PendingActionData, TransferData } from "../ResponseData.ts"

/** `authInfo` with its password, which may be empty. */
export const writeAuthInfo = (prefix: string, authInfo: AuthInfo | undefined): string =>
  authInfo === undefined
    ? ""
    : element(`${prefix}:authInfo`, textElement(`${prefix}:pw`, authInfo.password, { roid: authInfo.roid }))

/** Statuses with their texts; `name` is the element's, for example `domain:status`. */
export const writeStatuses = (name: string, statuses: ReadonlyArray<EppStatus>): string =>
  statuses.map(({ status, text }) => element(name, escapeXml(text ?? ""), { s: status })).join("")

/** The `cd` elements of a check response; `id` is the local name of the name or id in them. */
export const writeAvailabilities = (prefix: string, id: string, list: ReadonlyArray<Availability>): string =>
  list.map((one) =>
    element(
      `${prefix}:cd`,
      textElement(`${prefix}:${id}`, one.id, { avail: one.available ? 1 : 0 })
        + textElement(`${prefix}:reason`, one.reason)
    )
  ).join("")

/** `trStatus` to `acDate`, which are common to the `trnData` of all mappings. */
export const writeTransferParts = (prefix: string, data: TransferData): string =>
  textElement(`${prefix}:trStatus`, data.status)
  + textElement(`${prefix}:reID`, data.requester)
  + textElement(`${prefix}:reDate`, data.requestedOn)
  + textElement(`${prefix}:acID`, data.actor)
  + textElement(`${prefix}:acDate`, data.actsOn)

/** `clID` to `upDate`. */
export const writeHistory = (prefix: string, data: ObjectHistory): string =>
  textElement(`${prefix}:clID`, data.sponsor)
  + textElement(`${prefix}:crID`, data.creator)
  + textElement(`${prefix}:crDate`, data.createdOn)
  + textElement(`${prefix}:upID`, data.updater)
  + textElement(`${prefix}:upDate`, data.updatedOn)

/** The content of `panData`; `id` is the local name of the name or id in it. */
export const writePendingAction = (prefix: string, id: string, data: PendingActionData): string =>
  textElement(`${prefix}:${id}`, data.id, { paResult: data.accepted ? 1 : 0 })
  + element(`${prefix}:paTRID`, textElement("clTRID", data.clTRID) + textElement("svTRID", data.svTRID))
  + textElement(`${prefix}:paDate`, data.date)
