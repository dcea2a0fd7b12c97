import type { ObjectHistory } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { present } from "../message/present.ts"
import type { ObjectHistory as EppObjectHistory } from "../message/ResponseData.ts"

const dateOf = (instant: Instant.Instant | null): string | undefined =>
  instant === null ? undefined : Instant.format(instant)

/** Sponsor and history of an object for an info response. */
export const objectHistory = (sponsor: string, history: ObjectHistory | null): EppObjectHistory =>
  present({
    sponsor,
    creator: history?.creator,
    createdOn: dateOf(history?.created_on ?? null),
    updater: history?.updater ?? undefined,
    updatedOn: dateOf(history?.updated_on ?? null),
    transferredOn: dateOf(history?.transferred_on ?? null)
  })
