import type { SimulatedHost } from "@namewright/core/registry"
import { readInstant } from "../../Codecs.ts"
import { type Kept, orNull } from "./KeptJson.ts"

/** Members of a host without their own columns. */
type HostState = Pick<SimulatedHost, "roid" | "creator" | "created_on" | "updater" | "updated_on" | "client_statuses">

export const writeHost = ({ client_statuses, created_on, creator, roid, updated_on, updater }: HostState): string =>
  JSON.stringify({ roid, creator, created_on, updater, updated_on, client_statuses })

export const readHost = (text: string): HostState => {
  const kept: Kept<HostState> = JSON.parse(text)
  return {
    ...kept,
    created_on: readInstant(kept.created_on),
    updated_on: orNull(kept.updated_on, readInstant)
  }
}
