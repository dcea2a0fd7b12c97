import type { EppResponse } from "../message/EppResponse.ts"
import type { ResponseData } from "../message/ResponseData.ts"
import type { RegistrarLogin } from "./EppServerOptions.ts"

/** Ids of registrars in responses, by client identifier; only those that differ. */
export type ShownRegistrars = ReadonlyMap<string, string>

export const shownRegistrars = (logins: ReadonlyArray<RegistrarLogin>): ShownRegistrars =>
  new Map(logins.flatMap(({ clientId, shownAs }) => shownAs === undefined ? [] : [[clientId, shownAs]]))

/** The response with the shown ids of registrars. */
export const withShownRegistrars = (response: EppResponse, shown: ShownRegistrars): EppResponse =>
  response.data === undefined || shown.size === 0
    ? response
    : { ...response, data: named(response.data, (id) => shown.get(id) ?? id) }

const named = (data: ResponseData, shownAs: (id: string) => string): ResponseData => {
  switch (data._tag) {
    case "DomainData":
    case "ContactData":
    case "HostData":
      return {
        ...data,
        sponsor: shownAs(data.sponsor),
        ...(data.creator === undefined ? {} : { creator: shownAs(data.creator) }),
        ...(data.updater === undefined ? {} : { updater: shownAs(data.updater) })
      }
    case "DomainTransferData":
    case "ContactTransferData":
      return { ...data, requester: shownAs(data.requester), actor: shownAs(data.actor) }
    default:
      return data
  }
}
